import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('fields that differ are sent, with what is in them', () => {
  const before = { name: 'Lunch', calories: null, sale: { modes: ['pickup'] } };
  expect(changedFields(before, { ...before, sale: { modes: ['pickup'] } })).toEqual({});
  expect(changedFields<object>(before, { ...before, sale: { modes: ['delivery'] } })).toEqual({
    sale: { modes: ['delivery'] },
  });
});

test('a number that cannot be read is no empty field', () => {
  expect(changedFields<object>({ calories: null }, { calories: Number.NaN })).toEqual({ calories: Number.NaN });
  expect(changedFields<object>({ tiers: [{ fee: null }] }, { tiers: [{ fee: Number.NaN }] })).toEqual({
    tiers: [{ fee: Number.NaN }],
  });
});
