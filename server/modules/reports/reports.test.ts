/**
 * Reports against an oracle that adds up the orders one by one, to the minor unit; and each figure against the history,
 * which must find exactly the orders behind it (OH-06, OH-07).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { acceptSpans, readySpans } from '#contract/base/enumerations.ts';
import type { OrderId, OutletId } from '#contract/base/ids.ts';
import type { HistoryFilters } from '#contract/ordering/order-history.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { Figures } from '#contract/reports/reports.ts';
import { newId } from '#server/db/new-id.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import type { PastLine, PastOrder } from '#server/test/data/past-orders.ts';
import { added, inMinor, localOf, makeReported, minor, type ReportedOrder } from '#server/test/data/reported-orders.ts';
import type { TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let made: TestRestaurant;
let token: string;
/** A zone with clock changes: New York on 8 March 2026 leaves out 02:00, on 1 November it has 01:00 twice. */
const newYork = newId<OutletId>();
let orders: ReportedOrder[];
/** All orders of the list, within the longest period of a report. */
const year = { from: '2026-01-01', to: '2026-12-31' };

beforeAll(async () => {
  server = await startApp();
  ({ made, token, orders } = await makeReported(server.db, newYork));
});
afterAll(() => server.close());

const real = () => orders.filter(({ isTest }) => isTest !== true);
const sold = () => real().filter(({ status }) => status !== 'Cancelled');

/** Groups the orders by a key, for the oracle. */
function grouped(some: readonly ReportedOrder[], key: (order: ReportedOrder) => string | number) {
  const groups = new Map<string, ReportedOrder[]>();
  for (const order of some) groups.set(String(key(order)), [...(groups.get(String(key(order))) ?? []), order]);
  return groups;
}

async function expectInHistory(
  filters: CallInput<'GET /order/history'>['query'],
  expected: readonly { id: OrderId }[],
) {
  const query = { ...filters, size: 'all' as const };
  const { order, total, isTotalExact } = await server.call('GET /order/history', { query }, token);
  expect({ total, isTotalExact }, JSON.stringify(filters)).toEqual({ total: expected.length, isTotalExact: true });
  expect(order.map(({ _id }) => _id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
}

const sales = (query: CallInput<'GET /report/sales'>['query'] = year) =>
  server.call('GET /report/sales', { query }, token);

type Group = [
  what: string,
  rows: () => Promise<(Figures & { key: string | number })[]>,
  key: (order: PastOrder) => string | number,
  filter: (key: string) => CallInput<'GET /order/history'>['query'],
];
const channel = ({ platform }: PastOrder) =>
  ({ WhatsApp: 'WhattsApp', google: 'Google', Facebook: 'Facebook' })[platform!] ?? 'Others';
const payment = (order: PastOrder) =>
  order.mode === 'dine-in' ? `${order.payment} at table` : `${order.payment} on ${order.mode}`;
const groups: Group[] = [
  [
    'day',
    async () => (await sales()).days.map((row) => ({ ...row, key: row.day })),
    (order) => localOf(order).date,
    (day) => ({ from: day, to: day }),
  ],
  [
    'hour',
    async () => (await sales()).hours.map((row) => ({ ...row, key: row.hour })),
    (order) => Math.floor(localOf(order).minuteOfDay / 60),
    (hour) => ({ hour }),
  ],
  [
    'outlet',
    async () => (await sales()).outlets.map((row) => ({ ...row, key: row.outletId })),
    ({ outletId }) => outletId ?? made.outletId,
    (outletId) => ({ outletId: outletId as OutletId }),
  ],
  [
    'type',
    async () => (await sales()).types.map((row) => ({ ...row, key: row.type })),
    ({ mode }) => mode!,
    (type) => ({ type }),
  ],
  [
    'payment',
    async () => (await sales()).payments.map((row) => ({ ...row, key: row.paymentMethod })),
    payment,
    (paymentMethod) => ({ paymentMethod }),
  ],
  [
    'channel',
    async () => (await sales()).channels.map((row) => ({ ...row, key: row.channel })),
    channel,
    (name) => ({ channel: name }),
  ],
  [
    'VAT rate',
    async () => (await sales()).tax.map((row) => ({ ...row, key: row.taxRate })),
    ({ amounts }) => amounts!.rateBp / 100,
    (taxRate) => ({ taxRate }),
  ],
];

describe('sales', () => {
  test('are the sums of the orders, without cancelled and test orders', async () => {
    const { total, subtotal, average, atWork, rejected, cancelled, currency } = await sales();
    expect(currency).toBe('AED');
    expect(inMinor(total)).toEqual(added(sold()));
    expect(minor(subtotal)).toBe(sold().reduce((sum, { amounts }) => sum + BigInt(amounts!.subtotal), 0n));
    expect(minor(average)).toBe(BigInt(Math.round(Number(added(sold()).total - added(sold()).tips) / sold().length)));
    expect(atWork).toBe(sold().filter(({ status }) => status === 'Ready').length);
    const ended = real().filter(({ status }) => status === 'Cancelled');
    for (const [figures, wasAccepted] of [
      [rejected, false],
      [cancelled, true],
    ] as const) {
      const some = ended.filter(({ acceptedAt }) => (acceptedAt !== undefined) === wasAccepted);
      expect(some.length).toBeGreaterThan(10);
      expect([figures.orders, minor(figures.total)]).toEqual([some.length, added(some).total]);
      await expectInHistory({ ...year, ended: wasAccepted ? 'cancelled' : 'rejected' }, some);
    }
    await expectInHistory({ ...year, sold: 'true' }, sold());
  });

  test.each(groups)(
    'by %s are those of the orders, add up to the total, and are found in the history',
    async (_, read, key, filter) => {
      const rows = await read();
      const expected = grouped(sold(), key);
      expect(rows.length).toBeGreaterThan(1);
      expect(Object.fromEntries(rows.map((row) => [row.key, inMinor(row)]))).toEqual(
        Object.fromEntries([...expected].map(([name, some]) => [name, added(some)])),
      );
      const { total } = await sales();
      expect(rows.reduce((sum, row) => sum + minor(row.total), 0n)).toBe(minor(total.total));
      for (const [name, some] of [...expected].slice(0, 6)) {
        await expectInHistory({ ...year, sold: 'true', ...filter(name) }, some);
      }
    },
  );

  test('count an hour that a clock shows twice once for each time, and have none that it leaves out', async () => {
    const onDay = (day: string) => sold().filter((order) => order.outletId === newYork && localOf(order).date === day);
    for (const day of ['2026-03-08', '2026-11-01']) {
      const { hours } = await sales({ from: day, to: day, outletId: newYork });
      const expected = grouped(onDay(day), (order) => Math.floor(localOf(order).minuteOfDay / 60));
      expect(Object.fromEntries(hours.map((row) => [row.hour, row.orders]))).toEqual(
        Object.fromEntries([...expected].map(([hour, some]) => [hour, some.length])),
      );
    }
    const march = await sales({ from: '2026-03-08', to: '2026-03-08', outletId: newYork });
    expect(march.hours.map(({ hour }) => hour)).not.toContain(2);
  });

  test('are limited to one outlet and some days', async () => {
    const query = { from: '2026-03-01', to: '2026-03-31', outletId: newYork };
    const some = sold().filter((order) => order.outletId === newYork && localOf(order).date.startsWith('2026-03'));
    const { total, outlets } = await sales(query);
    expect(some.length).toBeGreaterThan(10);
    expect(inMinor(total)).toEqual(added(some));
    expect(outlets.map(({ name }) => name)).toEqual(['New York']);
    await expectInHistory({ ...query, sold: 'true' }, some);
  });

  test('are zero for days without orders', async () => {
    const nothing = { orders: 0, net: 0, tax: 0, deliveryFees: 0, tips: 0, total: 0, discounts: 0 };
    const { total, days, rejected } = await sales({ from: '2025-01-01', to: '2025-12-31' });
    expect({ total, days, rejected }).toEqual({ total: nothing, days: [], rejected: { orders: 0, total: 0 } });
  });
});

describe('dishes and options', () => {
  const report = () => server.call('GET /report/items', { query: year }, token);
  const linesOf = (some: readonly PastOrder[]) =>
    some.flatMap((order) => order.lines!.map((line) => ({ order, line })));

  test('dishes add up to the subtotal', async () => {
    const { items, subtotal } = await report();
    const lines = linesOf(sold());
    expect(items).toHaveLength(3);
    for (const item of items) {
      const own = lines.filter(({ line }) => line.itemId === item.itemId);
      const inOrders = sold().filter(({ lines: all }) => all!.some((line) => line.itemId === item.itemId));
      expect([item.quantity, item.orders, minor(item.total)]).toEqual([
        own.reduce((sum, { line }) => sum + line.quantity, 0),
        inOrders.length,
        own.reduce((sum, { line }) => sum + BigInt(line.total), 0n),
      ]);
      await expectInHistory({ ...year, sold: 'true', itemId: item.itemId }, inOrders);
    }
    expect(items.reduce((sum, item) => sum + minor(item.total), 0n)).toBe(minor(subtotal));
    expect(subtotal).toBe((await sales()).subtotal);
    // Sorted by their present names.
    expect(items.map(({ name }) => name).toSorted()).toEqual(
      ['burger', 'special', 'water'].map((name) => `${name} ${made.canary}`),
    );
  });

  test('options have the amounts charged for them, once or for each portion', async () => {
    const { options } = await report();
    expect(options).toHaveLength(2);
    for (const option of options) {
      const has = (line: PastLine) => line.options.some(({ itemId }) => itemId === option.optionId);
      const own = linesOf(sold()).filter(({ line }) => has(line));
      const charged = ({ order, line }: (typeof own)[number]) =>
        line.options.find(({ itemId }) => itemId === option.optionId)!.price *
        (order.chargeOptions === 'each' ? line.quantity : 1);
      const inOrders = sold().filter(({ lines }) => lines!.some(has));
      expect([option.quantity, option.orders, minor(option.total)]).toEqual([
        own.reduce((sum, { line }) => sum + line.quantity, 0),
        inOrders.length,
        own.reduce((sum, entry) => sum + BigInt(charged(entry)), 0n),
      ]);
      await expectInHistory({ ...year, sold: 'true', optionId: option.optionId }, inOrders);
    }
  });
});

describe('service', () => {
  const report = () => server.call('GET /report/service', { query: year }, token);
  const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;
  const quantile = (values: number[], share: number) => {
    const sorted = values.toSorted((one, other) => one - other);
    const at = (sorted.length - 1) * share;
    const below = sorted[Math.floor(at)]!;
    return Math.round(below + (sorted[Math.ceil(at)]! - below) * (at % 1));
  };

  test.each([
    ['acceptance', acceptSpans, 'accepted', (o: PastOrder) => o.acceptedAt && secondsBetween(o.placedAt, o.acceptedAt)],
    ['readiness', readySpans, 'ready', (o: PastOrder) => o.readyAt && secondsBetween(o.promisedAt!, o.readyAt)],
  ] as const)('has the figures of %s, found in the history', async (which, spans, filter, secondsOf) => {
    const { orders: count, averageSeconds, medianSeconds, spans: found } = (await report())[which];
    const timed = real().flatMap((order) => {
      const seconds = secondsOf(order);
      return typeof seconds === 'number' ? [{ order, seconds }] : [];
    });
    const seconds = timed.map((entry) => entry.seconds);
    expect({ count, averageSeconds, medianSeconds }).toEqual({
      count: timed.length,
      averageSeconds: Math.round(seconds.reduce((sum, one) => sum + one, 0) / timed.length),
      medianSeconds: quantile(seconds, 0.5),
    });
    const bounds: Record<string, readonly [number | null, number | null]> = spans;
    expect(found.map(({ span }) => span)).toEqual(Object.keys(spans));
    for (const { span, orders: inSpan } of found) {
      const [from, below] = bounds[span]!;
      const own = timed.filter(
        (entry) => (from === null || entry.seconds >= from * 60) && (below === null || entry.seconds < below * 60),
      );
      expect(inSpan).toBe(own.length);
      await expectInHistory(
        { ...year, [filter]: span } satisfies Partial<HistoryFilters>,
        own.map(({ order }) => order),
      );
    }
    expect(found.reduce((sum, { orders: inSpan }) => sum + inSpan, 0)).toBe(count);
    const whole = timed.map(({ order }) => order);
    await expectInHistory({ ...year, [filter]: 'any' }, whole);
  });

  test('has the ninth decile, and the share in time', async () => {
    const { acceptance, readiness } = await report();
    const accepted = real().flatMap((o) => (o.acceptedAt ? [secondsBetween(o.placedAt, o.acceptedAt)] : []));
    expect(acceptance.ninetiethSeconds).toBe(quantile(accepted, 0.9));
    const late = real().flatMap((o) => (o.readyAt ? [secondsBetween(o.promisedAt!, o.readyAt)] : []));
    expect(readiness.inTime).toBe(late.filter((seconds) => seconds < 60).length);
  });

  test('has the reasons of rejections and cancellations', async () => {
    const { endings } = await report();
    const ended = real().filter(({ status }) => status === 'Cancelled');
    const expected = grouped(ended, ({ acceptedAt, reason }) => `${acceptedAt ? 'cancelled' : 'rejected'} ${reason}`);
    expect(
      Object.fromEntries(endings.map((row) => [`${row.ended} ${row.reason}`, [row.orders, minor(row.total)]])),
    ).toEqual(Object.fromEntries([...expected].map(([key, some]) => [key, [some.length, added(some).total]])));
    for (const { ended: how, reason } of endings) {
      await expectInHistory({ ...year, ended: how, reason }, expected.get(`${how} ${reason}`)!);
    }
  });
});

describe('files', () => {
  const exported = async (table: string) => {
    const reply = await server.app.inject({
      url: `/api/v1/report/export?table=${table}&from=${year.from}&to=${year.to}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.statusCode).toBe(200);
    return {
      rows: reply.body.replace('\ufeff', '').trimEnd().split('\r\n'),
      headers: reply.headers,
      begins: reply.body[0],
    };
  };

  test('have the figures of the screen, with all decimals', async () => {
    const { rows, headers, begins } = await exported('types');
    const { types } = await sales();
    expect(begins).toBe('\ufeff');
    expect(headers['content-disposition']).toBe('attachment; filename="types-2026-01-01-2026-12-31.csv"');
    expect(headers['x-row-count']).toBe('3');
    expect(rows).toEqual([
      'Type,Orders,Currency,Discounts,Net,VAT,Delivery fees,Tips,Total',
      ...types.map(({ type, orders: count, discounts, net, tax, deliveryFees, tips, total }) =>
        [type, count, 'AED', ...[discounts, net, tax, deliveryFees, tips, total].map((major) => major.toFixed(2))].join(
          ',',
        ),
      ),
    ]);
  });

  test('have no cell that a spreadsheet would compute (R73)', async () => {
    const { rows } = await exported('endings');
    expect(rows.filter((row) => row.includes(',=Closing'))).toEqual([]);
    expect(rows.filter((row) => row.includes(",'=Closing"))).toHaveLength(2);
  });

  test.each(['days', 'hours', 'outlets', 'payments', 'channels', 'tax', 'items', 'options', 'acceptance', 'readiness'])(
    'have the rows of %s',
    async (table) => {
      const { rows, headers } = await exported(table);
      expect(rows).toHaveLength(Number(headers['x-row-count']) + 1);
      expect(rows.length).toBeGreaterThan(1);
    },
  );
});

test.each([
  [{ from: '2026-02-02', to: '2026-02-01' }, 'the wrong way round'],
  [{ from: '2025-01-01', to: '2026-12-31' }, 'two years'],
])('%o are refused: %s', async (query) => {
  expect(await refusalOf(sales(query))).toMatchObject({ status: 400, code: 'report.days_invalid' });
});
