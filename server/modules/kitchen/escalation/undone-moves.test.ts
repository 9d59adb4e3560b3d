/** An order that is moved over the time of a step, and then moved back. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { openEscalationServers } from '#server/test/servers/escalation-servers.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { type Kitchen, openKitchen } from '#server/test/data/kitchen.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ database: await checkedDatabase() });
});
afterAll(() => app.close());

let kitchen: Kitchen;
beforeEach(async () => {
  app.clock.set(new Date());
  kitchen = await openKitchen(app);
  await app.call(
    'POST /outlet/update-escalation/:id',
    { params: { id: kitchen.made.outletId }, body: { rejectMinutes: 10 } },
    kitchen.owner.token,
  );
});

/** In seconds. */
const MINUTE = 60;

/** Sets the clock to so many seconds after the order, whatever the machine has taken since. */
const setClock = ({ createdAt }: Order, seconds: number) =>
  app.clock.set(new Date(Date.parse(createdAt) + seconds * 1000));

async function lookAt(order: Order, seconds: number) {
  setClock(order, seconds);
  const servers = openEscalationServers(app, 2);
  await servers.look();
  await servers.stop();
}

/** Accepts the order ten seconds before the time, lets servers look at it after that, and takes the acceptance back. */
async function acceptOver(order: Order, seconds: number) {
  setClock(order, seconds - 10);
  await kitchen.move(order._id, 'Confirmed');
  await lookAt(order, seconds + 1);
  const steps = await stepsOf(order._id);
  setClock(order, seconds + 2);
  await kitchen.move(order._id, 'New');
  return steps;
}

const stepsOf = (id: OrderId) =>
  platformTransaction(app.db, 'escalation', (tx) =>
    tx
      .selectFrom('escalation_steps')
      .select(['step', 'outcome'])
      .where('order_id', '=', id)
      .where('outcome', 'is not', null)
      .orderBy('step')
      .execute(),
  );
const seenByKitchen = async (id: OrderId) =>
  (await app.call('GET /order/get-order-details/:id', { params: { id } }, kitchen.owner.token)).order;

test('an acceptance over the deadline that is undone leaves the order to be rejected', async () => {
  const order = await kitchen.placeOrder();
  await lookAt(order, 9 * MINUTE);
  await acceptOver(order, 10 * MINUTE);
  await lookAt(order, 10 * MINUTE + 30);
  expect(await seenByKitchen(order._id)).toMatchObject({ status: 'Cancelled', cancelReason: 'not_accepted' });
  expect(await stepsOf(order._id)).toEqual([
    { step: 'devices', outcome: 'done' },
    { step: 'mail', outcome: 'done' },
    { step: 'reject', outcome: 'done' },
  ]);
});

test('an acceptance over the time of the mail that is undone leaves the mail to be sent', async () => {
  const order = await kitchen.placeOrder();
  const params = { id: kitchen.made.outletId };
  const { escalation } = await app.call('GET /outlet/get-escalation/:id', { params }, kitchen.owner.token);
  const seconds = escalation.mailMinutes! * MINUTE;
  await lookAt(order, MINUTE + 1);
  expect(await acceptOver(order, seconds)).toEqual([{ step: 'devices', outcome: 'done' }]);
  await lookAt(order, seconds + 30);
  const mails = () => app.mails.filter(({ to, text }) => !to.endsWith('@guest.test') && text.includes(order._id));
  await expect.poll(() => mails().length).toBe(1);
});

test('the steps of an accepted order end once the acceptance stands', async () => {
  const order = await kitchen.placeOrder();
  await lookAt(order, 9 * MINUTE);
  setClock(order, 10 * MINUTE - 10);
  await kitchen.move(order._id, 'Confirmed');
  await lookAt(order, 10 * MINUTE + 1);
  await lookAt(order, 10 * MINUTE + 30);
  expect(await seenByKitchen(order._id)).toMatchObject({ status: 'Confirmed' });
  expect(await stepsOf(order._id)).toContainEqual({ step: 'reject', outcome: 'moved' });
});
