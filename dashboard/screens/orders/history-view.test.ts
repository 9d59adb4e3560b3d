import { expect, test } from 'vitest';
import { ALL_ROWS } from '../../components/list-view.ts';
import { filtersOf, historyQuery, readHistory, writeHistory } from './history-view.ts';

const read = (address: string) => readHistory(new URLSearchParams(address));

test('an empty address is the newest ten of all orders', () => {
  expect(read('')).toEqual({ search: {}, sort: null, page: 0, size: 10 });
  expect(historyQuery(read(''))).toEqual({ page: 1, size: 10 });
});

test('every field travels through the address and back', () => {
  const view = {
    search: {
      id: '#12',
      phone: '050 123',
      name: 'José',
      outlet: 'Marina',
      date: '2026-03',
      from: '2026-03-01',
      to: '2026-03-31',
      status: 'In Kitchen',
      channel: 'WhattsApp',
      type: 'Pickup',
      paymentMethod: 'Cash on Pickup',
      tests: 'true',
    },
    sort: { key: 'total', direction: 'desc' as const },
    page: 2,
    size: ALL_ROWS,
  };
  const params = writeHistory(view);
  expect(readHistory(params)).toEqual(view);
  expect(historyQuery(view)).toEqual({ ...view.search, sort: '-total', page: 3, size: 'all' });
});

test('what stands at its default is not in the address', () => {
  expect(writeHistory({ search: { type: 'Delivery' }, sort: null, page: 0, size: 10 }).toString()).toBe(
    'type=Delivery',
  );
});

test.each([
  ['from=2026-02-31', 'a day that there is not'],
  ['from=yesterday', 'no day'],
  ['to=2026-3-1', 'a day spelt otherwise'],
  ['date=2026-03-01T00', 'more than a day'],
  [`name=${'a'.repeat(101)}`, 'more than a name'],
  ['tests=maybe', 'neither'],
  ['phone=%20', 'nothing but space'],
  ['sort=-colour', 'no column'],
])('%s is left out: %s', (address) => {
  expect(read(address)).toEqual({ search: {}, sort: null, page: 0, size: 10 });
});

test('test orders are asked for by one word only', () => {
  expect(filtersOf({ type: 'Pickup', tests: 'true' })).toEqual({ type: 'Pickup', tests: 'true' });
  expect(filtersOf({ type: 'Pickup' })).toEqual({ type: 'Pickup' });
});
