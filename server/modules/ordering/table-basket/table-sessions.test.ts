/** The shared basket of a table, from several phones at once (docs/decisions/0024). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { type TableSession, tableSessionLimits } from '#contract/dining/table-sessions.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';
import { linesOf, lina, omar, phonesAt, sara } from '#server/test/data/table-sessions.ts';
import { makeTables, openDineIn } from '#server/test/data/tables.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: string;
let table: Awaited<ReturnType<typeof makeTables>>[number];
let phones: ReturnType<typeof phonesAt>;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = await openDineIn(server, made);
  [table] = (await makeTables(server, { token: owner, outletId: made.outletId, names: ['12'] })) as [typeof table];
  phones = phonesAt(server, made, table.code);
});

describe('phones at one table', () => {
  test('share a basket, each with lines of its own', async () => {
    const tableSession = await phones.join(sara);
    expect((await phones.join(omar))._id).toBe(tableSession._id);
    expect((await phones.join(sara)).participants).toHaveLength(2);
    await Promise.all([
      phones.share(tableSession, sara, [phones.water('s1'), phones.water('s2', 2)], 'Sara'),
      phones.share(tableSession, omar, [phones.water('o1')]),
      phones.share(tableSession, sara, [phones.water('s1'), phones.water('s2', 2)], 'Sara'),
    ]);
    const seen = await phones.read(tableSession, omar);
    expect(linesOf(seen)).toEqual([
      ['Sara', ['s1 1', 's2 2']],
      ['Guest 2', ['o1 1']],
    ]);
    expect(seen.participants.map(({ isYou }) => isYou)).toEqual([false, true]);
    expect((await phones.share(tableSession, omar, [phones.water('o1')])).version).toBe(seen.version);
    expect(linesOf(await phones.share(tableSession, omar, []))).toEqual([
      ['Sara', ['s1 1', 's2 2']],
      ['Guest 2', []],
    ]);
  });

  test('begin one table session when they join at once', async () => {
    const all = await Promise.all([phones.join(sara), phones.join(omar), phones.join(lina)]);
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(1);
    expect((await phones.read(all[0], lina)).participants).toHaveLength(3);
  });
});

describe("a phone's lines", () => {
  test('are removed by that phone alone, and do not come back', async () => {
    const tableSession = await phones.join(sara);
    await phones.join(omar);
    await phones.share(tableSession, sara, [phones.water('s1')], 'Sara');
    const seen = await phones.share(tableSession, omar, [phones.water('o1'), phones.water('o2')]);
    expect(await refusalOf(phones.remove(tableSession, sara, 2))).toMatchObject({
      status: 409,
      code: 'table.not_your_lines',
      msg: 'Only the phone that chose these dishes takes them off. Ask that guest, or a waiter.',
    });
    expect(await phones.read(tableSession, omar)).toEqual(seen);
    const both = await Promise.all([phones.remove(tableSession, omar, 2), phones.remove(tableSession, omar, 2)]);
    expect(both.map(({ version }) => version)).toEqual([seen.version + 1, seen.version + 1]);
    expect(linesOf(both[0])).toEqual([
      ['Sara', ['s1 1']],
      ['Guest 2', []],
    ]);
    expect(both[0].removedLineIds).toEqual(['o1', 'o2']);
    const after = await phones.share(tableSession, omar, [phones.water('o1'), phones.water('o3')]);
    expect(linesOf(after)[1]).toEqual(['Guest 2', ['o3 1']]);
    expect(await refusalOf(phones.order(seen, sara, 17.33))).toMatchObject({ code: 'order.table_basket_changed' });
  });

  test('are not removed by a stranger', async () => {
    const tableSession = await phones.share(await phones.join(sara), sara, [phones.water('s1')]);
    const over = { status: 409, code: 'table.session_over' };
    expect(await refusalOf(phones.remove(tableSession, lina, 1))).toMatchObject(over);
    const theirs = await makeRestaurant(server.db);
    expect(await refusalOf(phones.remove(tableSession, sara, 1, theirs.siteToken))).toMatchObject(over);
    expect(linesOf(await phones.read(tableSession, sara))).toEqual([['Guest 1', ['s1 1']]]);
  });
});

test("a guest's given name is kept until it is taken back; without one the kitchen reads a number", async () => {
  const tableSession = await phones.join(sara);
  await phones.join(omar);
  const seen = await phones.share(tableSession, sara, [], 'Sara');
  expect(seen.participants.map(({ name, isNamed }) => [name, isNamed])).toEqual([
    ['Sara', true],
    ['Guest 2', false],
  ]);
  expect((await phones.share(tableSession, sara, [])).participants[0]).toMatchObject({ name: 'Sara', isNamed: true });
  const after = await phones.share(tableSession, sara, [], '');
  expect(after.participants[0]).toMatchObject({ name: 'Guest 1', isNamed: false });
  expect(after.version).toBe(seen.version + 1);
});

test('all tables of an outlet are listed, also where 200 of another have sat longer', async () => {
  const { outlet } = await server.call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, owner);
  const names = Array.from({ length: 200 }, (_, index) => `T${index + 1}`);
  await makeTables(server, { token: owner, outletId: outlet._id, names });
  await platformTransaction(server.db, 'seed', (tx) =>
    sql`
      insert into table_sessions (restaurant_id, id, outlet_id, table_id, code_version, started_at, last_active_at)
      select restaurant_id, gen_random_uuid(), outlet_id, id, code_version, ${server.clock.now()}, ${server.clock.now()}
      from dining_tables where restaurant_id = ${made.id} and outlet_id = ${outlet._id}`.execute(tx),
  );
  server.clock.advance(1000);
  await phones.share(await phones.join(sara), sara, [phones.water('s1')]);
  const listed = async (query: { outletId?: OutletId }) => {
    const { tableSessions } = await server.call('GET /dining/get-table-sessions', { query }, owner);
    return [tableSessions.length, tableSessions.some(({ tableId }) => tableId === table._id)];
  };
  expect(await listed({ outletId: made.outletId })).toEqual([1, true]);
  expect(await listed({ outletId: outlet._id })).toEqual([201, false]);
  expect(await listed({})).toEqual([200, false]);
});

describe('a table session is over', () => {
  const over = { status: 409, code: 'table.session_over' };
  async function expectOver(tableSession: TableSession): Promise<void> {
    expect(await refusalOf(phones.read(tableSession, sara))).toMatchObject(over);
    expect(await refusalOf(phones.share(tableSession, sara, [phones.water('s1')]))).toMatchObject(over);
    expect(await refusalOf(phones.order(tableSession, sara, 5.78))).toMatchObject(over);
  }

  test('when the table is cleared: the next party begins with nothing', async () => {
    await phones.join(sara);
    const tableSession = await phones.share(await phones.join(sara), sara, [phones.water('s1')], 'Sara');
    const list = async () => (await server.call('GET /dining/get-table-sessions', {}, owner)).tableSessions;
    expect(await list()).toMatchObject([{ tableId: table._id, participants: 1 }]);
    const params = { id: table._id };
    for (const _ of [1, 2]) await server.call('POST /dining/clear-table/:id', { params }, owner);
    expect(await list()).toEqual([]);
    await expectOver(tableSession);
    expect(linesOf(await phones.join(omar))).toEqual([['Guest 1', []]]);
  });

  test('when the table has another code, or is deleted', async () => {
    const params = { id: table._id };
    const before = await phones.share(await phones.join(sara), sara, [phones.water('s1')]);
    const { table: coded } = await server.call('POST /dining/new-code/:id', { params }, owner);
    const code = coded.address.split('/').at(-1)!;
    expect(await refusalOf(phones.read(before, sara))).toMatchObject(over);
    const next = await phones.join(omar, code);
    expect(linesOf(next)).toEqual([['Guest 1', []]]);
    await server.call('DELETE /dining/delete-table/:id', { params }, owner);
    expect(await refusalOf(phones.read(next, omar))).toMatchObject(over);
  });

  test('when its outlet is deleted', async () => {
    const { outlet } = await server.call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, owner);
    const [other] = await makeTables(server, { token: owner, outletId: outlet._id, names: ['1'] });
    const tableSession = await phones.share(await phones.join(sara, other!.code), sara, [phones.water('s1')]);
    await server.call(
      'DELETE /outlet/delete-outlet/:id',
      { params: { id: outlet._id }, body: { password: ownersPassword } },
      owner,
    );
    expect(await refusalOf(phones.read(tableSession, sara))).toMatchObject(over);
    expect((await server.call('GET /dining/get-table-sessions', {}, owner)).tableSessions).toEqual([]);
  });

  test('only for staff of its outlet: others neither see nor end it', async () => {
    await phones.share(await phones.join(sara), sara, [phones.water('s1')]);
    const { outlet } = await server.call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, owner);
    const { token } = await makeOwner(server.db, made.id, 'staff', [outlet._id]);
    expect((await server.call('GET /dining/get-table-sessions', {}, token)).tableSessions).toEqual([]);
    const clearing = server.call('POST /dining/clear-table/:id', { params: { id: table._id } }, token);
    expect(await refusalOf(clearing)).toMatchObject({ status: 404 });
    expect((await server.call('GET /dining/get-table-sessions', {}, owner)).tableSessions).toMatchObject([
      { participants: 1 },
    ]);
  });

  test('when nothing was chosen for three hours', async () => {
    const tableSession = await phones.share(await phones.join(sara), sara, [phones.water('s1')], 'Sara');
    server.clock.advance(tableSessionLimits.idleHours * 3_600_000 - 1000);
    expect(linesOf(await phones.read(tableSession, sara))).toEqual([['Sara', ['s1 1']]]);
    server.clock.advance(1000);
    expect(await refusalOf(phones.read(tableSession, sara))).toMatchObject(over);
    expect(linesOf(await phones.join(omar))).toEqual([['Guest 1', []]]);
    server.clock.advance(-tableSessionLimits.idleHours * 3_600_000);
  });

  test('for a phone that is no participant, or is in another restaurant', async () => {
    const tableSession = await phones.share(await phones.join(sara), sara, [phones.water('s1')]);
    expect(await refusalOf(phones.read(tableSession, omar))).toMatchObject(over);
    expect(await refusalOf(phones.share(tableSession, omar, [phones.water('o1')]))).toMatchObject(over);
    expect(await refusalOf(phones.order(tableSession, omar, 5.78))).toMatchObject(over);
    const theirs = await makeRestaurant(server.db);
    expect(await refusalOf(phones.read(tableSession, sara, theirs.siteToken))).toMatchObject(over);
    expect(await refusalOf(phones.join(sara, table.code, theirs.siteToken))).toMatchObject({
      code: 'table.code_invalid',
    });
    const { token } = await makeOwner(server.db, theirs.id);
    const clearing = server.call('POST /dining/clear-table/:id', { params: { id: table._id } }, token);
    expect(await refusalOf(clearing)).toMatchObject({ status: 404 });
    expect(linesOf(await phones.read(tableSession, sara))).toEqual([['Guest 1', ['s1 1']]]);
  });
});

test('twenty phones choose and change their minds at once, and nothing is lost', async () => {
  const keys = Array.from({ length: tableSessionLimits.participantsMax }, (_, index) =>
    index.toString(16).padStart(32, '0'),
  );
  const [tableSession] = (await Promise.all(keys.map((key) => phones.join(key)))) as [TableSession];
  await Promise.all(keys.map((key) => phones.share(tableSession, key, [phones.water('one'), phones.water('two')])));
  const all = await Promise.all(keys.map((key) => phones.share(tableSession, key, [phones.water('two', 2)])));
  expect(Math.max(...all.map(({ version }) => version))).toBe(1 + 2 * keys.length);
  const seen = await phones.read(tableSession, keys[7]!);
  expect(linesOf(seen)).toEqual(keys.map((_, index) => [`Guest ${index + 1}`, ['two 2']]));
});

test('a table has a limit of phones and of lines', async () => {
  const keys = Array.from({ length: tableSessionLimits.participantsMax }, (_, index) =>
    index.toString(16).padStart(32, '0'),
  );
  const tableSession = await phones.join(keys[0]!);
  for (const key of keys.slice(1)) await phones.join(key);
  expect(await refusalOf(phones.join(sara))).toMatchObject({ status: 409, code: 'table.full' });
  const most = limits.basketLinesMax;
  await phones.share(
    tableSession,
    keys[0]!,
    Array.from({ length: most - 1 }, (_, index) => phones.water(`x${index}`)),
  );
  await phones.share(tableSession, keys[1]!, [phones.water('y1')]);
  const tooMany = phones.share(tableSession, keys[1]!, [phones.water('y1'), phones.water('y2')]);
  expect(await refusalOf(tooMany)).toMatchObject({ status: 409, code: 'table.basket_full' });
  // Fewer lines are always accepted.
  expect(linesOf(await phones.share(tableSession, keys[0]!, [phones.water('x0')])).slice(0, 2)).toEqual([
    ['Guest 1', ['x0 1']],
    ['Guest 2', ['y1 1']],
  ]);
});
