/** The menu check of nested lists at many outlets: the work that it does, and an outlet's answer against one restaurant for each outlet. */
import { expect, test } from 'vitest';
import type { ItemId, ModifierListId, OutletId } from '../../base/ids.ts';
import type { ModifierList } from '../menus.ts';
import { category, id, item, list, modifier, outlet, right } from '../test/restaurant-facts.ts';
import { checkMenu } from './check-menu.ts';
import type { CheckFacts } from './facts.ts';

const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name} ${index}`);
const off = (names: readonly string[]) => names.map((name) => ({ _id: id<OutletId>(name) }));
const opens = (parent: string, option: string, nested: string) => ({
  modifierListId: id<ModifierListId>(nested),
  parentListId: id<ModifierListId>(parent),
  modifierIds: [id<ItemId>(option)],
});

test('options are visited once for each outlet, however many items have their list', () => {
  let visits = 0;
  const counted = (name: string, outlets: readonly string[]) =>
    Object.defineProperty(modifier(name), 'InActiveOutletIds', {
      get: () => {
        visits += 1;
        return off(outlets);
      },
    });
  const [items, outlets, options] = [many(40, 'Dish'), many(30, 'Outlet'), many(10, 'Dip')];
  const findings = checkMenu({
    ...right,
    categories: [category('Plates', items)],
    items: items.map((name) =>
      item(name, {
        modifierList: [id('Size'), id('Dips')],
        nestedLists: [opens('Size', 'Large', 'Dips')],
      }),
    ),
    modifierLists: [list('Size'), list('Dips', { modifierList: options.map((name) => counted(name, ['Outlet 7'])) })],
    outlets: outlets.map((name) => outlet(name)),
  });
  const ofDips = findings.filter(({ code }) => code === 'item.option_dead_end');
  expect(ofDips.map(({ subject, outlet: at }) => [subject.name, at?.name])).toEqual(
    items.map((name) => [name, 'Outlet 7']),
  );
  // Whether anything can be ordered is asked at each outlet; beside that, the list is made for all, and for the one that differs.
  expect(visits).toBeLessThanOrEqual(options.length * (outlets.length + 4));
});

/** Whether the option is off there, drawn so that each run has the same. */
function draws(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

test.each(many(40, 'Draw').map((name, seed) => [name, seed + 1]))(
  'an outlet has the findings of a restaurant that is that outlet alone: %s',
  (_, seed) => {
    const draw = draws(seed * 7919);
    const outlets = ['Marina', 'Creek', 'Harbour'];
    const names = ['A', 'B', 'C', 'D'];
    const lists = names.map((name) =>
      list(name, {
        optional: draw() < 0.3,
        modifierList: many(3, name).map((option) =>
          modifier(option, {
            soldOut: draw() < 0.1,
            InActiveOutletIds: off(outlets.filter(() => draw() < 0.4)),
          }),
        ),
      }),
    );
    const facts: CheckFacts = {
      ...right,
      items: [
        item('Meal', {
          modifierList: names.map((name) => id<ModifierListId>(name)),
          nestedLists: [opens('A', 'A 0', 'B'), opens('B', 'B 1', 'C'), opens('A', 'A 2', 'D')],
        }),
        item('Water'),
      ],
      categories: [category('Plates', ['Meal', 'Water'])],
      modifierLists: lists,
      outlets: outlets.map((name) => outlet(name)),
    };
    const deadEnds = (some: CheckFacts) =>
      checkMenu(some).filter(({ code }) => code === 'item.dead_end' || code === 'item.option_dead_end');
    const everywhere = deadEnds(oneOutlet(facts, null));
    const expected =
      everywhere.length > 0
        ? everywhere
        : outlets.flatMap((name) =>
            deadEnds(oneOutlet(facts, name)).map((one) => ({ ...one, outlet: { _id: name, name } })),
          );
    const sorted = (findings: readonly object[]) => findings.map((one) => JSON.stringify(one, keys(one))).toSorted();
    expect(sorted(deadEnds(facts))).toEqual(sorted(expected));
  },
);

/** The names of all fields, in one order. */
const keys = (value: object): string[] =>
  Object.entries(value)
    .flatMap(([name, field]: [string, unknown]) => [
      name,
      ...(typeof field === 'object' && field !== null ? keys(field) : []),
    ])
    .toSorted();

/** The restaurant with the options that are off at the outlet sold out instead, and on everywhere else. */
function oneOutlet(facts: CheckFacts, name: string | null): CheckFacts {
  const sold = ({ modifierList, ...others }: ModifierList): ModifierList => ({
    ...others,
    modifierList: modifierList.map((option) => ({
      ...option,
      soldOut: option.soldOut || option.InActiveOutletIds.some(({ _id }) => _id === name),
      InActiveOutletIds: [],
    })),
  });
  return { ...facts, modifierLists: facts.modifierLists.map(sold) };
}
