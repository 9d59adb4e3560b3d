import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseTimes, mostTimes, toggleChoice } from './change-choice.ts';
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
