import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canRunOutOfRoom, canTap, chooseTimes, mostTimes, roomForOptions, toggleChoice } from './change-choice.ts';
import { checkChoices, type ChoiceList } from './option-choice.ts';

const list: ChoiceList = {
  listId: 'extras',
  minModifier: 0,
  maxModifier: 4,
  allowMultipleSelection: true,
  optional: true,
  maxPerModifier: 3,
  modifiers: ['cheese', 'bacon', 'egg'].map((modifierId) => ({ modifierId, isAvailable: modifierId !== 'egg' })),
};

test.each([
  ['once more beside where it stands', ['cheese', 'bacon'], 'cheese', 2, ['cheese', 'cheese', 'bacon']],
  ['last where it was not chosen', ['cheese'], 'bacon', 2, ['cheese', 'bacon', 'bacon']],
  ['no more often than one may be', ['cheese'], 'cheese', 9, ['cheese', 'cheese', 'cheese']],
  [
    'no more than all together may be',
    ['cheese', 'cheese', 'bacon'],
    'bacon',
    3,
    ['cheese', 'cheese', 'bacon', 'bacon'],
  ],
  ['once less', ['cheese', 'cheese', 'bacon'], 'cheese', 1, ['cheese', 'bacon']],
  ['not at all', ['cheese', 'bacon', 'bacon'], 'bacon', 0, ['cheese']],
  ['no more of what is sold out', ['egg'], 'egg', 2, ['egg']],
  ['less of what is sold out', ['egg', 'egg'], 'egg', 1, ['egg']],
  ['nothing that is not in the list', [], 'mayo', 1, []],
])('%s', (_what, before, modifierId, times, after) => {
  const result = chooseTimes(list, before, modifierId, times);
  expect(result).toEqual(after);
  if (before.join() === after.join()) expect(result).toBe(before);
});

test('a tap takes back every time that one was chosen', () => {
  expect(toggleChoice(list, ['cheese', 'bacon', 'cheese'], 'cheese')).toEqual(['bacon']);
  expect(toggleChoice(list, ['cheese', 'cheese', 'cheese', 'bacon'], 'egg')).toEqual([
    'cheese',
    'cheese',
    'cheese',
    'bacon',
  ]);
});

test.each([
  ['one that was sold out after it was chosen', ['egg', 'egg'], 'egg', 3, true],
  ['one that is sold out', ['cheese'], 'egg', 3, false],
  ['one more, while there is room', ['cheese'], 'bacon', 3, true],
  ['one more in a full list', ['cheese', 'cheese', 'cheese', 'egg'], 'bacon', 3, false],
  ['one that is chosen in a full list', ['cheese', 'cheese', 'cheese', 'egg'], 'cheese', 3, true],
  ['one more of a full dish', ['cheese'], 'bacon', 0, false],
])('whether it can be tapped: %s', (_what, chosen, modifierId, room, expected) => {
  expect(canTap(list, chosen, modifierId, room)).toBe(expected);
});

test('taps and counts in any order never make a choice that the list refuses, and reach the most that is told', () => {
  const ids = ['a', 'b', 'c'];
  const anyList = fc.record({
    listId: fc.constant('A'),
    minModifier: fc.constant(0),
    maxModifier: fc.integer({ min: 0, max: 5 }),
    allowMultipleSelection: fc.boolean(),
    optional: fc.constant(true),
    maxPerModifier: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    modifiers: fc.tuple(
      ...ids.map((modifierId) => fc.record({ modifierId: fc.constant(modifierId), isAvailable: fc.boolean() })),
    ),
  });
  const step = fc.tuple(fc.constantFrom(...ids, 'z'), fc.option(fc.integer({ min: 0, max: 6 })));
  fc.assert(
    fc.property(anyList, fc.array(step, { maxLength: 12 }), (any, steps) => {
      let choice: readonly string[] = [];
      for (const [id, times] of steps) {
        const before = choice;
        choice = times === null ? toggleChoice(any, choice, id) : chooseTimes(any, choice, id, times);
        expect(checkChoices([any], [{ listId: 'A', modifierIds: choice }])).toEqual([]);
        if (times === null) continue;
        const counted = (ids: readonly string[]) => ids.filter((one) => one === id).length;
        // By trying: the greatest number of it that goes with the others.
        const others = before.filter((one) => one !== id);
        const most = [6, 5, 4, 3, 2, 1, 0].find(
          (tried) =>
            checkChoices([any], [{ listId: 'A', modifierIds: [...others, ...Array<string>(tried).fill(id)] }])
              .length === 0,
        );
        expect(mostTimes(any, before, id)).toBe(most);
        expect(counted(choice)).toBe(Math.min(times, most!));
        expect(choice.filter((one) => one !== id)).toEqual(others);
      }
    }),
    { numRuns: 3000 },
  );
});

test('a dish has room for twenty options, each time of one counted', () => {
  const size = { ...list, listId: 'size', allowMultipleSelection: false, optional: false, minModifier: 1 };
  const room = (extras: number, sizes: number, listId: string) =>
    roomForOptions([list, size], (id) => (id === 'size' ? sizes : extras), listId);
  // A size has to be chosen, so that the extras are nineteen at most.
  expect([room(0, 0, 'extras'), room(0, 0, 'size')]).toEqual([19, 20]);
  expect([room(2, 1, 'extras'), room(2, 1, 'size')]).toEqual([17, 17]);
  expect([room(19, 0, 'extras'), room(19, 0, 'size')]).toEqual([0, 1]);
  const without = { ...list, maxModifier: 0, maxPerModifier: 10 };
  expect([mostTimes(without, ['cheese', 'bacon'], 'cheese', 3), mostTimes(without, ['cheese'], 'cheese', 0)]).toEqual([
    4, 1,
  ]);
  expect(chooseTimes(without, ['cheese'], 'cheese', 9, 2)).toEqual(['cheese', 'cheese', 'cheese']);
  const full = ['cheese'];
  expect(chooseTimes(without, full, 'cheese', 2, 0)).toBe(full);
  expect(toggleChoice(without, full, 'bacon', 0)).toBe(full);
  expect(toggleChoice(without, full, 'bacon', 1)).toEqual(['cheese', 'bacon']);
  expect(toggleChoice(without, full, 'cheese', 0)).toEqual([]);
  // Another one of a single choice takes the place of the first.
  const single = { ...list, allowMultipleSelection: false, optional: false };
  expect([toggleChoice(single, [], 'bacon', 0), toggleChoice(single, ['cheese'], 'bacon', 0)]).toEqual([[], ['bacon']]);
});

test.each([
  ['four of a list', [list], false],
  ['ten each of two', [{ ...list, maxModifier: 0, maxPerModifier: 10 }], true],
  ['twenty', Array.from({ length: 5 }, () => list), false],
  ['twenty and one', [...Array.from({ length: 5 }, () => list), { ...list, allowMultipleSelection: false }], true],
  ['twenty-one different ones', [many(21)], true],
  ['twenty different ones', [many(20)], false],
] as [string, ChoiceList[], boolean][])('lists that allow %s: %o', (_what, lists, isMore) => {
  expect(canRunOutOfRoom(lists)).toBe(isMore);
});

function many(count: number): ChoiceList {
  const modifiers = Array.from({ length: count }, (_, index) => ({ modifierId: `${index}`, isAvailable: true }));
  return { ...list, maxModifier: 0, maxPerModifier: 1, modifiers };
}
