import { expect, test } from 'vitest';
import { ALL_ROWS } from '../../components/list/list-view.ts';
import { historyAddress, historyQuery, readHistory, writeHistory } from './history-view.ts';

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
      table: '12',
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

test('a number is read without the marks of direction that it was copied with', () => {
  expect(read(`phone=${encodeURIComponent('\u202a050 123\u202c')}`).search).toEqual({ phone: '050 123' });
});

test('values at their default are not in the address', () => {
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
  ['phone=%E2%80%AA%E2%80%AC', 'nothing that shows'],
  ['name=a%00b', 'a sign that no name has'],
  ['sort=-colour', 'no column'],
])('%s is left out: %s', (address) => {
  expect(read(address)).toEqual({ search: {}, sort: null, page: 0, size: 10 });
});

test.each([
  ['hour=24', 'no hour'],
  ['taxRate=5.125', 'no rate'],
  ['outletId=marina', 'no id'],
  ['ended=eaten', 'no ending'],
  ['accepted=toString', 'no span'],
  ['sold=false', 'nothing to filter'],
])('%s is left out: %s', (address) => {
  expect(read(address).search).toEqual({});
});

test('the filters of a figure travel with it', () => {
  const search = { from: '2026-03-01', to: '2026-03-02', sold: 'true', hour: '18', taxRate: '5', accepted: 'over-10' };
  const address = historyAddress(search);
  expect(address).toBe('/dashboard/orders?from=2026-03-01&to=2026-03-02&sold=true&hour=18&taxRate=5&accepted=over-10');
  expect(readHistory(new URL(address, 'http://localhost').searchParams).search).toEqual(search);
});
