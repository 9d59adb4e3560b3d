import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { codeIn, makeTables, openDineIn } from '#server/test/data/tables.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp({ config: { rateLimits: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = await openDineIn(server, made);
});

const tables = (names: string[], area = 'Terrace') =>
  makeTables(server, { token: owner, outletId: made.outletId, names, area });
const call = (table: string, kind: 'waiter' | 'bill' = 'waiter') =>
  server.call('POST /dining/request-service', { body: { table, kind } }, made.siteToken);
const calls = async (token = owner) =>
  (await server.call('GET /dining/get-service-requests', {}, token)).serviceRequests;

test('a table has one request of each kind, whichever guest repeats it, until it is answered', async () => {
  const [table] = await tables(['12']);
  await Promise.all([call(table!.code), call(table!.code), call(table!.code, 'bill')]);
  const open = await calls();
  expect(open.map(({ kind }) => kind).sort()).toEqual(['bill', 'waiter']);
  expect(open[0]).toMatchObject({ tableName: '12', tableArea: 'Terrace', outletId: made.outletId });
  const params = { id: open[0]!._id };
  for (const _ of [1, 2]) await server.call('POST /dining/answer-service-request/:id', { params }, owner);
  expect((await calls()).map(({ _id }) => _id)).toEqual([open[1]!._id]);
});

test('a void code makes no request', async () => {
  const [table] = await tables(['12']);
  await server.call('POST /dining/new-code/:id', { params: { id: table!._id } }, owner);
  expect(await refusalOf(call(table!.code))).toMatchObject({ status: 404, code: 'table.code_invalid' });
  expect(await calls()).toEqual([]);
});

test('a manager of another outlet sees none of its requests, and a cloned outlet has new table numbers', async () => {
  const [table] = await tables(['12']);
  await call(table!.code);
  const params = { id: made.outletId };
  const { outlet } = await server.call('POST /outlet/clone-outlet/:id', { params }, owner);
  const { token } = await makeOwner(server.db, made.id, 'manager', [outlet._id]);
  expect(await calls(token)).toEqual([]);
  const theirs = await server.call('GET /dining/get-tables/:id', { params: { id: outlet._id } }, token);
  expect(theirs.tables.map(({ name }) => name)).toEqual(['12']);
  expect(codeIn(theirs.tables[0]!.address).split('-')[0]).not.toBe(table!.code.split('-')[0]);
  const answering = server.call(
    'POST /dining/answer-service-request/:id',
    { params: { id: (await calls())[0]!._id } },
    token,
  );
  expect(await refusalOf(answering)).toMatchObject({ status: 404 });
});

test('a table that asks too often has to wait', async () => {
  const [table] = await tables(['12']);
  for (let count = 0; count < limits.serviceRequestsPerTenMinutes; count++) {
    await call(table!.code);
    const [open] = await calls();
    await server.call('POST /dining/answer-service-request/:id', { params: { id: open!._id } }, owner);
  }
  expect(await refusalOf(call(table!.code))).toMatchObject({ status: 429, code: 'rate.limited' });
  expect(await calls()).toEqual([]);
});
