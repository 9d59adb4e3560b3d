/** A table session ends with its party, and a phone from afar does not keep others out (docs/decisions/0042). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TableSession, tableSessionLimits } from '#contract/dining/table-sessions.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { linesOf, lina, omar, phonesAt, sara } from '#server/test/data/table-sessions.ts';
import { makeTables, openDineIn } from '#server/test/data/tables.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

const MINUTES = 60_000;

let server: TestApp;
let made: TestRestaurant;
let owner: string;
let phones: ReturnType<typeof phonesAt>;
let otherTable: ReturnType<typeof phonesAt>;
beforeAll(async () => {
  server = await startApp({ config: { rateLimits: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(new Date());
  made = await makeRestaurant(server.db);
  owner = await openDineIn(server, made);
  const tables = await makeTables(server, { token: owner, outletId: made.outletId, names: ['12', '13'] });
  [phones, otherTable] = tables.map(({ code }) => phonesAt(server, made, code)) as [typeof phones, typeof phones];
});

const over = { status: 409, code: 'table.session_over' };
const outcome = (calling: Promise<unknown>): Promise<string> =>
  calling.then(
    () => 'ok',
    (error: { answer?: { code: string } }) => error.answer?.code ?? 'failed',
  );
/** Sara orders a water, which the kitchen completes at once. */
async function eat(): Promise<TableSession> {
  const seen = await phones.share(await phones.join(sara), sara, [phones.water('s1')], 'Sara');
  const { _id: orderId } = await phones.order(seen, sara, 5.78);
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) {
    await server.call('POST /order/update-order-status', { body: { orderId, status } }, owner);
  }
  return seen;
}

describe('a table session', () => {
  test('ends fifteen minutes after its last order was completed', async () => {
    const tableSession = await eat();
    server.clock.advance(14 * MINUTES);
    expect((await phones.read(tableSession, sara)).orders).toHaveLength(1);
    server.clock.advance(MINUTES + 1_000);
    expect(await refusalOf(phones.read(tableSession, sara))).toMatchObject(over);
    expect(linesOf(await phones.join(omar))).toEqual([['Guest 1', []]]);
  });

  test('goes on while its party chooses more, or an order is under way', async () => {
    const tableSession = await eat();
    server.clock.advance(14 * MINUTES);
    const seen = await phones.share(tableSession, sara, [phones.water('s2')]);
    server.clock.advance(14 * MINUTES);
    await phones.order(await phones.read(seen, sara), sara, 5.78);
    server.clock.advance(100 * MINUTES);
    expect((await phones.read(tableSession, sara)).orders).toHaveLength(2);
  });

  test('is another one for a phone that joins after half an hour of silence', async () => {
    const before = await phones.share(await phones.join(sara), sara, [phones.water('s1')], 'Sara');
    server.clock.advance(29 * MINUTES);
    expect((await phones.join(omar))._id).toBe(before._id);
    server.clock.advance(30 * MINUTES);
    expect((await phones.join(omar))._id).toBe(before._id);
    server.clock.advance(30 * MINUTES);
    const after = await phones.join(lina);
    expect(after._id).not.toBe(before._id);
    expect(linesOf(after)).toEqual([['Guest 1', []]]);
    expect(await refusalOf(phones.read(before, sara))).toMatchObject(over);
  });

  test('is the same for a phone that joins while the kitchen works for it', async () => {
    const seen = await phones.share(await phones.join(sara), sara, [phones.water('s1')], 'Sara');
    await phones.order(seen, sara, 5.78);
    server.clock.advance(40 * MINUTES);
    expect((await phones.join(omar))._id).toBe(seen._id);
  });
});

describe('a full table', () => {
  const key = (index: number) => index.toString(16).padStart(32, '0');
  async function fill(): Promise<TableSession> {
    const tableSession = await phones.join(sara);
    for (let index = 1; index < tableSessionLimits.participantsMax; index++) {
      // Six phones a minute are let in.
      if (index % 6 === 0) server.clock.advance(MINUTES + 1_000);
      await phones.join(key(index));
    }
    return tableSession;
  }

  test('lets a new phone in for one that has chosen nothing for ten minutes', async () => {
    const tableSession = await fill();
    await phones.share(tableSession, sara, [phones.water('s1')], 'Sara');
    await phones.share(tableSession, key(1), [phones.water('k1')]);
    server.clock.advance(10 * MINUTES);
    const after = await phones.join(lina);
    expect(after._id).toBe(tableSession._id);
    expect(after.participants).toHaveLength(tableSessionLimits.participantsMax);
    expect(after.participants.filter(({ isYou }) => isYou)).toMatchObject([{ number: 3, name: 'Guest 3' }]);
    expect(linesOf(after).slice(0, 2)).toEqual([
      ['Sara', ['s1 1']],
      ['Guest 2', ['k1 1']],
    ]);
    expect(await refusalOf(phones.read(tableSession, key(2)))).toMatchObject(over);
  });

  test('refuses a new phone while every other is at it', async () => {
    const tableSession = await fill();
    for (let index = 1; index < tableSessionLimits.participantsMax; index++) {
      await phones.share(tableSession, key(index), [phones.water(`k${index}`)]);
    }
    await phones.share(tableSession, sara, [phones.water('s1')]);
    server.clock.advance(20 * MINUTES);
    expect(await refusalOf(phones.join(lina))).toMatchObject({ status: 409, code: 'table.full' });
  });
});

test('six new phones a minute join a table from one address; another table is not held up', async () => {
  const keys = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(32));
  const outcomes = await Promise.all(keys.map((one) => outcome(phones.join(one))));
  expect(outcomes.sort()).toEqual([...Array<string>(6).fill('ok'), 'rate.limited', 'rate.limited']);
  expect(await outcome(otherTable.join(sara))).toBe('ok');
  server.clock.advance(MINUTES + 1_000);
  expect(await outcome(phones.join(lina))).toBe('ok');
});
