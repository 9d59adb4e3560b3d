/** The devices that ring, and the notice to guests when none does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { DeviceId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import {
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
  ownersPassword,
} from '#server/test/data/restaurant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let staff: { token: string };
beforeEach(async () => {
  app.clock.set(new Date());
  made = await makeRestaurant(app.db);
  staff = await makeOwner(app.db, made.id, 'staff');
});

type Heartbeat = NonNullable<CallInput<'POST /device/heartbeat'>['body']>;
const SECOND = 1000;

const beat = (said: Partial<Heartbeat> = {}) =>
  app.call(
    'POST /device/heartbeat',
    { body: { tab: 'tabnumber1', sound: 'on', isVisible: true, isConnected: true, ...said } },
    staff.token,
  );
/** Opens a device as a screen does: the first answer assigns its id. */
async function openDevice(said: Partial<Heartbeat> = {}) {
  const { deviceId } = await beat(said);
  return { deviceId, beat: (change: Partial<Heartbeat> = {}) => beat({ ...said, deviceId, ...change }) };
}
const statesSeenBy = async (device: { beat: () => ReturnType<typeof beat> }) =>
  (await device.beat()).devices.map(({ name, state }) => `${name}: ${state}`);

test('every device sees the state of the others', async () => {
  const one = await openDevice({ name: 'Tablet 1' });
  await openDevice({ name: 'Tablet 2', sound: 'locked' });
  await openDevice({ name: 'Office', isVisible: false });
  await openDevice({ name: 'Bar', sound: 'off' });
  await openDevice({ name: 'Cellar', isConnected: false });
  const closing = await openDevice({ name: 'Phone' });
  await closing.beat({ isLeaving: true });
  const [own, ...others] = await statesSeenBy(one);
  expect(own).toBe('Tablet 1: ready');
  expect(others.toSorted()).toEqual([
    'Bar: muted',
    'Cellar: slow',
    'Office: background',
    'Phone: closed',
    'Tablet 2: locked',
  ]);
});

test('a device is told the time of the server', async () => {
  app.clock.advance(3_600 * SECOND);
  const before = app.clock.now().getTime();
  const { now } = await beat();
  expect(Date.parse(now!)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(now!)).toBeLessThanOrEqual(app.clock.now().getTime());
});

test('silence is noticed after half a minute, later where a browser slows a hidden page, and forgotten after a day', async () => {
  await openDevice({ name: 'Front' });
  await openDevice({ name: 'Behind', isVisible: false });
  const watcher = await openDevice({ name: 'Watcher' });
  const others = async () => (await statesSeenBy(watcher)).slice(1).toSorted();
  app.clock.advance(30 * SECOND);
  expect(await others()).toEqual(['Behind: background', 'Front: ready']);
  app.clock.advance(SECOND);
  expect(await others()).toEqual(['Behind: background', 'Front: silent']);
  app.clock.advance(60 * SECOND);
  expect(await others()).toEqual(['Behind: silent', 'Front: silent']);
  app.clock.advance(12 * 3600 * SECOND);
  expect(await others()).toEqual([]);
});

test('the window that rings best reports for all windows of one browser', async () => {
  const device = await openDevice({ tab: 'ringingtab' });
  const state = async (said: Partial<Heartbeat>) => (await device.beat(said)).devices[0]!.state;
  expect(await state({ tab: 'hiddentab', sound: 'locked', isVisible: false })).toBe('ready');
  expect(await state({ sound: 'locked' })).toBe('locked');
  expect(await state({ tab: 'otherringing', isVisible: false })).toBe('background');
  await device.beat({ tab: 'otherringing', isLeaving: true });
  expect(await state({ tab: 'hiddentab', sound: 'locked', isVisible: false })).toBe('locked');
});

test('anybody names a device, and it keeps the name', async () => {
  const { deviceId, beat: again } = await openDevice();
  expect((await again()).devices[0]!.name).toMatch(/^Browser/);
  await app.call('POST /device/rename/:id', { params: { id: deviceId }, body: { name: 'Pass' } }, staff.token);
  expect((await again({ name: 'As it was' })).devices[0]!.name).toBe('Pass');
  const unknown = newId<DeviceId>();
  const rename = app.call('POST /device/rename/:id', { params: { id: unknown }, body: { name: 'Pass' } }, staff.token);
  expect(await refusalOf(rename)).toMatchObject({ status: 404 });
  expect(await refusalOf(beat({ deviceId: unknown }))).toMatchObject({ status: 404, code: 'request.not_found' });
});

test('a restaurant has at most a hundred devices; the longest silent are dropped first', async () => {
  const first = await openDevice({ name: 'First' });
  for (let count = 0; count < 100; count++) {
    app.clock.advance(10);
    await openDevice({ name: `Till ${count}` });
  }
  expect(await refusalOf(first.beat())).toMatchObject({ status: 404 });
  expect((await beat()).devices).toHaveLength(100);
});

describe('a guest', () => {
  const basket = () => pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
  const quote = async () => {
    const { items, outletId, deliveryMode } = basket();
    const body = { outletId, deliveryMode, items };
    const { quote: priced, isAttended } = await app.call('POST /order/quote-order', { body }, made.siteToken);
    return { isAttended, problems: priced.problems.map(({ code }) => code) };
  };
  const order = async () => {
    const guest = await makeCustomer(app.db, made.id);
    return app.call('POST /order/create-order', { body: basket() }, guest.token);
  };

  test('is told when no device is there, and may order', async () => {
    expect(await quote()).toEqual({ isAttended: false, problems: [] });
    await order();
    const device = await openDevice();
    expect(await quote()).toEqual({ isAttended: true, problems: [] });
    await device.beat({ isLeaving: true });
    expect(await quote()).toEqual({ isAttended: false, problems: [] });
    await device.beat();
    app.clock.advance(31 * SECOND);
    expect(await quote()).toEqual({ isAttended: false, problems: [] });
  });

  test.each([
    [{ sound: 'off' as const }, true],
    [{ sound: 'locked' as const }, true],
    [{ isVisible: false }, true],
    [{ isVisible: false, sound: 'locked' as const }, false],
    [{ isConnected: false }, true],
  ])('is attended by a device with %j: %s', async (said, isAttended) => {
    await openDevice(said);
    expect((await quote()).isAttended).toBe(isAttended);
  });

  test('is not attended by a device that rings for another outlet', async () => {
    const device = await openDevice({ outletIds: [made.outletId] });
    expect((await quote()).isAttended).toBe(true);
    const owner = await makeOwner(app.db, made.id);
    const { outlet } = await app.call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, owner.token);
    await device.beat({ outletIds: [outlet._id] });
    expect((await quote()).isAttended).toBe(false);
    await app.call(
      'DELETE /outlet/delete-outlet/:id',
      { params: { id: outlet._id }, body: { password: ownersPassword } },
      owner.token,
    );
    expect(await refusalOf(device.beat({ outletIds: [outlet._id] }))).toMatchObject({ status: 404 });
  });

  test("cannot order at an unattended outlet from the moment the outlet's setting says so", async () => {
    const owner = await makeOwner(app.db, made.id);
    await order();
    const body = { refusesUnattended: true };
    await app.call('POST /outlet/update-escalation/:id', { params: { id: made.outletId }, body }, owner.token);
    const told = { status: 409, code: 'order.not_attended', msg: expect.stringContaining('Try again') as string };
    expect(await refusalOf(order())).toMatchObject(told);
    expect(await quote()).toEqual({ isAttended: false, problems: ['order.not_attended'] });
    await openDevice();
    await order();
    expect(await quote()).toEqual({ isAttended: true, problems: [] });
  });
});
