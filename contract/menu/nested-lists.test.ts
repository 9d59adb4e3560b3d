/** Nested lists against an oracle that tries every way to order the dish. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemAvailability } from './availability.ts';
import { suitsWish } from './allergens.ts';
import { arrangeChosen, askedOrder, dropClosed, openLists } from './nested-lists.ts';
import { nestingProblem } from './nesting-problem.ts';
import { areCompletable, checkChoices, type ChoiceList, resolveFlatChoices, withoutDeadEnds } from './option-choice.ts';

const RUNS = 2000;

/** A list of each kind, with modifiers of its own: 'L0' has 'L0a', 'L0b'. */
const listOf = (index: number, parents: number): fc.Arbitrary<ChoiceList> =>
  fc
    .record({
      minModifier: fc.integer({ min: 0, max: 2 }),
      maxModifier: fc.integer({ min: 0, max: 2 }),
      allowMultipleSelection: fc.boolean(),
      optional: fc.boolean(),
      maxPerModifier: fc.integer({ min: 1, max: 2 }),
      halves: fc.boolean(),
      available: fc.array(fc.boolean(), { minLength: 1, maxLength: 2 }),
      parent: fc.integer({ min: -1, max: parents - 1 }),
      openers: fc.subarray(['a', 'b'], { minLength: 1 }),
    })
    .map(({ available, parent, openers, ...bounds }) => ({
      listId: `L${index}`,
      ...bounds,
      modifiers: available.map((isAvailable, place) => ({ modifierId: `L${index}${'ab'[place]}`, isAvailable })),
      ...(parent >= 0 && {
        openedBy: { listId: `L${parent}`, modifierIds: openers.map((letter) => `L${parent}${letter}`) },
      }),
    }));

/** In any order: a list may stand before the one that opens it. */
const dishes = fc
  .tuple(listOf(0, 0), listOf(1, 1), listOf(2, 2), listOf(3, 3))
  .chain((lists) => fc.shuffledSubarray(lists, { minLength: 1 }));

const most = (list: ChoiceList): number =>
  list.allowMultipleSelection && list.halves !== true ? (list.maxPerModifier ?? 1) : 1;

/** Every multiset of the list's modifiers, as far as each may be chosen. */
function waysOf(list: ChoiceList): string[][] {
  return list.modifiers.reduce<string[][]>(
    (ways, { modifierId }) =>
      ways.flatMap((way) =>
        Array.from({ length: most(list) + 1 }, (_, times) => [...way, ...Array<string>(times).fill(modifierId)]),
      ),
    [[]],
  );
}

function isFine(list: ChoiceList, chosen: readonly string[]): boolean {
  const { minModifier, maxModifier, allowMultipleSelection, optional, halves } = list;
  const single = !allowMultipleSelection || halves === true;
  let least = optional ? 0 : minModifier === 0 && maxModifier === 0 ? 1 : minModifier;
  if (single) least = Math.min(least, 1);
  const greatest = !allowMultipleSelection
    ? 1
    : halves
      ? 2
      : maxModifier === 0
        ? Infinity
        : Math.max(maxModifier, least);
  const isThere = chosen.every((id) => list.modifiers.some((one) => one.modifierId === id && one.isAvailable));
  return isThere && chosen.length >= least && chosen.length <= greatest;
}

type Way = Map<string, readonly string[]>;

/** Opened one after the other, until nothing more is. */
function openIn(lists: readonly ChoiceList[], way: Way): Set<string> {
  const open = new Set<string>();
  for (let before = -1; before < open.size;) {
    before = open.size;
    for (const { listId, openedBy } of lists) {
      if (!openedBy) open.add(listId);
      else if (open.has(openedBy.listId) && way.get(openedBy.listId)?.some((id) => openedBy.modifierIds.includes(id)))
        open.add(listId);
    }
  }
  return open;
}

function canOrder(lists: readonly ChoiceList[], way: Way): boolean {
  const open = openIn(lists, way);
  return lists.every((list) => {
    const chosen = way.get(list.listId) ?? [];
    return open.has(list.listId) ? isFine(list, chosen) : chosen.length === 0;
  });
}

function everyWay(lists: readonly ChoiceList[]): Way[] {
  return lists.reduce<Way[]>(
    (ways, list) => ways.flatMap((way) => waysOf(list).map((chosen) => new Map(way).set(list.listId, chosen))),
    [new Map()],
  );
}

const selectionsOf = (way: Way) => [...way].map(([listId, modifierIds]) => ({ listId, modifierIds }));

test('each way to choose is taken exactly where the oracle takes it, by list and as flat ids', () => {
  fc.assert(
    fc.property(dishes, fc.nat(), (lists, seed) => {
      const ways = everyWay(lists);
      for (const way of [ways[seed % ways.length]!, ...ways.slice(0, 20)]) {
        const selections = selectionsOf(way);
        const isTaken = canOrder(lists, way);
        expect(checkChoices(lists, selections).length === 0).toBe(isTaken);
        expect(new Set(openLists(lists, selections).map(({ listId }) => listId))).toEqual(openIn(lists, way));
        const { selections: found, unknown } = resolveFlatChoices(lists, [...way.values()].flat());
        expect(unknown.length === 0 && checkChoices(lists, found).length === 0).toBe(isTaken);
      }
    }),
    { numRuns: RUNS },
  );
});

test('a dish can be ordered exactly where one of all ways is taken, also by whoever avoids something', () => {
  fc.assert(
    fc.property(dishes, (lists) => {
      const isPossible = everyWay(lists).some((way) => canOrder(lists, way));
      expect(areCompletable(lists)).toBe(isPossible);
      const dish = { quantity: null, isInactiveAtOutlet: false, categoryInactive: false, lists };
      expect(itemAvailability(dish)).toBe(isPossible ? 'available' : 'sold_out');
      const declared = lists.map((list) => ({
        ...list,
        options: list.modifiers.map(({ modifierId: _id, isAvailable }) => ({
          _id,
          allergens: isAvailable ? [] : ['nuts'],
        })),
      }));
      expect(suitsWish({ allergens: ['milk'], lists: declared }, { without: ['nuts'], diets: [] })).toBe(isPossible);
    }),
    { numRuns: RUNS },
  );
});

test('an option that leads nowhere is exactly one that no way with it alone above it can complete', () => {
  fc.assert(
    fc.property(dishes, (lists) => {
      const after = withoutDeadEnds(lists);
      const reached = new Set(askedOrder(lists).map(({ list }) => list.listId));
      for (const [index, list] of lists.entries()) {
        if (!reached.has(list.listId)) continue;
        for (const [place, { modifierId, isAvailable }] of list.modifiers.entries()) {
          // The list alone, as one from which this one modifier has to be chosen.
          const alone = {
            ...list,
            openedBy: null,
            minModifier: 1,
            maxModifier: 1,
            allowMultipleSelection: false,
            optional: false,
            modifiers: [{ modifierId, isAvailable }],
          };
          const below = lists.filter((other) => isBelow(lists, other, list.listId));
          const isPossible = everyWay([alone, ...below]).some((way) => canOrder([alone, ...below], way));
          expect(after[index]!.modifiers[place]!.isAvailable).toBe(isPossible);
        }
      }
    }),
    { numRuns: 500 },
  );
});

function isBelow(lists: readonly ChoiceList[], list: ChoiceList, above: string): boolean {
  const { openedBy } = list;
  if (!openedBy) return false;
  const parent = lists.find(({ listId }) => listId === openedBy.listId);
  return openedBy.listId === above || (parent !== undefined && isBelow(lists, parent, above));
}

test('dropping what is closed keeps the rest, and closes nothing further', () => {
  fc.assert(
    fc.property(dishes, fc.nat(), (lists, seed) => {
      const ways = everyWay(lists);
      const way = ways[seed % ways.length]!;
      const open = openIn(lists, way);
      const kept = dropClosed(lists, selectionsOf(way));
      expect(kept).toEqual(selectionsOf(way).filter(({ listId }) => open.has(listId)));
      expect(dropClosed(lists, kept)).toEqual(kept);
    }),
    { numRuns: RUNS },
  );
});

test('arranged options are the same ones, each list behind the option that opened it', () => {
  fc.assert(
    fc.property(dishes, fc.nat(), (lists, seed) => {
      const ways = everyWay(lists);
      const way = ways[seed % ways.length]!;
      const chosen = [...way].flatMap(([listId, ids]) => ids.map((modifierId) => ({ listId, modifierId })));
      const arranged = arrangeChosen(lists, chosen);
      const said = (one: { listId: string; modifierId: string }) => `${one.listId} ${one.modifierId}`;
      expect(arranged.map(({ one }) => said(one)).sort()).toEqual(chosen.map(said).sort());
      if (!canOrder(lists, way)) return;
      for (const [index, { one, depth }] of arranged.entries()) {
        const { openedBy } = lists.find(({ listId }) => listId === one.listId)!;
        if (!openedBy) expect(depth).toBe(0);
        else {
          const above = arranged.slice(0, index).findLast((other) => other.depth < depth)!;
          expect([above.depth, above.one.listId]).toEqual([depth - 1, openedBy.listId]);
          expect(openedBy.modifierIds).toContain(above.one.modifierId);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

const side = { listId: 'side' };
const nested = (listId: string, parent: string, ...modifierIds: string[]) => ({
  listId,
  openedBy: { listId: parent, modifierIds },
});

test('a list is asked right behind the one that opens it, however deep, and one that nothing opens is not', () => {
  const lists = [nested('herbs', 'dressing', 'oil'), side, nested('dressing', 'side', 'salad'), { listId: 'drink' }];
  expect(askedOrder(lists).map(({ list, depth }) => [list.listId, depth])).toEqual([
    ['side', 0],
    ['dressing', 1],
    ['herbs', 2],
    ['drink', 0],
  ]);
  expect(askedOrder([side, nested('lost', 'gone', 'x')]).map(({ list }) => list.listId)).toEqual(['side']);
});

test('an option that is chosen twice opens once, and stands behind the first that opens it', () => {
  const lists = [side, nested('dressing', 'side', 'salad', 'slaw')];
  const chosen = [
    ['side', 'salad'],
    ['side', 'slaw'],
    ['side', 'salad'],
    ['dressing', 'oil'],
  ].map(([listId, modifierId]) => ({ listId: listId!, modifierId: modifierId! }));
  expect(arrangeChosen(lists, chosen).map(({ one, depth }) => [one.modifierId, depth])).toEqual([
    ['salad', 0],
    ['salad', 0],
    ['oil', 1],
    ['slaw', 0],
  ]);
});

test.each([
  ['nothing nested', [side], null],
  ['three below one another', [side, nested('b', 'side', 'x'), nested('c', 'b', 'x')], null],
  ['four', [side, nested('b', 'side', 'x'), nested('c', 'b', 'x'), nested('d', 'c', 'x')], 'too_deep'],
  ['a list of another dish', [nested('b', 'other', 'x')], 'not_of_dish'],
  ['an option of another list', [side, nested('b', 'side', 'other')], 'option_unknown'],
  ['itself', [nested('b', 'b', 'x')], 'circle'],
  ['a circle', [nested('b', 'c', 'x'), nested('c', 'b', 'x')], 'circle'],
])('openers to store: %s', (_, lists, problem) => {
  expect(nestingProblem(lists, (_listId, modifierId) => modifierId === 'x')).toBe(problem);
});
