import { expect, test } from 'vitest';
import type { OutletId, RestaurantId, TableId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { type CodedTable, isTableCode, makeTableCode, tableNumberIn } from './table-code.ts';

const secret = 'a violet anchor and 47 lamps at sea';
const table: CodedTable = {
  restaurantId: newId<RestaurantId>(),
  outletId: newId<OutletId>(),
  id: newId<TableId>(),
  number: 12,
  version: 3,
};

test('a code names its table and is short', () => {
  const code = makeTableCode(secret, table);
  expect(code).toMatch(/^12-[\w-]{16}$/);
  expect(tableNumberIn(code)).toBe(12);
  expect(isTableCode(secret, table, code)).toBe(true);
});

test.each<[string, CodedTable, string]>([
  ['another restaurant', { ...table, restaurantId: newId() }, secret],
  ['another outlet', { ...table, outletId: newId() }, secret],
  ['another table', { ...table, id: newId() }, secret],
  ['another number', { ...table, number: 13 }, secret],
  ['the former code', { ...table, version: 2 }, secret],
  ['another server', table, `${secret}!`],
])('a code is invalid: %s', (_, other, key) => {
  expect(isTableCode(secret, table, makeTableCode(key, other))).toBe(false);
});

test.each(['', '12', '12-', '-x', '12-short', `0-${'a'.repeat(16)}`, `12-${'a'.repeat(17)}`, `12-${'é'.repeat(16)}`])(
  '%j is no code',
  (text) => {
    expect(tableNumberIn(text)).toBeNull();
    expect(isTableCode(secret, table, text)).toBe(false);
  },
);
