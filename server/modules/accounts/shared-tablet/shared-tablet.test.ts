/**
 * A tablet that several people share (ST-06): each acts under their own name by PIN, and nobody may do more than the
 * tablet allows.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { OutletId, UserId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import {
  makeAdmin,
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
} from '#server/test/data/restaurant.ts';
import { readLive } from '#server/test/servers/live.ts';
import { createPasswords } from '../passwords/passwords.ts';
import type { Role } from '#contract/base/enumerations.ts';

let server: TestApp;
let origin = '';
let place: TestRestaurant;
const password = 'violet anchor 47 lamps';
let passwordHash = '';
beforeAll(async () => {
  server = await startApp();
  origin = await server.listen();
  place = await makeRestaurant(server.db);
  passwordHash = await createPasswords({ memoryKib: 1024, passes: 1 }).hash(password);
});
afterAll(() => server.close());

interface Person {
  userId: UserId;
  token: string;
}

async function somebody(firstName: string, role: Role, outletIds: OutletId[] | null = null): Promise<Person> {
  const { userId, token } = await makeOwner(server.db, place.id, role, outletIds);
  await server.db
    .updateTable('users')
    .set({ first_name: firstName, password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
  return { userId, token };
}

const setPin = ({ token }: Person, pin: string | null, word = password) =>
  server.call('POST /auth/set-pin', { body: { password: word, pin } }, token);
const take = (tablet: Person, { userId }: Person, pin: string) =>
  server.call('POST /auth/switch-person', { body: { userId, pin } }, tablet.token);
const lock = (tablet: Person) => server.call('POST /auth/lock-tablet', {}, tablet.token);
const me = (tablet: Person) => server.call('GET /auth/me', {}, tablet.token);

/** Shares a tablet between these people, each with the PIN of four times their position: '1111'. */
async function shareBetween(owner: Person, ...others: Person[]): Promise<void> {
  for (const [index, person] of [owner, ...others].entries()) await setPin(person, String(index + 1).repeat(4));
  await server.call('POST /auth/share-tablet', { body: { lockMinutes: 3 } }, owner.token);
}

async function placeOrder() {
  const guest = await makeCustomer(server.db, place.id);
  const order = pickupOrder(place, [{ itemId: place.items.water, quantity: 1 }], 5.78);
  return (await server.call('POST /order/create-order', { body: order }, guest.token)).order;
}

test('the history of an order names the person who had taken the tablet over', async () => {
  const tablet = await somebody('Tablet', 'manager');
  const [omar, mona] = [await somebody('Omar', 'staff'), await somebody('Mona', 'staff')];
  await shareBetween(tablet, omar, mona);
  const order = await placeOrder();
  const move = (status: 'Confirmed' | 'Ready') =>
    server.call('POST /order/update-order-status', { body: { orderId: order._id, status } }, tablet.token);
  await take(tablet, omar, '2222');
  await move('Confirmed');
  await take(tablet, mona, '3333');
  const { order: moved } = await move('Ready');
  expect(moved.history.map(({ by }) => by)).toEqual([order.customerName, 'Omar Khan', 'Mona Khan']);
  expect(await me(tablet)).toMatchObject({
    user: { firstName: 'Mona' },
    role: 'staff',
    tablet: { isLocked: false, lockMinutes: 3 },
  });
});

test('a locked tablet shows and rings, and changes nothing', async () => {
  const tablet = await somebody('Tablet', 'owner');
  await shareBetween(tablet);
  const order = await placeOrder();
  await lock(tablet);
  expect(await me(tablet)).toMatchObject({ tablet: { isLocked: true } });
  const { order: live } = await server.call('GET /order/get-all-orders', { query: {} }, tablet.token);
  expect(live.map(({ _id }) => _id)).toContain(order._id);
  const heard = { tab: 'tabofthetablet', sound: 'on', isVisible: true, isConnected: true, outletIds: null } as const;
  await server.call('POST /device/heartbeat', { body: heard }, tablet.token);
  const locked = { status: 409, answer: { code: 'auth.locked' } };
  const body = { orderId: order._id, status: 'Confirmed' } as const;
  await expect(server.call('POST /order/update-order-status', { body }, tablet.token)).rejects.toMatchObject(locked);
  await expect(server.call('POST /auth/signout', {}, tablet.token)).rejects.toMatchObject(locked);
  await expect(setPin(tablet, '9999')).rejects.toMatchObject(locked);
  const looking = () => server.call('POST /order/find-phone-guest', { body: { phone: '+971501112233' } }, tablet.token);
  await expect(looking()).rejects.toMatchObject(locked);
  await take(tablet, tablet, '1111');
  expect(await looking()).toEqual({ phone: '+971501112233', guest: null });
  await server.call('POST /order/update-order-status', { body }, tablet.token);
});

test('a person on a tablet may do no more than the person who logged it in, and no more than elsewhere', async () => {
  const [staffTablet, ownerTablet] = [
    await somebody('Counter', 'staff', [place.outletId]),
    await somebody('Office', 'owner'),
  ];
  const [boss, cook] = [await somebody('Boss', 'owner'), await somebody('Cook', 'staff')];
  await shareBetween(staffTablet, boss);
  await take(staffTablet, boss, '2222');
  expect(await me(staffTablet)).toMatchObject({ role: 'staff', outletIds: [place.outletId] });
  await expect(server.call('GET /staff/get-staff', {}, staffTablet.token)).rejects.toMatchObject({ status: 403 });
  await shareBetween(ownerTablet, cook);
  await server.call('GET /staff/get-staff', {}, ownerTablet.token);
  await take(ownerTablet, cook, '2222');
  await expect(server.call('GET /staff/get-staff', {}, ownerTablet.token)).rejects.toMatchObject({ status: 403 });
});

test('five wrong tries lock a PIN until the password is given', async () => {
  const tablet = await somebody('Tablet', 'staff');
  const omar = await somebody('Omar', 'staff');
  await shareBetween(tablet, omar);
  for (const left of [4, 3, 2, 1]) {
    await expect(take(tablet, omar, '0000')).rejects.toMatchObject({
      status: 400,
      answer: { code: 'auth.wrong_pin', details: { left } },
    });
  }
  await expect(take(tablet, omar, '0000')).rejects.toMatchObject({ answer: { code: 'auth.pin_locked' } });
  await expect(take(tablet, omar, '2222')).rejects.toMatchObject({ answer: { code: 'auth.pin_locked' } });
  const { people } = await server.call('GET /auth/tablet', {}, tablet.token);
  expect(people.find(({ _id }) => _id === omar.userId)).toEqual({
    _id: omar.userId,
    name: 'Omar Khan',
    hasLockedPin: true,
  });
  await expect(setPin(omar, '2222', 'not the password')).rejects.toMatchObject({
    answer: { code: 'auth.wrong_password' },
  });
  await setPin(omar, '5555');
  await take(tablet, omar, '5555');
  // A right PIN resets the count, and so does a sign-in with the password.
  await expect(take(tablet, omar, '0000')).rejects.toMatchObject({ answer: { details: { left: 4 } } });
  const { email } = await server.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', omar.userId)
    .executeTakeFirstOrThrow();
  await server.call('POST /auth/signin', { body: { email, password } });
  await expect(take(tablet, omar, '0000')).rejects.toMatchObject({ answer: { details: { left: 4 } } });
});

test('five of any number of parallel guesses are checked', async () => {
  const tablet = await somebody('Tablet', 'staff');
  const omar = await somebody('Omar', 'staff');
  await shareBetween(tablet, omar);
  const guesses = Array.from({ length: 12 }, () => take(tablet, omar, '0000').catch((error: unknown) => error));
  const codes = (await Promise.all(guesses)).map((error) => (error as { answer: { code: string } }).answer.code);
  expect(codes.filter((code) => code === 'auth.wrong_pin')).toHaveLength(4);
  expect(codes.filter((code) => code === 'auth.pin_locked')).toHaveLength(8);
});

const of = ({ userId: id }: Person) => ({ params: { id } });

test.each<[string, (person: Person, boss: Person) => Promise<unknown>]>([
  [
    'is limited to other outlets',
    (person, { token }) =>
      server.call(
        'POST /staff/update-role/:id',
        { ...of(person), body: { role: 'staff', outletIds: [place.outletId] } },
        token,
      ),
  ],
  [
    'gets another role',
    (person, { token }) =>
      server.call('POST /staff/update-role/:id', { ...of(person), body: { role: 'manager' } }, token),
  ],
  ['is removed', (person, { token }) => server.call('DELETE /staff/remove/:id', { ...of(person), body: {} }, token)],
  [
    'is disabled',
    async (person) => {
      const { token } = await makeAdmin(server.db);
      await server.call('POST /admin/disable-user/:id', { ...of(person), body: { reason: 'Stolen phone' } }, token);
    },
  ],
  [
    'is signed out by an admin',
    async (person) => server.call('POST /admin/end-sessions/:id', of(person), (await makeAdmin(server.db)).token),
  ],
])('a tablet locks itself and ends its stream at once when the person on it %s', async (_how, change) => {
  const tablet = await somebody('Tablet', 'manager');
  const [omar, boss] = [await somebody('Omar', 'staff'), await somebody('Boss', 'owner')];
  await shareBetween(tablet, omar);
  await take(tablet, omar, '2222');
  const stream = await readLive(origin, tablet.token);
  onTestFinished(() => stream.close());
  let hasEnded = false;
  void stream.ended.then(() => (hasEnded = true));
  await change(omar, boss);
  // Streams of ended sessions are looked for every four seconds; this one is not waited for.
  await expect.poll(() => hasEnded, { timeout: 2_000 }).toBe(true);
  expect(await me(tablet)).toMatchObject({ user: { firstName: 'Tablet' }, tablet: { isLocked: true } });
});

test('a removed member of staff acts on no tablet any more', async () => {
  const tablet = await somebody('Tablet', 'manager');
  const omar = await somebody('Omar', 'staff');
  await shareBetween(tablet, omar);
  await take(tablet, omar, '2222');
  const owner = await somebody('Boss', 'owner');
  await server.call('DELETE /staff/remove/:id', { params: { id: omar.userId }, body: {} }, owner.token);
  expect((await me(tablet)).tablet?.isLocked).toBe(true);
  await expect(take(tablet, omar, '2222')).rejects.toMatchObject({ status: 404 });
});

test('sharing takes a PIN, stopping takes the password, and switching takes a shared device', async () => {
  const tablet = await somebody('Tablet', 'staff');
  const body = { lockMinutes: 5 };
  await expect(server.call('POST /auth/share-tablet', { body }, tablet.token)).rejects.toMatchObject({
    answer: { code: 'auth.no_pin' },
  });
  await setPin(tablet, '123456');
  await expect(take(tablet, tablet, '123456')).rejects.toMatchObject({ answer: { code: 'auth.not_shared' } });
  await expect(lock(tablet)).rejects.toMatchObject({ answer: { code: 'auth.not_shared' } });
  await server.call('POST /auth/share-tablet', { body }, tablet.token);
  await lock(tablet);
  const stop = (word: string) => server.call('POST /auth/unshare-tablet', { body: { password: word } }, tablet.token);
  await expect(stop('not the password')).rejects.toMatchObject({ answer: { code: 'auth.wrong_password' } });
  await stop(password);
  expect(await me(tablet)).not.toHaveProperty('tablet');
});

test('a device of one person tries no PIN of a colleague, right or wrong', async () => {
  const [phone, omar] = [await somebody('Phone', 'staff'), await somebody('Omar', 'staff')];
  await setPin(omar, '2222');
  for (const pin of ['0000', '2222', '1111', '3333', '4444', '5555']) {
    await expect(take(phone, omar, pin)).rejects.toMatchObject({ answer: { code: 'auth.not_shared' } });
  }
  const nobodyWithPin = await somebody('Mona', 'staff');
  await expect(take(phone, nobodyWithPin, '2222')).rejects.toMatchObject({ answer: { code: 'auth.not_shared' } });
  const { pin_tries: tries } = await platformTransaction(server.db, 'seed', (tx) =>
    tx.selectFrom('memberships').select('pin_tries').where('user_id', '=', omar.userId).executeTakeFirstOrThrow(),
  );
  expect(tries).toBe(0);
});
