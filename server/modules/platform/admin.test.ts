/** The actions of the platform's admins and their effects (decisions 26 and 28; R26; AD-01 to AD-04). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { deliveryOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeAdmin, makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let admin: { token: string; userId: never };
beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
  admin = (await makeAdmin(server.db)) as typeof admin;
});
afterAll(() => server.close());
const call: TestApp['call'] = (route, input, token) => server.call(route, input, token);

const water = (made: Awaited<ReturnType<typeof makeRestaurant>>) =>
  deliveryOrder(made, [{ itemId: made.items.special, quantity: 1 }], 49.1);

test('an admin creates a restaurant, and its owner follows the mail and finds it theirs', async () => {
  const email = 'owner.harbour@example.test';
  const asked = {
    name: 'Harbour Grill',
    outlets: '2 - 5 outlets',
    country: 'United Arab Emirates',
    chatfoodInformer: 'Friend',
    email,
  } as const;
  const { restaurant } = await call('POST /admin/create-restaurant', { body: asked }, admin.token);
  expect(restaurant).toMatchObject({
    name: 'Harbour Grill',
    outlets: '2 - 5 outlets',
    outletCount: 0,
    country: 'AE',
    chatfoodInformer: 'Friend',
    status: 'approved',
    owner: null,
    invitedOwner: email,
  });
  await expect.poll(() => server.mails.filter(({ to }) => to === email)).toHaveLength(1);
  const link = /accept-invitation\?token=([\w-]+)/.exec(server.mails.findLast(({ to }) => to === email)!.text)![1]!;
  const accepted = await call('POST /auth/accept-invitation', {
    body: { token: link, firstName: 'Layla', lastName: 'Haddad', password: 'violet anchor 47 lamps' },
  });
  expect(accepted).toMatchObject({ role: 'owner', restaurant: { _id: restaurant._id, status: 'approved' } });
  const { restaurants } = await call('GET /admin/get-restaurants', {}, admin.token);
  expect(restaurants.find(({ _id }) => _id === restaurant._id)).toMatchObject({
    owner: { name: 'Layla Haddad', email },
    invitedOwner: null,
  });
  // A person who has a restaurant is not invited to another.
  expect(await refusalOf(call('POST /admin/create-restaurant', { body: asked }, admin.token))).toMatchObject({
    code: 'auth.email_taken',
    fields: { email: { code: expect.any(String) } },
  });
  const { entries } = await call('GET /audit/entries', { query: {} }, accepted.token.token);
  expect(entries.map(({ action }) => action)).toEqual(['staff.joined', 'admin.restaurant_created']);
  // One who has left it is.
  await platformTransaction(server.db, 'administration', (tx) =>
    tx.deleteFrom('memberships').where('user_id', '=', accepted.user._id).execute(),
  );
  expect(await call('POST /admin/create-restaurant', { body: asked }, admin.token)).toMatchObject({
    restaurant: { owner: null, invitedOwner: email },
  });
});

test('a cancelled restaurant takes no orders at once, its people read why, and approving opens it again', async () => {
  const made = await makeRestaurant(server.db);
  const owner = await makeOwner(server.db, made.id);
  const guest = await makeCustomer(server.db, made.id);
  const order = () => call('POST /order/create-order', { body: water(made) }, guest.token);
  const { order: kept } = await order();
  const decide = { params: { id: made.id }, body: { reason: 'The licence has run out' } };
  const { restaurant } = await call('POST /admin/cancel-restaurant/:id', decide, admin.token);
  expect(restaurant).toMatchObject({ status: 'cancelled', statusReason: 'The licence has run out' });

  expect(await refusalOf(order())).toMatchObject({ status: 409, code: 'order.outlet_closed' });
  expect((await call('GET /auth/me', {}, owner.token)).restaurant).toMatchObject({
    status: 'cancelled',
    statusReason: 'The licence has run out',
  });
  await expect
    .poll(
      async () =>
        (await call('GET /site/:slug', { params: { slug: made.slug } })).outlets[0]!.modes.pickup.openingHours,
    )
    .toEqual(expect.not.arrayContaining([expect.objectContaining({ open: true })]));
  // Earlier orders can be finished.
  const moved = await call(
    'POST /order/update-order-status',
    { body: { orderId: kept._id, status: 'Confirmed', expectedStatus: 'New' } },
    owner.token,
  );
  expect(moved.order.status).toBe('Confirmed');

  await call('POST /admin/approve-restaurant/:id', { params: { id: made.id }, body: {} }, admin.token);
  await order();
  const { entries } = await call('GET /audit/entries', { query: {} }, owner.token);
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['admin.restaurant_approved', { before: 'cancelled', after: 'approved', reason: '' }],
    ['admin.restaurant_cancelled', { before: 'new', after: 'cancelled', reason: 'The licence has run out' }],
  ]);
});

test('disabling a user ends their sessions for good, ending sessions does it once, and both are in the audit log', async () => {
  const made = await makeRestaurant(server.db);
  const owner = await makeOwner(server.db, made.id);
  const staff = await makeOwner(server.db, made.id, 'staff');
  const of = { params: { id: staff.userId } };
  const { user } = await call('POST /admin/end-sessions/:id', of, admin.token);
  expect(user).toMatchObject({ sessions: 0, disabledReason: null, restaurants: [made.name], country: 'AE' });
  expect(await refusalOf(call('GET /auth/me', {}, staff.token))).toMatchObject({ status: 401 });

  const disabled = await call('POST /admin/disable-user/:id', { ...of, body: { reason: 'Stolen phone' } }, admin.token);
  expect(disabled.user.disabledReason).toBe('Stolen phone');
  const enabled = await call('POST /admin/enable-user/:id', of, admin.token);
  expect(enabled.user.disabledReason).toBeNull();
  const { entries } = await call('GET /audit/entries', { query: {} }, owner.token);
  expect(entries.map(({ action }) => action)).toEqual([
    'admin.user_enabled',
    'admin.user_disabled',
    'admin.sessions_ended',
  ]);
});

test('a disabled account cannot sign in', async () => {
  const email = 'disabled@example.test';
  const password = 'violet anchor 47 lamps';
  const { user, token } = await call('POST /auth/signup', {
    body: {
      firstName: 'Layla',
      lastName: 'Haddad',
      email,
      country: 'United Arab Emirates',
      countryCode: '+971',
      mobileNumber: '501234567',
      restaurant: 'Quay Kitchen',
      outlets: '1 outlet',
      chatfoodInformer: 'Radio',
      password,
    },
  });
  await call('POST /admin/disable-user/:id', { params: { id: user._id }, body: { reason: 'Fraud' } }, admin.token);
  expect(await refusalOf(call('GET /auth/me', {}, token.token))).toMatchObject({ status: 401 });
  expect(await refusalOf(call('POST /auth/signin', { body: { email, password } }))).toMatchObject({
    code: 'auth.wrong_credentials',
  });
  const { users } = await call('GET /admin/get-users', {}, admin.token);
  expect(users.find(({ _id }) => _id === user._id)).toMatchObject({
    firstName: 'Layla',
    lastName: 'Haddad',
    email,
    country: 'AE',
    countryCode: '+971',
    mobileNumber: '501234567',
    userType: 'merchant',
    restaurants: ['Quay Kitchen'],
    disabledReason: 'Fraud',
  });
});

test('admins can neither disable themselves nor end their own sessions here', async () => {
  const self = { params: { id: admin.userId } };
  const slip = { ...self, body: { reason: 'A slip' } };
  expect(await refusalOf(call('POST /admin/disable-user/:id', slip, admin.token))).toMatchObject({
    code: 'admin.yourself',
  });
  expect(await refusalOf(call('POST /admin/end-sessions/:id', self, admin.token))).toMatchObject({
    code: 'admin.yourself',
  });
});
