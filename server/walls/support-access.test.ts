/**
 * An admin with support access reads, changes nothing, and learns nothing about guests (R26). The cases are generated
 * from the contract, for every declared call.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { CallerKind, Endpoint } from '#contract/base/endpoint.ts';
import type { ErrorAnswer } from '#contract/base/errors.ts';
import { cleanUp } from '../clean-up.ts';
import { startApp, type TestApp, testConfig } from '../test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { readLive } from '../test/servers/live.ts';
import { driversPhone } from '../test/data/drivers.ts';
import { makeUnsentToGuest } from '../test/data/messages.ts';
import { deliveryOrder } from '../test/data/orders.ts';
import { rawCall } from '../test/servers/raw-call.ts';
import { makeAdmin, makeCustomer, makeOwner, makeRestaurant } from '../test/data/restaurant.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';

let server: TestApp;
let sample: Sample;
let owner: string;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
/** Marks data that support access must not read; `secrets` are in an order of the sample. */
const own = `canary${Math.random().toString(36).slice(2)}`;
let secrets: string[];

beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
  sample = await makeSample(server);
  owner = (await makeOwner(server.db, sample.id)).token;
  admin = await makeAdmin(server.db);
  guest = await makeCustomer(server.db, sample.id);
  sample = { ...sample, orderId: (await placeOrder())._id };
  await makeUnsentToGuest(server.db, sample.id, guest.phone);
  const ofGuest = [guest.name, guest.phone, guest.phone.slice(-7), `${guest.customerId}@guest.test`];
  secrets = [own, ...ofGuest, driversPhone, `${sample.canary}@example.test`];
});
afterAll(() => server.close());

async function placeOrder() {
  const basket = deliveryOrder(sample, [{ itemId: sample.items.special, quantity: 1, note: own }], 49.1);
  const address = { location: own, floor: own, instruction: own, nickName: own };
  const body = { ...basket, address, specialInstruction: own };
  return (await server.call('POST /order/create-order', { body }, guest.token)).order;
}

const begin = (reason = 'They asked why nothing rings') =>
  server.call('POST /admin/begin-support-access/:id', { params: { id: sample.id }, body: { reason } }, admin.token);
const record = async () => (await server.call('GET /audit/entries', { query: {} }, owner)).entries;

const routes = (Object.keys(api) as Route[]).filter((route) => route !== 'GET /events');
/** The rule stated independently: everything an owner reads, except files and people. */
function mayRead(route: Route): boolean {
  const endpoint: Endpoint = api[route];
  const callers: readonly CallerKind[] = endpoint.callers;
  const reads = route.startsWith('GET ') || route === 'POST /menu/get-all-categories';
  return reads && endpoint.answer !== 'file' && (callers.includes('owner') || callers.includes('anonymous'));
}
const ofPeople: readonly Route[] = [
  'GET /auth/sessions',
  'GET /auth/factor',
  'GET /auth/passkeys',
  'GET /auth/tablet',
  'GET /restaurant/get-company',
  'GET /staff/get-staff',
  'GET /audit/entries',
  'GET /device/push-devices',
  'GET /customer/get-all-customers',
  'GET /customer/get-customer/:id',
  'GET /order/guest-notes/:id',
  // Transfers to the bank, of which the gateway is asked with the keys of the restaurant.
  'GET /report/payouts',
  'GET /report/payout',
  'GET /menu/low-stock-mail',
];

describe('every declared call with support access', () => {
  test.each(routes.filter((route) => mayRead(route) && !ofPeople.includes(route)))(
    '%s is read, without guests',
    async (route) => {
      const { token } = await begin();
      const { status, text } = await rawCall(server.app, route, sampleInput[route](sample), token);
      expect(status, text).toBe(200);
      for (const secret of secrets) expect(text).not.toContain(secret);
    },
  );

  test.each(routes.filter((route) => !mayRead(route) || ofPeople.includes(route)))('%s is refused', async (route) => {
    const { token } = await begin();
    const { status, text } = await rawCall(server.app, route, sampleInput[route](sample), token);
    const { code } = JSON.parse(text) as ErrorAnswer;
    // The session's own support access differs from the one in the input.
    if (route === 'POST /support/end-access/:id') expect([status, code]).toEqual([404, 'request.not_found']);
    else
      expect([`${status} ${code}`]).toEqual([expect.stringMatching(/^(409 support.reads_only|403 auth.forbidden)$/)]);
  });

  test('the owner reads the hidden texts, which proves that the search above can find them', async () => {
    const told = [
      'GET /order/get-order-details/:id',
      'GET /order/get-all-orders',
      'GET /order/get-receipt/:id',
    ] as const;
    for (const route of told) {
      const { text } = await rawCall(server.app, route, sampleInput[route](sample), owner);
      for (const secret of [own, guest.name, guest.phone]) expect(text, route).toContain(secret);
    }
  });
});

test('an admin sees that a message to a guest was not sent, and not to whom', async () => {
  const { messages } = await server.call('GET /admin/unsent-messages', {}, admin.token);
  const shown = messages.map(({ kind, to }) => [kind, to]);
  expect(shown).toContainEqual(['order_cancelled', '']);
  expect(shown).toContainEqual(['invitation', `${sample.canary}@example.test`]);
  const { text } = await rawCall(server.app, 'GET /outbound/unsent-messages', {}, owner);
  expect(text).toContain(guest.phone);
  expect((await rawCall(server.app, 'GET /delivery/get-drivers', {}, owner)).text).toContain(driversPhone);
});

test('no search reveals whether a guest was here', async () => {
  const { token } = await begin();
  for (const query of [{ name: guest.name }, { phone: guest.phone }]) {
    const { status } = await rawCall(server.app, 'GET /order/history', { query }, token);
    expect(status).toBe(409);
  }
});

test('the session is limited to this restaurant', async () => {
  const { token } = await begin();
  const other = await makeSample(server);
  const params = { id: other.orderId };
  expect((await rawCall(server.app, 'GET /order/get-order-details/:id', { params }, token)).status).toBe(404);
  const { restaurant, isSupportAccess, role } = await server.call('GET /auth/me', {}, token);
  expect([restaurant!._id, isSupportAccess, role]).toEqual([sample.id, true, 'owner']);
});

test('the stream is masked, and the owner ends it at once; both are in the audit log', async () => {
  const made = await begin('The printer is silent');
  const origin = await server.listen();
  const reader = await readLive(origin, made.token);
  await vi.waitFor(() => expect(reader.events).toHaveLength(1), { timeout: 10_000 });
  await placeOrder();
  await vi.waitFor(() => expect(reader.events).toHaveLength(2), { timeout: 10_000 });
  for (const secret of secrets) expect(reader.text()).not.toContain(secret);

  const { supportAccess } = await server.call('GET /support/access', {}, owner);
  expect(supportAccess[0]).toEqual(made.supportAccess);
  expect(made.supportAccess).toMatchObject({ reason: 'The printer is silent', adminName: expect.any(String) });
  expect(Date.parse(made.supportAccess.endsAt) - Date.parse(made.supportAccess.beganAt)).toBe(3_600_000);
  await server.call('POST /support/end-access/:id', { params: { id: made.supportAccess._id } }, owner);
  await reader.ended;
  expect((await rawCall(server.app, 'GET /auth/me', {}, made.token)).status).toBe(401);
  const again = await rawCall(
    server.app,
    'POST /support/end-access/:id',
    { params: { id: made.supportAccess._id } },
    owner,
  );
  expect(again.status).toBe(404);
  const [ended, began] = await record();
  expect([began!.action, began!.actor.kind, began!.details]).toEqual([
    'support.began',
    'admin',
    { reason: 'The printer is silent', until: made.supportAccess.endsAt },
  ]);
  expect([ended!.action, ended!.actor.kind, ended!.subject]).toEqual([
    'support.ended',
    'owner',
    made.supportAccess.adminName,
  ]);
});

test('the admin ends the own support access, and sees no other', async () => {
  const [mine, another] = [await begin(), await begin()];
  expect((await server.call('GET /support/access', {}, mine.token)).supportAccess).toEqual([mine.supportAccess]);
  const end = (id: typeof mine.supportAccess._id) =>
    rawCall(server.app, 'POST /support/end-access/:id', { params: { id } }, mine.token);
  expect((await end(another.supportAccess._id)).status).toBe(404);
  expect((await end(mine.supportAccess._id)).status).toBe(200);
  expect((await record())[0]).toMatchObject({ action: 'support.ended', actor: { kind: 'admin' } });
});

test('an hour later it is over, once in the audit log', async () => {
  const made = await makeRestaurant(server.db);
  const reader = await makeOwner(server.db, made.id);
  const body = { reason: 'Asked' };
  const { token } = await server.call(
    'POST /admin/begin-support-access/:id',
    { params: { id: made.id }, body },
    admin.token,
  );
  server.clock.advance(3_600_000);
  expect((await rawCall(server.app, 'GET /auth/me', {}, token)).status).toBe(401);
  const deps = { db: server.db, config: testConfig, clock: () => server.clock.now(), log: server.app.log };
  await cleanUp(deps);
  await cleanUp(deps);
  const { entries } = await server.call('GET /audit/entries', { query: {} }, reader.token);
  expect(entries.map(({ action }) => action)).toEqual(['support.ended', 'support.began']);
});
