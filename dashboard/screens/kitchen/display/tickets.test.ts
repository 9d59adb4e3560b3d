import { describe, expect, test } from 'vitest';
import type { CategoryId, ItemId, OrderId, OutletId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { makeOrder } from '../../../test/order.ts';
import { lastBumpedOrders } from './bumped-orders.ts';
import { stationOf } from './station.ts';
import { linesToMake, ticketsOf } from './tickets.ts';

const now = new Date('2026-01-01T12:10:00Z');
const made = '2026-01-01T12:05:00.000Z';
const [soup, shawarma] = ['soup' as ItemId, 'shawarma' as ItemId];
const [starters, grill] = ['starters' as CategoryId, 'grill' as CategoryId];
const categories = [
  { _id: starters, items: [{ _id: soup }] },
  { _id: grill, items: [{ _id: shawarma }] },
];
const all = stationOf({ outletId: null, hidden: [] }, categories);
const ofGrill = stationOf({ outletId: null, hidden: [starters] }, categories);

/** A shawarma and a soup, with what was done of them. */
function order(change: Partial<Order>, ...lines: Partial<OrderLine>[]): Order {
  const plain = makeOrder({ status: 'Confirmed', promisedAt: '2026-01-01T12:30:00.000Z' });
  return { ...plain, ...change, cart: plain.cart.map((line, index) => ({ ...line, ...lines[index] })) };
}
const board = (orders: Order[], station = all, seen = new Set<string>()) =>
  ticketsOf(orders, station, seen, now).map(
    ({ order: { orderNumber }, kind, lines, elsewhere }) =>
      `${orderNumber} ${kind}: ${lines.map(({ itemId }) => itemId).join(' ')}${elsewhere === 0 ? '' : ` +${elsewhere}`}`,
  );

describe('the board', () => {
  test('has what is in the kitchen, in the order in which it is due', () => {
    const late = order({ orderNumber: 7, promisedAt: '2026-01-01T12:00:00.000Z' });
    const others = (['New', 'Ready', 'Completed'] as const).map((status) => order({ status }));
    expect(board([order({ orderNumber: 8 }), ...others, late])).toEqual([
      '7 open: shawarma soup',
      '8 open: shawarma soup',
    ]);
  });

  test('keeps a ticket until all of its lines are made, and a line that is made on it', () => {
    expect(board([order({}, { madeAt: made })])).toEqual(['1042 open: shawarma soup']);
  });

  test('shows a station its lines only, and counts those that others have still to make', () => {
    expect(board([order({})], ofGrill)).toEqual(['1042 open: shawarma +1']);
    expect(board([order({}, {}, { madeAt: made })], ofGrill)).toEqual(['1042 open: shawarma']);
  });

  test('takes a ticket off a station when its lines are made', () => {
    expect(board([order({}, { madeAt: made })], ofGrill)).toEqual([]);
  });

  test('shows an order that was taken back with all made at every station: somebody must say that it is ready', () => {
    const takenBack = order({}, { madeAt: made }, { madeAt: made });
    expect(board([takenBack])).toEqual(['1042 open: shawarma soup']);
    expect(board([takenBack], ofGrill)).toEqual(['1042 open: shawarma']);
  });

  test('shows what is to be made again of an order that is Ready', () => {
    const again = order({ status: 'Ready' }, { recalledAt: made }, { madeAt: made });
    expect(board([again])).toEqual(['1042 again: shawarma soup']);
    expect(board([again], stationOf({ outletId: null, hidden: [grill] }, categories))).toEqual([]);
    const [ticket] = ticketsOf([again], all, new Set(), now);
    expect(linesToMake(ticket!).map(({ itemId }) => itemId)).toEqual([shawarma]);
  });

  test('says that an order was cancelled while it was being made, until somebody has seen it or ten minutes are over', () => {
    const cancelled = (from: 'New' | 'Confirmed', statusChangedAt: string) =>
      order({
        _id: 'gone' as OrderId,
        status: 'Cancelled',
        statusChangedAt,
        history: [{ from, to: 'Cancelled', at: statusChangedAt, by: 'Sara', reason: 'Too busy', isUndo: false }],
      });
    const stopped = cancelled('Confirmed', '2026-01-01T12:00:01.000Z');
    expect(board([stopped])).toEqual(['1042 stopped: shawarma soup']);
    const seen = new Set(['gone@2026-01-01T12:00:01.000Z']);
    expect(board([stopped], all, seen)).toEqual([]);
    const again = cancelled('Confirmed', '2026-01-01T12:05:00.000Z');
    expect(board([again], all, seen)).toEqual(['1042 stopped: shawarma soup']);
    expect(board([cancelled('Confirmed', '2026-01-01T12:00:00.000Z')])).toEqual([]);
    expect(board([cancelled('New', '2026-01-01T12:05:00.000Z')])).toEqual([]);
  });

  test('shows an outlet nothing of another', () => {
    const [here, there] = ['outlet' as OutletId, 'other' as OutletId];
    expect(board([order({})], { ...all, outletId: here })).toHaveLength(1);
    expect(board([order({})], { ...all, outletId: there })).toEqual([]);
  });
});

describe('recallable bumps', () => {
  const recallable = (orders: Order[], station = all) =>
    lastBumpedOrders(orders, station).map(
      ({ order: { orderNumber }, lines }) => `${orderNumber}: ${lines.map(({ itemId }) => itemId).join(' ')}`,
    );
  const earlier = '2026-01-01T12:04:00.000Z';

  test('are listed as they were made, the latest first', () => {
    const apart = order({ orderNumber: 1 }, { madeAt: earlier }, { madeAt: '2026-01-01T12:06:00.000Z' });
    const together = order({ orderNumber: 2, status: 'Ready' }, { madeAt: made }, { madeAt: made });
    expect(recallable([apart, together])).toEqual(['1: soup', '2: shawarma soup', '1: shawarma']);
  });

  test('belong to this station, and to orders that are not completed', () => {
    const ready = order({ status: 'Ready' }, { madeAt: made }, { madeAt: made });
    expect(recallable([ready], ofGrill)).toEqual(['1042: shawarma']);
    expect(recallable([{ ...ready, status: 'Completed' }])).toEqual([]);
    expect(recallable([ready], { ...all, outletId: 'other' as OutletId })).toEqual([]);
    expect(recallable([order({}, { recalledAt: made })])).toEqual([]);
  });

  test('are twelve at most', () => {
    const orders = Array.from({ length: 20 }, (_, number) =>
      order({ orderNumber: number }, { madeAt: new Date(Date.parse(made) + number).toISOString() }),
    );
    expect(recallable(orders)).toHaveLength(12);
    expect(recallable(orders)[0]).toBe('19: shawarma');
  });
});
