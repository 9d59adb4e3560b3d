import { expect, test } from 'vitest';
import { type Attempt, checkHistory, type Ledger } from './history.ts';

const attempt = (key: string, askedAt: number, answer: Attempt['answer']): Attempt => ({
  key,
  outletId: 'marina',
  askedAt,
  answeredAt: askedAt + 5,
  answer,
});
const placed = (n: number) => ({
  kind: 'placed' as const,
  orderId: `order-${n}`,
  orderNumber: n,
  body: `{"orderNumber":${n}}`,
});
const soldOut = { kind: 'refused' as const, code: 'order.sold_out' };

/** Three orders of four portions, one after the other; the second one's first answer was lost. */
const attempts: readonly Attempt[] = [
  attempt('a', 10, placed(1)),
  attempt('b', 20, 'unknown'),
  attempt('b', 30, placed(2)),
  attempt('c', 40, placed(3)),
  attempt('a', 50, placed(1)),
];
const ledger: Ledger = {
  outlets: [{ id: 'marina', lastNumber: 3 }],
  orders: ['a', 'b', 'c'].map((key, n) => ({ id: `order-${n + 1}`, outletId: 'marina', number: n + 1, keys: [key] })),
  events: [
    { seq: 1, type: 'catalogue.changed', orderId: null },
    ...[1, 2, 3].map((n) => ({ seq: n + 1, type: 'order.placed', orderId: `order-${n}` })),
  ],
  lastSeq: 4,
  stock: { before: 4, after: 1 },
};
const [first, second, third] = ledger.orders as [
  Ledger['orders'][number],
  Ledger['orders'][number],
  Ledger['orders'][number],
];

test('a history in which everything is right has no fault', () => {
  expect(checkHistory(attempts, [ledger])).toEqual([]);
});

test('an order whose answer nobody received may exist or not', () => {
  const unknown = attempts.filter(({ key }) => key !== 'c').concat(attempt('c', 40, 'unknown'));
  expect(checkHistory(unknown, [ledger])).toEqual([]);
  const without = {
    ...ledger,
    outlets: [{ id: 'marina', lastNumber: 2 }],
    orders: [first, second],
    events: ledger.events.slice(0, 3),
    lastSeq: 3,
    stock: { before: 4, after: 2 },
  };
  expect(checkHistory(unknown, [without])).toEqual([]);
});

const planted: [what: string, attempts: readonly Attempt[], change: Partial<Ledger>, fault: string][] = [
  ['a lost order', attempts, { orders: [first, second] }, 'order 3 of key c was acknowledged and is lost'],
  [
    'a doubled order',
    attempts,
    { orders: [...ledger.orders, { ...third, id: 'order-4', number: 4 }] },
    'key c stands for 2 orders',
  ],
  [
    'an order told to two keys',
    [...attempts, attempt('d', 60, placed(3))],
    { orders: [first, second, { ...third, keys: ['c', 'd'] }] },
    'order 3 has 2 keys',
  ],
  [
    'an order that nobody asked for',
    attempts,
    { orders: [...ledger.orders, { ...third, id: 'order-4', number: 4, keys: ['z'] }] },
    'order 4 has the key z, which nobody sent',
  ],
  [
    'another number than the one told',
    attempts,
    { orders: [first, { ...second, number: 3 }, { ...third, number: 2 }] },
    'key b was told order 2 and stands for order 3',
  ],
  [
    'another answer to a repeated key',
    [...attempts, attempt('a', 60, { ...placed(1), body: '{}' })],
    {},
    'key a was answered in two ways',
  ],
  [
    'an order of a refused key',
    attempts.map((one) => (one.key === 'c' ? { ...one, answer: soldOut } : one)),
    {},
    'key c was refused with order.sold_out and has an order',
  ],
  [
    'a gap in the order numbers',
    attempts,
    { outlets: [{ id: 'marina', lastNumber: 4 }] },
    'order number 4 is missing before 4',
  ],
  [
    'an order number given twice',
    attempts,
    { orders: [first, second, { ...third, number: 2 }] },
    'an order number was given twice',
  ],
  [
    'a number above the counter',
    attempts,
    { outlets: [{ id: 'marina', lastNumber: 2 }] },
    'order number 3 is above 2, the last one given',
  ],
  ['a gap in the events', attempts, { events: ledger.events.slice(1) }, 'event 1 is missing before 4'],
  [
    'an order that no screen was told of',
    attempts,
    { events: ledger.events.slice(0, 3), lastSeq: 3 },
    'order 3 was told to screens 0 times',
  ],
  [
    'an order told to screens twice',
    attempts,
    { events: [...ledger.events, { ...ledger.events[3]!, seq: 5 }], lastSeq: 5 },
    'order 3 was told to screens 2 times',
  ],
  [
    'an event of an order that is not there',
    attempts,
    { events: [...ledger.events, { seq: 5, type: 'order.placed', orderId: 'order-9' }], lastSeq: 5 },
    'screens were told of order order-9, which is not there',
  ],
  ['more sold than there was', attempts, { stock: { before: 2, after: 0 } }, '3 portions of 2 were sold'],
  ['a portion that vanished', attempts, { stock: { before: 4, after: 0 } }, '0 portions are left of 4 after 3 orders'],
  [
    'a refusal while portions were left',
    [...attempts, attempt('d', 60, soldOut)],
    {},
    'an order was refused as sold out, and 1 portions are left',
  ],
  [
    'numbers out of order',
    attempts.map((one) => (one.key === 'c' ? { ...one, askedAt: 1, answeredAt: 2 } : one)),
    {},
    'order number 3 comes after that of a later order',
  ],
  [
    'events out of order',
    attempts,
    {
      events: [
        ledger.events[0]!,
        ...[1, 3, 2].map((n, at) => ({ seq: at + 2, type: 'order.placed', orderId: `order-${n}` })),
      ],
    },
    'event 4 comes after that of a later order',
  ],
];

test.each(planted)('%s is found', (_, history, change, fault) => {
  expect(checkHistory(history, [{ ...ledger, ...change }])).toContain(fault);
});
