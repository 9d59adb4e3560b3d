import { describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { makeOrder } from '../../../test/order.ts';
import {
  inKitchenOrder,
  inSteadyOrder,
  isInTab,
  isListed,
  matchesSearch,
  nextToAccept,
  orderTab,
  orderTabs,
} from './order-filter.ts';

const order = (orderNumber: number, status: OrderStatus, minute: number) =>
  makeOrder({ orderNumber, status, createdAt: `2026-01-01T12:${String(minute).padStart(2, '0')}:00.000Z` });

test('new orders lead; of each kind the one that waits for longest is first', () => {
  const orders = [
    order(1, 'Ready', 1),
    order(2, 'New', 5),
    order(3, 'Confirmed', 3),
    order(4, 'New', 9),
    order(5, 'Confirmed', 2),
  ];
  expect(inKitchenOrder(orders).map((one) => one.orderNumber)).toEqual([2, 4, 1, 5, 3]);
});

test('the number decides between two orders of the same moment', () => {
  expect(inKitchenOrder([order(8, 'New', 1), order(7, 'New', 1)]).map((one) => one.orderNumber)).toEqual([7, 8]);
  expect(inKitchenOrder([order(8, 'Ready', 1), order(7, 'Ready', 1)]).map((one) => one.orderNumber)).toEqual([7, 8]);
});

const named = (id: string, status: OrderStatus = 'New') => makeOrder({ _id: id as OrderId, status });
const ids = (orders: readonly { _id: string }[]) => orders.map(({ _id }) => _id);

test('orders on the screen keep their places, and arrivals are at its end', () => {
  const before = ['b', 'a'] as OrderId[];
  expect(ids(inSteadyOrder(before, [named('new'), named('a'), named('b')]))).toEqual(['b', 'a', 'new']);
  expect(ids(inSteadyOrder(before, [named('x'), named('b'), named('y')]))).toEqual(['b', 'x', 'y']);
  expect(ids(inSteadyOrder([], [named('x'), named('y')]))).toEqual(['x', 'y']);
});

test('after an order was accepted, the next one that waits is shown, then the first', () => {
  const listed = [named('a'), named('b', 'Confirmed'), named('c'), named('d')];
  expect(nextToAccept(listed, 'a' as OrderId)?._id).toBe('c');
  expect(nextToAccept(listed, 'd' as OrderId)?._id).toBe('a');
  expect(nextToAccept([named('a')], 'a' as OrderId)).toBeNull();
  const later = { ...named('l'), firesAt: '2026-01-01T13:00:00.000Z', orderDate: '2026-01-01T13:00:00.000Z' };
  expect(nextToAccept([named('a'), later, named('r', 'Ready')], 'a' as OrderId)).toBeNull();
});

test.each([
  ['New', ['all', 'new']],
  ['Confirmed', ['all', 'kitchen']],
  ['Ready', ['all', 'ready']],
] as const)('%s is in the tabs %j', (status, tabs) => {
  expect(orderTabs.filter((tab) => isInTab(order(1, status, 0), tab))).toEqual(tabs);
});

test('an unknown tab is All', () => {
  expect(orderTab('kitchen')).toBe('kitchen');
  expect(orderTab('delivered')).toBe('all');
  expect(orderTab(null)).toBe('all');
});

const sara = makeOrder({
  _id: '0198c0de-1111-7000-8000-00000000abcd' as OrderId,
  orderNumber: 1042,
  orderName: 'M-1042',
  customerName: 'Sára Khan',
  phoneNo: '+971501234567',
});
test.each([
  '',
  '  ',
  '1042',
  '#104',
  'm-10',
  '#M-1042',
  'sara',
  'KHAN',
  '0198C0DE',
  'abcd',
  '050 123',
  '00971 50',
  '٠٥٠١٢٣',
  '۰۵۰ ۱۲۳',
  '\u202a+971 50 123\u202c',
  '١٠٤٢',
  '+971 50',
  '(50) 123-45',
])('"%s" finds the order', (text) => {
  expect(matchesSearch(sara, text)).toBe(true);
});
test.each(['shawarma', 'GARLIC', 'lentil', 'شاورما'])('"%s" finds what was ordered', (text) => {
  const [shawarma, soup] = sara.cart;
  const cart = [{ ...shawarma!, nameTranslations: { ar: 'شاورما دجاج' } }, soup!];
  expect(matchesSearch({ ...sara, cart }, text)).toBe(true);
});
test.each(['1043', 'D-1042', 'sarah', '+44', '+50 123', '050 124', 'zzz', '-', '+'])(
  '"%s" does not find the order',
  (text) => {
    expect(matchesSearch({ ...sara, _id: 'x' as OrderId }, text)).toBe(false);
  },
);

describe('a scheduled order', () => {
  const waiting = makeOrder({
    orderNumber: 9,
    createdAt: '2026-01-01T08:00:00.000Z',
    orderDate: '2026-01-01T13:00:00.000Z',
    firesAt: '2026-01-01T12:45:00.000Z',
  });
  const fired = { ...waiting, firedAt: '2026-01-01T12:45:00.000Z' };

  test('is in its own tab until it fires, then in New and All', () => {
    expect(orderTabs.filter((tab) => isInTab(waiting, tab))).toEqual(['scheduled']);
    expect(orderTabs.filter((tab) => isInTab(fired, tab))).toEqual(['all', 'new']);
    expect(orderTabs.filter((tab) => isInTab({ ...waiting, status: 'Confirmed' }, tab))).toEqual(['all', 'kitchen']);
  });

  test('is found from All', () => {
    expect(isListed(waiting, 'all', '#9')).toBe(true);
    expect(isListed(waiting, 'all', '')).toBe(false);
    expect(isListed(waiting, 'new', '#9')).toBe(false);
  });

  test('comes after what is at work, by when it begins, and leads once it has fired', () => {
    const sooner = { ...waiting, orderNumber: 8, firesAt: '2026-01-01T12:30:00.000Z' };
    const orders = [waiting, sooner, order(1, 'New', 9), order(2, 'Ready', 1)];
    expect(inKitchenOrder(orders).map((one) => one.orderNumber)).toEqual([1, 2, 8, 9]);
    expect(inKitchenOrder([...orders, { ...fired, orderNumber: 7 }]).map((one) => one.orderNumber)).toEqual([
      1, 7, 2, 8, 9,
    ]);
  });
});
