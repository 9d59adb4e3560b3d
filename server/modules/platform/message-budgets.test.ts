/** Budgets of messages: seen by the platform's admins, and raised for one restaurant. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BudgetKind } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import {
  makeAdmin,
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
} from '#server/test/data/restaurant.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp({ config: { rateLimits: true } });
  admin = (await makeAdmin(app.db)).token;
});
afterAll(() => app.close());

const list = async () => (await app.call('GET /admin/get-message-budgets', {}, admin)).restaurants;
const set = (id: RestaurantId, kind: BudgetKind, budget: number) =>
  app.call('POST /admin/set-message-budget/:id', { params: { id }, body: { kind, budget } }, admin);

/** An order of a new guest that the restaurant cancels. */
async function cancelOrder(made: TestRestaurant, token: string): Promise<void> {
  const guest = await makeCustomer(app.db, made.id);
  const placed = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
  const { order } = await app.call('POST /order/create-order', { body: placed }, guest.token);
  const body = { orderId: order._id, status: 'Cancelled', reason: 'too_busy' } as const;
  await app.call('POST /order/update-order-status', { body }, token);
}

test('an admin sees what each restaurant has sent of each kind beside its budget, and raises one', async () => {
  const quiet = await makeRestaurant(app.db);
  const busy = await makeRestaurant(app.db);
  const owner = await makeOwner(app.db, busy.id);
  const invite = (n: number) =>
    app.call(
      'POST /staff/invite',
      { body: { email: `p${n}.${busy.canary}@example.test`, role: 'staff' } },
      owner.token,
    );
  await app.call('POST /auth/sent-otp', { body: { restaurantName: busy.slug, number: '+971501239876' } });
  for (let n = 0; n < 3; n++) await invite(n);
  await cancelOrder(busy, owner.token);

  const [first, ...others] = await list();
  expect(first).toEqual({
    _id: busy.id,
    name: busy.name,
    budgets: [
      { kind: 'guest_code', sent: 1, budget: 1000, hours: 24 },
      { kind: 'alert_mail', sent: 0, budget: 100, hours: 24 },
      { kind: 'alert_call', sent: 0, budget: 100, hours: 24 },
      { kind: 'invitation', sent: 3, budget: 30, hours: 1 },
      { kind: 'cancelled_text', sent: 1, budget: 100, hours: 24 },
      { kind: 'cancelled_mail', sent: 1, budget: 100, hours: 24 },
      { kind: 'order_text', sent: 0, budget: 200, hours: 24 },
      { kind: 'order_mail', sent: 0, budget: 2000, hours: 24 },
    ],
  });
  expect(others.find(({ _id }) => _id === quiet.id)!.budgets.every(({ sent }) => sent === 0)).toBe(true);

  await set(busy.id, 'invitation', 3);
  expect(await refusalOf(invite(3))).toMatchObject({ status: 429, code: 'rate.limited' });
  const { restaurant } = await set(busy.id, 'invitation', 4);
  expect(restaurant.budgets[3]).toEqual({ kind: 'invitation', sent: 3, budget: 4, hours: 1 });
  await invite(3);

  const { entries } = await app.call('GET /audit/entries', { query: {} }, owner.token);
  expect(entries.filter(({ action }) => action === 'admin.budget_changed').map(({ details }) => details)).toEqual([
    { invitation: { before: 3, after: 4 } },
    { invitation: { before: 30, after: 3 } },
  ]);
});

test('messages about cancelled orders end with their budget', async () => {
  const made = await makeRestaurant(app.db);
  const owner = await makeOwner(app.db, made.id);
  await set(made.id, 'cancelled_text', 1);
  await set(made.id, 'cancelled_mail', 0);
  for (let n = 0; n < 2; n++) await cancelOrder(made, owner.token);
  const counts = (await list()).find(({ _id }) => _id === made.id)!.budgets.slice(4, 6);
  expect(counts.map(({ sent, budget }) => [sent, budget])).toEqual([
    [1, 1],
    [0, 0],
  ]);
});

test('the owner sends no more codes than an admin allows, whatever they set', async () => {
  const made = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, made.id);
  const change = (codesPerDay: number) => app.call('POST /auth/update-code-settings', { body: { codesPerDay } }, token);
  const shown = async () => [
    (await app.call('GET /auth/code-settings', {}, token)).codeSettings.codesPerDay,
    (await list()).find(({ _id }) => _id === made.id)!.budgets[0]!.budget,
  ];
  const ask = (number: string) => app.call('POST /auth/sent-otp', { body: { restaurantName: made.slug, number } });
  await change(20_000);
  await set(made.id, 'guest_code', 0);
  expect(await refusalOf(change(20_000))).toMatchObject({
    status: 400,
    fields: { codesPerDay: { code: 'too_large', details: { most: 0 } } },
  });
  expect(await shown()).toEqual([0, 0]);
  expect(await refusalOf(ask('+971551239876'))).toMatchObject({ status: 429, code: 'code.too_many' });

  await set(made.id, 'guest_code', 300);
  await change(200);
  expect(await shown()).toEqual([200, 200]);
  await change(300);
  expect(await refusalOf(change(301))).toMatchObject({ status: 400 });
  await ask('+971551239876');

  // A program of before knows no ceiling.
  await app.db.updateTable('restaurants').set({ codes_per_day: 20_000 }).where('id', '=', made.id).execute();
  expect(await shown()).toEqual([300, 300]);
});

test('a budget of guests is that of the owner as well, and an unknown restaurant has none', async () => {
  const made = await makeRestaurant(app.db);
  const owner = await makeOwner(app.db, made.id);
  await set(made.id, 'guest_code', 0);
  const { codeSettings } = await app.call('GET /auth/code-settings', {}, owner.token);
  expect(codeSettings.codesPerDay).toBe(0);
  expect(await refusalOf(set(newId<RestaurantId>(), 'guest_code', 5))).toMatchObject({ code: 'request.not_found' });
});
