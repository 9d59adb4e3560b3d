import { expect, test } from 'vitest';
import { type Availability, itemAvailability } from './availability.ts';
import type { ChoiceList } from './option-choice.ts';

const list = (minModifier: number, ...available: boolean[]): ChoiceList => ({
  listId: `${minModifier} of ${available.length}`,
  minModifier,
  maxModifier: 3,
  allowMultipleSelection: true,
  modifiers: available.map((isAvailable, at) => ({ modifierId: String(at), isAvailable })),
});

const onSale = { quantity: null, isInactiveAtOutlet: false, categoryInactive: false, lists: [] };

test.each<[string, Partial<Parameters<typeof itemAvailability>[0]>, Availability]>([
  ['not counted', {}, 'available'],
  ['one left', { quantity: 1 }, 'available'],
  ['none left', { quantity: 0 }, 'sold_out'],
  ['fewer than none', { quantity: -1 }, 'sold_out'],
  ['off at the outlet', { isInactiveAtOutlet: true }, 'not_here'],
  ['its category off at the outlet', { categoryInactive: true }, 'not_here'],
  ['none left and off at the outlet', { quantity: 0, isInactiveAtOutlet: true }, 'not_here'],
  ['none left in a category that is off', { quantity: 0, categoryInactive: true }, 'not_here'],
  ['a required list with a modifier left', { lists: [list(1, false, true)] }, 'available'],
  ['a required list with none left', { lists: [list(1, false, false)] }, 'sold_out'],
  ['two required, one left', { lists: [list(2, true, false)] }, 'sold_out'],
  ['an optional list with none left', { lists: [list(0, false, false)] }, 'available'],
  ['the second of two lists with none left', { lists: [list(1, true), list(1, false)] }, 'sold_out'],
  ['some left, a required list with none', { quantity: 5, lists: [list(1, false)] }, 'sold_out'],
])('%s', (_what, changes, expected) => {
  expect(itemAvailability({ ...onSale, ...changes })).toBe(expected);
});
