import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toggleChoice } from './change-choice.ts';
import {
  canAddToBasket,
  checkChoices,
  type ChoiceList,
  isCompletable,
  isRequired,
  resolveFlatChoices,
  type Selection,
  type StoredBounds,
} from './option-choice.ts';

/** 100,000 runs take half a minute. */
const RUNS = 5000;

const stored = (min: number, max: number, kind: 'single' | 'multiple', optional?: boolean): StoredBounds => ({
  minModifier: min,
  maxModifier: max,
  allowMultipleSelection: kind === 'multiple',
  optional,
});
/** 'a b -c' means modifiers a and b, and c, which is unavailable. */
const listOf = (listId: string, modifiers: string, bounds: StoredBounds): ChoiceList => ({
  listId,
  ...bounds,
  modifiers: modifiers
    .split(' ')
    .filter((id) => id !== '')
    .map((id) => ({ modifierId: id.replace('-', ''), isAvailable: !id.startsWith('-') })),
});
const chosen = (listId: string, ...modifierIds: string[]): Selection => ({ listId, modifierIds });

describe('checking choices', () => {
  const size = listOf('size', 'small large -huge', stored(1, 1, 'single'));
  const extras = listOf('extras', 'cheese bacon egg', stored(0, 2, 'multiple'));
  const double = { ...listOf('double', 'egg ham', stored(0, 3, 'multiple')), maxPerModifier: 2 };
  const lists = [size, extras, double];

  test.each<[string, Selection[]]>([
    ['only what is required', [chosen('size', 'large')]],
    [
      'one twice where it is allowed, and each time counts',
      [chosen('size', 'small'), chosen('double', 'egg', 'ham', 'egg')],
    ],
    ['in the other order', [chosen('extras', 'egg'), chosen('size', 'small')]],
    ['up to the maximum', [chosen('size', 'small'), chosen('extras', 'cheese', 'egg')]],
    ['one list in two parts', [chosen('extras', 'cheese'), chosen('size', 'small'), chosen('extras', 'egg')]],
    ['an empty selection of a list that is not there', [chosen('size', 'small'), chosen('gone')]],
  ])('accepts %s', (_what, selections) => {
    expect(checkChoices(lists, selections)).toEqual([]);
    expect(canAddToBasket(lists, selections)).toBe(true);
  });

  test.each<[string, Selection[], unknown[]]>([
    ['nothing', [], [{ listId: 'size', code: 'too_few', min: 1, max: 1 }]],
    ['two sizes', [chosen('size', 'small', 'large')], [{ listId: 'size', code: 'too_many', min: 1, max: 1 }]],
    [
      'three extras',
      [chosen('size', 'small'), chosen('extras', 'cheese', 'bacon', 'egg')],
      [{ listId: 'extras', code: 'too_many', min: 0, max: 2 }],
    ],
    [
      'an extra twice',
      [chosen('size', 'small'), chosen('extras', 'egg', 'egg')],
      [{ listId: 'extras', code: 'duplicate', min: 0, max: 2, modifierId: 'egg' }],
    ],
    [
      'an extra twice, in two parts',
      [chosen('size', 'small'), chosen('extras', 'egg'), chosen('extras', 'egg')],
      [{ listId: 'extras', code: 'duplicate', min: 0, max: 2, modifierId: 'egg' }],
    ],
    [
      'an egg three times where twice is allowed',
      [chosen('size', 'small'), chosen('double', 'egg', 'egg', 'egg')],
      [{ listId: 'double', code: 'duplicate', min: 0, max: 3, modifierId: 'egg' }],
    ],
    [
      'two twice, of three',
      [chosen('size', 'small'), chosen('double', 'egg', 'ham', 'egg', 'ham')],
      [{ listId: 'double', code: 'too_many', min: 0, max: 3 }],
    ],
    [
      'a size that is gone',
      [chosen('size', 'huge')],
      [{ listId: 'size', code: 'unavailable', min: 1, max: 1, modifierId: 'huge' }],
    ],
    [
      'an extra as a size',
      [chosen('size', 'egg')],
      [
        { listId: 'size', code: 'unknown_modifier', min: 1, max: 1, modifierId: 'egg' },
        { listId: 'size', code: 'too_few', min: 1, max: 1 },
      ],
    ],
    [
      'something of a list the item does not have',
      [chosen('size', 'small'), chosen('sauce', 'mayo')],
      [{ listId: 'sauce', code: 'unknown_modifier', min: 0, max: 0, modifierId: 'mayo' }],
    ],
  ])('refuses %s', (_what, selections, problems) => {
    expect(checkChoices(lists, selections)).toEqual(problems);
    expect(canAddToBasket(lists, selections)).toBe(false);
  });

  test('an item without lists, or with optional ones only, goes into the basket', () => {
    expect(canAddToBasket([], [])).toBe(true);
    expect(canAddToBasket([extras], [])).toBe(true);
    expect(canAddToBasket([listOf('old', 'a b', stored(0, 0, 'multiple'))], [])).toBe(false);
    expect(canAddToBasket([listOf('old', 'a b', stored(0, 0, 'multiple', true))], [])).toBe(true);
  });
});

describe('tapping a modifier', () => {
  const single = listOf('size', 'small large -huge', stored(1, 1, 'single'));
  const optional = listOf('size', 'small large -huge', stored(0, 0, 'single', true));
  const multiple = listOf('extras', 'cheese bacon egg -ham', stored(1, 2, 'multiple'));

  test.each<[string, ChoiceList, string[], string, string[]]>([
    ['chooses', single, [], 'small', ['small']],
    ['replaces a single choice', single, ['small'], 'large', ['large']],
    ['keeps the required single choice', single, ['small'], 'small', ['small']],
    ['takes an optional single choice back', optional, ['small'], 'small', []],
    ['adds to a multiple choice', multiple, ['egg'], 'cheese', ['egg', 'cheese']],
    ['takes one of a multiple choice back', multiple, ['egg', 'cheese'], 'egg', ['cheese']],
    ['takes the last required one back, to choose another', multiple, ['egg'], 'egg', []],
    ['does nothing at the maximum', multiple, ['egg', 'cheese'], 'bacon', ['egg', 'cheese']],
    ['does nothing on what is unavailable', multiple, ['egg'], 'ham', ['egg']],
    ['does nothing on an unavailable single choice', single, ['small'], 'huge', ['small']],
    ['does nothing on what is not in the list', multiple, ['egg'], 'mayo', ['egg']],
    ['takes back what has become unavailable', multiple, ['ham'], 'ham', []],
    ['replaces what has become unavailable', single, ['huge'], 'small', ['small']],
  ])('%s', (_what, list, before, tapped, after) => {
    const result = toggleChoice(list, before, tapped);
    expect(result).toEqual(after);
    if (before.join() === after.join()) expect(result).toBe(before);
  });
});

describe('sharing out the flat list of an order', () => {
  const share = (lists: ChoiceList[], ids: string): [string[][], string[]] => {
    const { selections, unknown } = resolveFlatChoices(lists, ids.split(' ').filter(Boolean));
    expect(selections.map((selection) => selection.listId)).toEqual(lists.map((list) => list.listId));
    return [selections.map((selection) => [...selection.modifierIds]), unknown];
  };
  const one = stored(1, 1, 'single');
  const some = stored(0, 0, 'multiple', true);

  test.each<[string, ChoiceList[], string, string[][], string[]]>([
    ['nothing', [listOf('A', 'x', one)], '', [[]], []],
    ['each to its list', [listOf('A', 'x y', one), listOf('B', 'p q', some)], 'q x p', [['x'], ['q', 'p']], []],
    ['unknown ids', [listOf('A', 'x', one)], 'z x z', [['x']], ['z', 'z']],
    ['first to the list that lacks its minimum', [listOf('A', 'x', some), listOf('B', 'x', one)], 'x', [[], ['x']], []],
    ['to the first such list', [listOf('A', 'x', one), listOf('B', 'x', one)], 'x', [['x'], []], []],
    ['then to the first with room', [listOf('A', 'x y', one), listOf('B', 'x y', some)], 'x y', [['x'], ['y']], []],
    ['the same id once for each list', [listOf('A', 'x', one), listOf('B', 'x', one)], 'x x', [['x'], ['x']], []],
    ['moved over for a minimum', [listOf('A', 'x y', one), listOf('B', 'x', one)], 'x y', [['y'], ['x']], []],
    [
      'moved over for room',
      [listOf('A', 'x y', stored(0, 1, 'multiple')), listOf('B', 'x', stored(0, 1, 'multiple'))],
      'x y',
      [['y'], ['x']],
      [],
    ],
    [
      'too many stay with the first list',
      [listOf('A', 'x y', one), listOf('B', 'p', one)],
      'x y p',
      [['x', 'y'], ['p']],
      [],
    ],
    ['doubled stay with the first list', [listOf('A', 'x', some)], 'x x', [['x', 'x']], []],
  ])('%s', (_what, lists, ids, selections, unknown) => {
    expect(share(lists, ids)).toEqual([selections, unknown]);
  });
});

// The oracles try every subset and every way of sharing out one by one, and state the bounds in their own terms.
const ids = ['a', 'b', 'c', 'd', 'e'];
const anyBounds: fc.Arbitrary<StoredBounds> = fc.record({
  minModifier: fc.integer({ min: 0, max: 3 }),
  maxModifier: fc.integer({ min: 0, max: 4 }),
  allowMultipleSelection: fc.boolean(),
  optional: fc.option(fc.boolean(), { nil: undefined }),
  maxPerModifier: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  halves: fc.option(fc.boolean(), { nil: undefined }),
});
const listNamed = (listId: string): fc.Arbitrary<ChoiceList> =>
  fc
    .tuple(anyBounds, fc.subarray(ids), fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }))
    .map(([bounds, offered, available]) => ({
      listId,
      ...bounds,
      modifiers: offered.map((modifierId, at) => ({ modifierId, isAvailable: available[at] ?? true })),
    }));
const allAvailable = (list: ChoiceList): ChoiceList => ({
  ...list,
  modifiers: list.modifiers.map((modifier) => ({ ...modifier, isAvailable: true })),
});

function allows(list: StoredBounds, count: number): boolean {
  const { minModifier: min, maxModifier: max, allowMultipleSelection, optional, halves } = list;
  const isOldDefault = min === 0 && max === 0 && optional !== true;
  const least = isOldDefault ? 1 : min;
  if (!allowMultipleSelection && count > 1) return false;
  const needed = allowMultipleSelection && halves !== true ? least : Math.min(1, least);
  if (count < needed && optional !== true) return false;
  // One for the whole or two halves, whatever the bounds.
  if (allowMultipleSelection && halves === true) return count <= 2;
  if (!allowMultipleSelection || max === 0) return true;
  // A maximum below the minimum counts as the minimum, unless the choice is optional, which has none.
  return count <= (optional === true ? max : Math.max(least, max));
}

function isLegal(list: ChoiceList, choice: readonly string[]): boolean {
  const sold = list.modifiers.filter((modifier) => modifier.isAvailable).map((modifier) => modifier.modifierId);
  const isSold = choice.every((id) => sold.includes(id));
  return isSold && !choice.some((id) => isTooOften(list, choice, id)) && allows(list, choice.length);
}

function isTooOften(
  { allowMultipleSelection, maxPerModifier, halves }: StoredBounds,
  choice: readonly string[],
  id: string,
) {
  const times = choice.reduce((sum, other) => (other === id ? sum + 1 : sum), 0);
  return times > 1 && (!allowMultipleSelection || halves === true || times > (maxPerModifier ?? 1));
}

/** Every choice of at most `most` modifiers, each as often as there is room; its order does not matter. */
function choicesOf(all: readonly string[], most: number): string[][] {
  const [first, ...others] = all;
  if (first === undefined) return [[]];
  return Array.from({ length: most + 1 }, (_, times) => Array<string>(times).fill(first)).flatMap((taken) =>
    choicesOf(others, most - taken.length).map((rest) => [...taken, ...rest]),
  );
}

describe('any list', { timeout: 60_000 }, () => {
  test('takes exactly the legal choices', () => {
    const choices = fc.array(fc.constantFrom(...ids, 'z'), { maxLength: 5 });
    fc.assert(
      fc.property(listNamed('A'), listNamed('B'), choices, choices, (a, b, fromA, fromB) => {
        const legal = isLegal(a, fromA) && isLegal(b, fromB);
        expect(canAddToBasket([a, b], [chosen('A', ...fromA), chosen('B', ...fromB)])).toBe(legal);
      }),
      { numRuns: RUNS * 2 },
    );
  });

  test('accepts exactly the legal choices, and can be completed when there is one', () => {
    const all = choicesOf(ids, 4);
    expect(all).toHaveLength(126);
    fc.assert(
      fc.property(listNamed('A'), (list) => {
        const legal = all.filter((choice) => isLegal(list, choice));
        expect(all.filter((choice) => canAddToBasket([list], [chosen('A', ...choice)]))).toEqual(legal);
        expect(isCompletable(list)).toBe(legal.length > 0);
        expect(isRequired(list)).toBe(!allows(list, 0));
      }),
      { numRuns: RUNS / 5 },
    );
  });

  test('never lets taps exceed the maximum, choose a modifier twice or choose a sold-out one', () => {
    fc.assert(
      fc.property(listNamed('A'), fc.array(fc.constantFrom(...ids), { maxLength: 20 }), (list, taps) => {
        let choice: readonly string[] = [];
        for (const id of taps) {
          choice = toggleChoice(list, choice, id);
          const codes = checkChoices([list], [chosen('A', ...choice)]).map((problem) => problem.code);
          expect(codes.filter((code) => code !== 'too_few')).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('lets taps reach every legal choice', () => {
    fc.assert(
      fc.property(listNamed('A'), fc.shuffledSubarray(ids), (list, wanted) => {
        fc.pre(isLegal(list, wanted));
        const reached = wanted.reduce<readonly string[]>((choice, id) => toggleChoice(list, choice, id), []);
        expect(reached).toEqual(wanted);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('any flat list', { timeout: 60_000 }, () => {
  /** Whether some way of giving each id to one of the lists satisfies all of them. */
  function canBeShared(lists: readonly ChoiceList[], flat: readonly string[], given: string[][]): boolean {
    const [id, ...rest] = flat;
    if (id === undefined) return lists.every((list, at) => isLegal(list, given[at] ?? []));
    return lists.some((list, at) => {
      const held = given[at] ?? [];
      if (isTooOften(list, [...held, id], id) || !list.modifiers.some((modifier) => modifier.modifierId === id))
        return false;
      return canBeShared(lists, rest, given.with(at, [...held, id]));
    });
  }

  test('is shared out legally whenever possible, and loses or invents nothing', () => {
    const lists = fc
      .tuple(listNamed('A'), listNamed('B'), listNamed('C'), listNamed('D'))
      .map((all) => all.map(allAvailable));
    fc.assert(
      fc.property(lists, fc.array(fc.constantFrom(...ids, 'z'), { maxLength: 7 }), (all, flat) => {
        const { selections, unknown } = resolveFlatChoices(all, flat);
        const returned = [...selections.flatMap((selection) => selection.modifierIds), ...unknown];
        expect(returned.sort()).toEqual(flat.toSorted());
        const isOffered = (id: string): boolean =>
          all.some((list) => list.modifiers.some((modifier) => modifier.modifierId === id));
        expect(unknown).toEqual(flat.filter((id) => !isOffered(id)));
        const known = flat.filter(isOffered);
        expect(canAddToBasket(all, selections)).toBe(
          canBeShared(
            all,
            known,
            all.map(() => []),
          ),
        );
      }),
      { numRuns: RUNS * 2 },
    );
  });

  test('is shared out legally when it comes from a legal choice', () => {
    const lists = fc.tuple(listNamed('A'), listNamed('B'), listNamed('C')).map((all) => all.map(allAvailable));
    fc.assert(
      fc.property(lists, fc.nat(), (all, pick) => {
        const legal = all.map((list) => choicesOf(ids, 4).filter((choice) => isLegal(list, choice)));
        fc.pre(legal.every((choices) => choices.length > 0));
        const wanted = legal.map((choices) => choices[pick % choices.length] ?? []);
        const { selections, unknown } = resolveFlatChoices(all, wanted.flat());
        expect(unknown).toEqual([]);
        expect(checkChoices(all, selections)).toEqual([]);
      }),
      { numRuns: RUNS / 5 },
    );
  });
});
