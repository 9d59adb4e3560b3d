import { describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import {
  afterAnswer,
  afterEvent,
  afterRewind,
  afterSnapshot,
  type LiveOrders,
  type Move,
  withMoves,
} from './live-orders.ts';
import { makeOrder } from '../test/order.ts';

const id = (number: number) => `id-${number}` as OrderId;
const order = (number: number, status: OrderStatus, version: number): Order =>
  makeOrder({ _id: id(number), orderNumber: number, status, version });
const brief = (orders: readonly Order[]) => orders.map((one) => `${one.orderNumber} ${one.status} v${one.version}`);
const placed = (seq: number, one: Order) => ({ type: 'order.placed', seq, order: one }) as const;
const changed = (seq: number, one: Order) => ({ type: 'order.status_changed', seq, order: one }) as const;

const known = { order: [order(1, 'New', 1), order(2, 'Confirmed', 2)], lastEvent: 10 } satisfies LiveOrders;

describe('an event', () => {
  test('a new order joins the list', () => {
    const next = afterEvent(known, placed(11, order(3, 'New', 1)));
    expect(brief(next.order)).toEqual(['1 New v1', '2 Confirmed v2', '3 New v1']);
    expect(next.lastEvent).toBe(11);
  });
  test('a change takes the place of what was known', () => {
    expect(brief(afterEvent(known, changed(11, order(1, 'Confirmed', 2))).order)).toEqual([
      '1 Confirmed v2',
      '2 Confirmed v2',
    ]);
  });
  test('a second delivery of the same event changes nothing', () => {
    expect(afterEvent(known, changed(10, order(1, 'Ready', 9)))).toBe(known);
  });
  test('an older version is not taken, but the number is', () => {
    const next = afterEvent(known, changed(12, order(2, 'New', 1)));
    expect(brief(next.order)).toEqual(brief(known.order));
    expect(next.lastEvent).toBe(12);
  });
  test('a change of the escalation is taken over, although the version stays', () => {
    const seen = { ...order(1, 'New', 1), seenBy: 'Sara', seenAt: '2026-01-01T12:01:00.000Z' };
    const escalated = { ...order(1, 'New', 1), escalation: 'devices' } as const;
    const next = afterEvent(known, { type: 'order.escalated', seq: 11, order: escalated });
    expect(next.order[0]).toBe(escalated);
    const later = afterEvent(next, { type: 'order.seen', seq: 12, order: { ...seen, escalation: 'devices' } });
    expect(later.order[0]).toMatchObject({ seenBy: 'Sara', escalation: 'devices' });
    expect(afterAnswer(later, escalated).order[0]).toMatchObject({ seenBy: 'Sara' });
  });
  test('an event without an order moves the number alone', () => {
    expect(afterEvent(known, { type: 'catalogue.changed', seq: 11 })).toEqual({ order: known.order, lastEvent: 11 });
  });
  test('the newest version stands in any order of arrival', () => {
    const events = [
      changed(11, order(1, 'Confirmed', 2)),
      changed(12, order(1, 'Ready', 3)),
      placed(13, order(4, 'New', 1)),
    ];
    const answer = order(1, 'Ready', 3);
    const early = events.reduce(afterEvent, afterAnswer(known, answer));
    const late = afterAnswer(events.reduce(afterEvent, known), answer);
    expect(brief(early.order)).toEqual(['1 Ready v3', '2 Confirmed v2', '4 New v1']);
    expect(late).toEqual(early);
  });
});

describe('a whole list', () => {
  test('is taken when there was none', () => {
    expect(afterSnapshot(undefined, known, null)).toBe(known);
  });
  test('brings new orders and drops those that are gone', () => {
    const next = afterSnapshot(known, { order: [order(2, 'Ready', 3), order(5, 'New', 1)], lastEvent: 20 }, 10);
    expect(brief(next.order)).toEqual(['2 Ready v3', '5 New v1']);
    expect(next.lastEvent).toBe(20);
  });
  test('changes nothing when events have overtaken it', () => {
    expect(afterSnapshot(known, { order: [], lastEvent: 9 }, 9)).toBe(known);
  });
  test('does not take an own move back that it does not know yet', () => {
    const moved = afterAnswer(known, order(1, 'Confirmed', 2));
    const read = { order: [order(1, 'New', 1), order(2, 'Confirmed', 2)], lastEvent: 10 };
    expect(brief(afterSnapshot(moved, read, 10).order)).toEqual(['1 Confirmed v2', '2 Confirmed v2']);
  });
  test('keeps an order that has just come to its end', () => {
    const completed = afterAnswer(known, order(2, 'Completed', 3));
    expect(brief(afterSnapshot(completed, { order: [order(1, 'New', 1)], lastEvent: 11 }, 10).order)).toEqual([
      '1 New v1',
      '2 Completed v3',
    ]);
  });
});

describe('a database that has gone back', () => {
  const moved = afterEvent(known, changed(11, order(1, 'Ready', 3)));
  const restored = { order: [order(1, 'New', 1), order(3, 'New', 1)], lastEvent: 5 };

  test('leaves the list in sight, which takes no events until it is read', () => {
    const rewound = afterRewind(moved);
    expect(brief(rewound.order)).toEqual(['1 Ready v3', '2 Confirmed v2']);
    expect(afterEvent(rewound, placed(6, order(4, 'New', 1)))).toBe(rewound);
  });
  test('is believed, with lower numbers and versions', () => {
    const read = afterSnapshot(afterRewind(moved), restored, null);
    expect(read).toEqual(restored);
    const next = afterEvent(read, placed(6, order(4, 'New', 1)));
    expect(brief(next.order)).toEqual(['1 New v1', '3 New v1', '4 New v1']);
    expect(next.lastEvent).toBe(6);
  });
  test('is believed although it has given the numbers of before again', () => {
    expect(afterSnapshot(afterRewind(moved), { ...restored, lastEvent: 30 }, null).order).toEqual(restored.order);
  });
  test('is known by a list that was behind when it was asked for', () => {
    expect(afterSnapshot(moved, restored, 11)).toEqual(restored);
  });
});

test('an order that was cancelled stays for the kitchen to read, however many are completed after it', () => {
  let list = afterAnswer(known, order(2, 'Cancelled', 3));
  for (let number = 100; number < 130; number += 1) list = afterAnswer(list, order(number, 'Completed', 4));
  expect(brief(list.order)).toContain('2 Cancelled v3');
  expect(list.order.filter(({ status }) => status === 'Completed')).toHaveLength(20);
});

test('orders that came to their end do not pile up', () => {
  let list: LiveOrders = known;
  for (let number = 100; number < 200; number += 1) {
    const end = makeOrder({
      _id: id(number),
      orderNumber: number,
      status: 'Completed',
      version: 4,
      statusChangedAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
    });
    list = afterEvent(list, changed(number, end));
  }
  expect(list.order).toHaveLength(22);
  expect(brief(list.order).slice(0, 3)).toEqual(['1 New v1', '2 Confirmed v2', '180 Completed v4']);
});

describe('moves that are not confirmed yet', () => {
  const move = (number: number, from: OrderStatus, to: OrderStatus): Move => ({
    orderId: id(number),
    from,
    to,
    at: new Date('2026-01-01T12:00:00.000Z'),
  });
  const statuses = (moves: readonly Move[]) => withMoves(known.order, moves).map((one) => one.status);

  test('show at once, without touching what is known', () => {
    expect(statuses([move(1, 'New', 'Confirmed')])).toEqual(['Confirmed', 'Confirmed']);
    expect(known.order[0]?.status).toBe('New');
  });
  test('an undo that waits behind its move takes it back', () => {
    expect(statuses([move(1, 'New', 'Confirmed'), move(1, 'Confirmed', 'New')])).toEqual(['New', 'Confirmed']);
  });
  test('no longer count once they failed, so the order stands where it was', () => {
    expect(statuses([])).toEqual(['New', 'Confirmed']);
  });
  test('are left out when somebody else was faster', () => {
    expect(statuses([move(2, 'New', 'Confirmed'), move(2, 'Ready', 'Completed')])).toEqual(['New', 'Confirmed']);
  });
  test('an accepted order shows the time that was promised', () => {
    const [first] = withMoves(known.order, [{ ...move(1, 'New', 'Confirmed'), preparationTime: 25 }]);
    expect(first?.promisedAt).toBe('2026-01-01T12:25:00.000Z');
    expect(first?.statusChangedAt).toBe('2026-01-01T12:00:00.000Z');
  });
});
