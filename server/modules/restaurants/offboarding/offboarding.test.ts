/** An owner closes the restaurant and reopens it: permissions, consequences, and no order in between. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOffboardingOwner } from '#server/test/data/offboarding.ts';
import { readLive } from '#server/test/servers/live.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import {
  makeAdmin,
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
  ownersPassword as password,
} from '#server/test/data/restaurant.ts';
import { StarPrinter } from '#server/test/servers/star-printer.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { inProcessFetch } from '#server/test/servers/in-process-fetch.ts';

const HOURS = 3_600_000;
const DAYS = 24 * HOURS;

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
const call: TestApp['call'] = (route, input, token) => server.call(route, input, token);

let made: TestRestaurant;
let owner: Awaited<ReturnType<typeof makeOffboardingOwner>>;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
beforeEach(async () => {
  server.clock.set(new Date());
  made = await makeRestaurant(server.db);
  owner = await makeOffboardingOwner(server.db, made.id);
  guest = await makeCustomer(server.db, made.id);
});

const close = (change: { name?: string; password?: string; code?: string } = {}, token = owner.token) =>
  call('POST /restaurant/close', { body: { name: made.name, password, ...change } }, token);
const reopen = () => call('POST /restaurant/reopen', {}, owner.token);
const water = (more = {}) => pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78, more);
const order = (more = {}) => call('POST /order/create-order', { body: water(more) }, guest.token);
const finish = async (orderId: Awaited<ReturnType<typeof order>>['order']['_id']) => {
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) {
    await call('POST /order/update-order-status', { body: { orderId, status } }, owner.token);
  }
};
/** The codes of refused orders; with remembered facts the refusal concerns the outlet. */
const refused = /(restaurant\.closed|order\.outlet_closed|order\.slot_gone)/;
/** The guests' view, a moment after a change. */
const readSite = () => call('GET /site/:slug', { params: { slug: made.slug } });
/** The outcome as text: 'ok', or the code of the refusal. */
const said = (calling: Promise<unknown>) =>
  calling.then(
    () => 'ok',
    (error: { answer?: { code: string } }) => error.answer?.code ?? 'failed',
  );

test('closing takes the name and the password, and no open orders, scheduled ones included', async () => {
  expect(await refusalOf(close({ name: 'Another Kitchen' }))).toMatchObject({
    status: 400,
    code: 'restaurant.name_differs',
    fields: { name: { code: 'restaurant.name_differs', details: { name: made.name } } },
  });
  expect(await refusalOf(close({ password: 'not the current one' }))).toMatchObject({ code: 'auth.wrong_password' });

  const placed = (await order()).order;
  expect(await call('GET /restaurant/offboarding', {}, owner.token)).toEqual({ openOrders: 1 });
  expect(await refusalOf(close())).toMatchObject({
    status: 409,
    code: 'restaurant.orders_open',
    msg: 'There are still open orders: 1. Finish or cancel them first, those for later as well.',
  });
  await finish(placed._id);
  // At noon in Dubai, so that a scheduled order is for the same day.
  const noon = Math.round((Date.now() - 8 * HOURS) / DAYS) * DAYS + 8 * HOURS;
  server.clock.set(new Date(noon));
  const later = new Date(Math.ceil((server.clock.now().getTime() + 3 * HOURS) / 900_000) * 900_000);
  const toCome = (await order({ orderDate: later.toISOString() })).order;
  expect(await said(close())).toBe('restaurant.orders_open');
  const reason = 'We close';
  const cancelled = { orderId: toCome._id, status: 'Cancelled' as const, reason };
  await call('POST /order/update-order-status', { body: cancelled }, owner.token);

  const { offboarding } = await close({ name: ` ${made.name} ` });
  expect(Date.parse(offboarding.eraseAt) - Date.parse(offboarding.closedAt)).toBe(30 * DAYS);
  expect(await said(close())).toBe('restaurant.closed');
});

test('closing is for owners alone, and takes a code where there is a second factor', async () => {
  for (const role of ['manager', 'staff'] as const) {
    expect(await said(close({}, (await makeOwner(server.db, made.id, role)).token))).toBe('auth.forbidden');
  }
  await server.db
    .insertInto('second_factors')
    .values({
      user_id: owner.userId,
      sealed: Buffer.from('x'),
      created_at: new Date(),
      confirmed_at: new Date(),
      last_step: 0,
    })
    .execute();
  expect(await refusalOf(close())).toMatchObject({
    code: 'auth.wrong_code',
    fields: { code: { code: 'account.code_missing' } },
  });
  expect(await said(close({ code: 'no-such-recovery-code' }))).toBe('auth.wrong_code');
  expect((await call('GET /auth/me', {}, owner.token)).restaurant!.offboarding).toBeNull();
});

test('everybody except the owners is signed out, and an owner sees only that the restaurant is closed', async () => {
  const people = {
    manager: await makeOwner(server.db, made.id, 'manager'),
    staff: await makeOwner(server.db, made.id, 'staff'),
  };
  const tablet = await makeOwner(server.db, made.id);
  await server.db.updateTable('sessions').set({ lock_minutes: 5 }).where('user_id', '=', tablet.userId).execute();
  const admin = await makeAdmin(server.db);
  const begin = () =>
    call('POST /admin/begin-support-access/:id', { params: { id: made.id }, body: { reason: 'Asked' } }, admin.token);
  const support = (await begin()).token;
  const { address } = await call(
    'POST /printing/add-printer',
    { body: { outletId: made.outletId, name: 'Pass', kind: 'cloudprnt' } },
    owner.token,
  );
  const printer = new StarPrinter(inProcessFetch(server.app) as typeof fetch, new URL(address).pathname);
  expect(await printer.ask()).toEqual({ jobReady: false });
  const origin = await server.listen();
  const streams = await Promise.all([people.staff.token, support].map((token) => readLive(origin, token)));

  const { offboarding } = await close();
  for (const stream of streams) await stream.ended;
  for (const token of [people.manager.token, people.staff.token, tablet.token, support]) {
    expect((await rawCall(server.app, 'GET /auth/me', {}, token)).status).toBe(401);
  }
  await expect(printer.ask()).rejects.toThrow('404');
  expect(await said(begin())).toBe('restaurant.closed');

  const { restaurant } = await call('GET /auth/me', {}, owner.token);
  expect(restaurant!.offboarding).toEqual(offboarding);
  expect((await rawCall(server.app, 'POST /restaurant/export', { body: { password } }, owner.token)).status).toBe(200);
  for (const route of ['GET /order/get-all-orders', 'GET /staff/get-staff', 'GET /events'] as const) {
    expect((await rawCall(server.app, route, {}, owner.token)).status, route).toBe(410);
  }
  const add = { body: { names: ['12'] }, params: { id: made.outletId } };
  expect(await said(call('POST /dining/add-tables/:id', add, owner.token))).toBe('restaurant.closed');

  const signedIn = await call('POST /auth/signin', { body: { email: owner.email, password } });
  expect(signedIn.restaurant!.offboarding).toEqual(offboarding);
  const colleague = await makeOffboardingOwner(server.db, made.id);
  await transaction(server.db, made.id, (tx) =>
    tx.updateTable('memberships').set({ role: 'manager' }).where('user_id', '=', colleague.userId).execute(),
  );
  expect(await refusalOf(call('POST /auth/signin', { body: { email: colleague.email, password } }))).toMatchObject({
    status: 410,
    code: 'restaurant.closed',
  });

  const { restaurants } = await call('GET /admin/get-restaurants', {}, admin.token);
  expect(restaurants.find(({ _id }) => _id === made.id)!.offboarding).toEqual(offboarding);
});

test('guests can order in no way, and still read their orders', async () => {
  const placed = (await order()).order;
  await finish(placed._id);
  const body = water();
  const before = await readSite();
  expect([before.restaurant.isClosed, before.items.length]).toEqual([undefined, 3]);
  await close();

  await vi.waitFor(
    async () => {
      const { restaurant, categories, items, modifierLists } = await readSite();
      expect([restaurant.isClosed, categories, items, modifierLists]).toEqual([true, [], [], []]);
    },
    { timeout: 10_000 },
  );
  const days = { orderDate: new Date(server.clock.now().getTime() + DAYS).toISOString() };
  for (const more of [{}, days]) expect(await said(order(more))).toMatch(refused);
  const undone = transaction(server.db, made.id, (tx) =>
    tx.updateTable('orders').set({ status: 'Ready' }).where('id', '=', placed._id).execute(),
  );
  await expect(undone).rejects.toThrow('The restaurant is closed');
  expect(await said(call('POST /order/quote-order', { body }, made.siteToken))).toBe('restaurant.closed');
  const number = '+971501112233';
  expect(await said(call('POST /auth/sent-otp', { body: { restaurantName: made.slug, number } }))).toBe(
    'restaurant.closed',
  );
  const proof = { restaurantName: made.slug, number, otpCode: '00000' };
  expect(await said(call('POST /auth/verify-otp', { body: proof }))).toBe('restaurant.closed');

  const params = { id: placed._id };
  expect((await call('GET /order/get-order-details/:id', { params }, guest.token)).order._id).toBe(placed._id);
  expect(await said(call('GET /order/get-receipt/:id', { params }, guest.token))).toBe('ok');
  expect((await rawCall(server.app, 'GET /auth/export-customer', {}, guest.token)).status).toBe(200);
  expect(await said(call('POST /auth/delete-customer', {}, guest.token))).toBe('ok');
});

test('each order that races with the closing is counted or refused', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const [ordered, closed] = await Promise.all([said(order()), said(close())]);
    outcomes.add(`${ordered} ${closed}`);
    const { openOrders } = await transaction(server.db, made.id, async (tx) => ({
      openOrders: (await tx.selectFrom('orders').select('id').where('status', '=', 'New').execute()).length,
    }));
    // A closed restaurant has no open order, and every order has an answer.
    expect([openOrders, ordered === 'ok' ? 1 : 0]).toEqual(Array(2).fill(closed === 'ok' ? 0 : 1));
    made = await makeRestaurant(server.db);
    owner = await makeOffboardingOwner(server.db, made.id);
    guest = await makeCustomer(server.db, made.id);
  }
  const fair = new RegExp(`^(ok restaurant\\.orders_open|${refused.source} ok)$`);
  for (const outcome of outcomes) expect(outcome).toMatch(fair);
});

test('an order that waits while the restaurant is closed is not written', async () => {
  let ordered = Promise.resolve('not asked');
  await transaction(server.db, made.id, async (tx) => {
    const outlets = tx.selectFrom('outlets').select('id').where('restaurant_id', '=', made.id).forUpdate();
    await outlets.execute();
    ordered = said(order());
    await expect.poll(() => countWaiting(tx), { timeout: 4_000 }).toBe(1);
    const times = { closed_at: new Date(), erase_at: new Date(Date.now() + 31 * DAYS) };
    await tx.updateTable('restaurants').set(times).where('id', '=', made.id).execute();
  });
  expect(await ordered).toBe('restaurant.closed');
  const left = await transaction(server.db, made.id, (tx) => tx.selectFrom('orders').select('id').execute());
  expect(left).toEqual([]);
});

test('reopening brings everything back, and both changes are in the audit log and in a mail', async () => {
  const before = await readSite();
  const sent = server.mails.length;
  await close();
  await reopen();
  await expect.poll(readSite).toEqual(before);
  expect((await order()).order.status).toBe('New');
  await reopen();
  const { entries } = await call('GET /audit/entries', { query: {} }, owner.token);
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['restaurant.reopened', made.name],
    ['restaurant.closed', made.name],
  ]);
  await expect.poll(() => server.mails.length - sent).toBe(2);
  expect(server.mails.slice(sent).map(({ to, subject }) => [to, subject])).toEqual([
    [owner.email, `${made.name} is closed`],
    [owner.email, `${made.name} is open again`],
  ]);
});

test('reopening is refused after the time is over', async () => {
  await close();
  await server.db
    .updateTable('sessions')
    .set({ expires_at: new Date('2100-01-01') })
    .execute();
  server.clock.advance(30 * DAYS);
  await server.db.updateTable('sessions').set({ last_seen_at: server.clock.now() }).execute();
  await expect.poll(() => said(reopen())).toBe('restaurant.closed');
});
