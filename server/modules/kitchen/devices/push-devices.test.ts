/** The devices that are told of new orders by push: who allows, keeps and removes them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { removeExpiredSessions } from '#server/modules/accounts/sessions/sessions.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { startPushService, type TestPushService } from '#server/test/servers/push-service.ts';
import { outliveExpiredSessions } from './push-devices.ts';

let app: TestApp;
let service: TestPushService;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp({ database: await checkedDatabase(), config: { pushServices: [service.origin] } });
});
afterAll(async () => {
  service.close();
  await app.close();
});

let made: TestRestaurant;
let owner: Person;
let cook: Person;
type Person = Awaited<ReturnType<typeof makeOwner>>;
beforeEach(async () => {
  app.clock.set(new Date());
  made = await makeRestaurant(app.db);
  owner = await makeOwner(app.db, made.id);
  cook = await makeOwner(app.db, made.id, 'staff');
});

const list = async (token: string) => (await app.call('GET /device/push-devices', {}, token)).devices;
const remove = (id: Awaited<ReturnType<typeof list>>[number]['_id'], token: string) =>
  app.call('DELETE /device/remove-push-device/:id', { params: { id } }, token);

/** A browser of the person that allows push. */
async function allow({ token }: { token: string }, change: object = {}) {
  const { subscription } = await service.subscribe();
  const again = () => app.call('POST /device/allow-push', { body: { ...subscription, ...change } }, token);
  await again();
  const keep = async (session = token, outletIds: OutletId[] | null = null) =>
    (await app.call('POST /device/keep-push', { body: { endpoint: subscription.endpoint, outletIds } }, session))
      .isKnown;
  return { subscription, keep, again };
}

test('a device is listed for everybody of the restaurant, by its name and its person', async () => {
  const { deviceId } = await app.call(
    'POST /device/heartbeat',
    { body: { tab: 'tabnumber1', sound: 'on', isVisible: true, isConnected: true, name: 'Pass' } },
    cook.token,
  );
  const { again } = await allow(cook, { deviceId });
  await again();
  const row = { name: 'Pass', person: 'Sara Khan', outletIds: null, lastSentAt: null };
  expect(await list(cook.token)).toMatchObject([{ ...row, isOwn: true }]);
  expect(await list(owner.token)).toMatchObject([{ ...row, isOwn: false }]);
  await app.call('POST /device/rename/:id', { params: { id: deviceId }, body: { name: 'Bar' } }, owner.token);
  expect(await list(owner.token)).toMatchObject([{ name: 'Bar' }]);
  const { publicKey } = await app.call('GET /device/push-devices', {}, cook.token);
  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
});

test.each([
  { endpoint: 'https://169.254.169.254/latest/meta-data' },
  { endpoint: 'http://localhost:1/push' },
  { endpoint: 'https://push.evil.test/1' },
  { p256dh: 'A'.repeat(87) },
])('a subscription with %j is refused', async (change) => {
  expect(await refusalOf(allow(cook, change))).toMatchObject({ status: 409, code: 'push.not_served' });
  expect(await list(cook.token)).toEqual([]);
});

test('an address of a thousand characters is too long, and an unknown outlet is not found', async () => {
  const { origin } = service;
  expect(await refusalOf(allow(cook, { endpoint: `${origin}/${'x'.repeat(1000)}` }))).toMatchObject({ status: 400 });
  const { outletId } = await makeRestaurant(app.db);
  expect(await refusalOf(allow(cook, { outletIds: [outletId] }))).toMatchObject({ status: 404 });
});

test('staff remove their own devices, an owner any, and another restaurant none', async () => {
  const other = await makeRestaurant(app.db);
  const stranger = await makeOwner(app.db, other.id);
  const { keep } = await allow(cook);
  const ofOwner = await allow(owner);
  const [first, second] = await list(owner.token);
  expect(await list(stranger.token)).toEqual([]);
  for (const [token, id] of [
    [stranger.token, second!._id],
    [cook.token, first!._id],
  ] as const)
    expect(await refusalOf(remove(id, token))).toMatchObject({ status: 404 });
  expect(await keep(stranger.token)).toBe(false);
  await remove(second!._id, cook.token);
  expect(await keep()).toBe(false);
  expect(await ofOwner.keep()).toBe(true);
  await allow(cook);
  await remove((await list(owner.token))[0]!._id, owner.token);
  expect(await list(owner.token)).toMatchObject([{ isOwn: true }]);
});

test('a person who logs out or leaves the restaurant takes the device along', async () => {
  const left = await allow(cook);
  await app.call('POST /auth/signout', {}, cook.token);
  expect(await left.keep(owner.token)).toBe(false);
  const second = await makeOwner(app.db, made.id, 'staff');
  const removed = await allow(second);
  await app.call('DELETE /staff/remove/:id', { params: { id: second.userId }, body: {} }, owner.token);
  expect(await removed.keep(owner.token)).toBe(false);
});

test('a session that is over by itself leaves the device, and the next session in the browser has it', async () => {
  const { keep } = await allow(cook);
  await app.db
    .updateTable('sessions')
    .set({ expires_at: app.clock.now() })
    .where('user_id', '=', cook.userId)
    .execute();
  await outliveExpiredSessions(app.db, app.clock.now());
  await removeExpiredSessions(app.db, app.clock.now());
  const sessions = await app.db.selectFrom('sessions').select('id').where('user_id', '=', cook.userId).execute();
  expect(sessions).toEqual([]);
  const next = await makeOwner(app.db, made.id);
  expect(await list(next.token)).toMatchObject([{ isOwn: false }]);
  expect(await keep(next.token, [made.outletId])).toBe(true);
  expect(await list(next.token)).toMatchObject([{ isOwn: true, outletIds: [made.outletId] }]);
});

test('a person has ten devices at most; the oldest makes room', async () => {
  const oldest = await allow(cook);
  const ofOwner = await allow(owner);
  for (let count = 0; count < 10; count++) {
    app.clock.advance(1000);
    await allow(cook);
  }
  expect(await oldest.keep()).toBe(false);
  expect(await ofOwner.keep()).toBe(true);
  expect(await list(owner.token)).toHaveLength(11);
});

test('neither address nor keys of a browser are readable in the database', async () => {
  const { subscription } = await allow(cook);
  const rows = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('push_devices').selectAll().where('restaurant_id', '=', made.id).execute(),
  );
  const stored = rows
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Buffer ? value.toString('latin1') : String(value)));
  for (const secret of Object.values(subscription)) expect(stored.join(' ')).not.toContain(secret);
});
