/** Orders that are paid online, against those who change at once what these lock: each waits for the others, and nobody for a circle. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { CallError } from '#contract/base/client.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer, ownersPassword } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { countDeadlocks, countWaiting } from '#server/test/servers/waiting.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);
let before: number;
beforeEach(async () => {
  before = await countDeadlocks(app.db);
});
afterEach(async () => {
  expect((await countDeadlocks(app.db)) - before).toBe(0);
});

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The end of a work: its answer, or the code of its refusal. */
type Outcome<Answer> = { answer: Answer } | { refusal: string };

/**
 * Starts the works one after the other while somebody else has the row that they all need, each once the former ones wait, and lets them all
 * go at once. A work that waited too long on a busy machine comes again.
 */
async function inLine<Answer>(
  take: (tx: Tx) => Promise<unknown>,
  works: readonly (() => Promise<Answer>)[],
): Promise<Outcome<Answer>[]> {
  const outcomes: Promise<Outcome<Answer>>[] = [];
  await platformTransaction(app.db, 'seed', async (tx) => {
    await take(tx);
    for (const work of works) {
      outcomes.push(whenFree(work).then((answer) => ({ answer }), refusalFor));
      await expect.poll(() => countWaiting(tx), { interval: 5 }).toBeGreaterThanOrEqual(outcomes.length);
    }
  });
  return Promise.all(outcomes);
}

function refusalFor(error: unknown): { refusal: string } {
  if (!(error instanceof CallError) || error.answer === null) throw error;
  return { refusal: error.answer.code };
}

const takeAccount = (shop: PaidOrders) => (tx: Tx) =>
  sql`select from payment_gateways where restaurant_id = ${shop.made.id} for update`.execute(tx);
const takeOutlet = (shop: PaidOrders) => (tx: Tx) =>
  sql`select from outlets where id = ${shop.made.outletId} for update`.execute(tx);

test('ten owners disconnect their gateways while guests begin to pay for the last portion', async () => {
  for (const round of upTo(10)) {
    // The last portion tells the menu, as the end of online payment does: both need the account, and the counter of events.
    const shop = await makePaidOrders(app, gateway, { stock: 1 });
    const begin = async () => (await shop.begin(shop.order())).state;
    const disconnect = async () => {
      await app.call('POST /restaurant/disconnect-gateway', { body: { password: ownersPassword } }, shop.owner.token);
      return 'disconnected';
    };
    const works = round % 2 === 0 ? [begin, disconnect] : [disconnect, begin];
    const outcomes = await inLine(takeAccount(shop), works);
    const [begun, disconnected] = round % 2 === 0 ? outcomes : outcomes.toReversed();
    expect(disconnected).toEqual({ answer: 'disconnected' });
    expect([begun, await shop.stock()]).toEqual(
      'answer' in begun! ? [{ answer: 'begun' }, 0] : [{ refusal: 'order.payment_not_available' }, 1],
    );
  }
});

/** Guests who have paid, and whose orders are not placed yet. */
async function payAll(shop: PaidOrders, count: number) {
  const paid = [];
  for (const _ of upTo(count)) {
    const { token } = await makeCustomer(app.db, shop.made.id);
    const begun = await shop.begin(shop.order(), crypto.randomUUID(), token);
    gateway.pay(begun.url!);
    paid.push(async () => {
      const { state, orderName } = await shop.look(begun, token);
      return { state, orderName };
    });
  }
  return paid;
}

test('four guests of an outlet, ten times, have paid at once, and their orders are placed', async () => {
  const shop = await makePaidOrders(app, gateway);
  for (const round of upTo(10)) {
    const outcomes = await inLine(takeOutlet(shop), await payAll(shop, 4));
    const names = outcomes.flatMap((one) =>
      'answer' in one && one.answer.state === 'authorised' ? [one.answer.orderName] : [],
    );
    expect(names.toSorted((a, b) => Number(a) - Number(b))).toEqual(upTo(4).map((n) => String(4 * (round - 1) + n)));
  }
  expect([(await shop.kitchen()).length, await shop.stock()]).toEqual([40, 60]);
});

test('five owners delete their outlet among four guests who have paid at once, and read how many orders are left', async () => {
  for (const _ of upTo(5)) {
    const shop = await makePaidOrders(app, gateway);
    const deleting = { params: { id: shop.made.outletId }, body: { password: ownersPassword } };
    const remove = () => app.call('DELETE /outlet/delete-outlet/:id', deleting, shop.owner.token);
    const paid = await payAll(shop, 4);
    const outcomes = await inLine<object>(takeOutlet(shop), [...paid.slice(0, 2), remove, ...paid.slice(2)]);
    const [[deleted], looks] = [outcomes.splice(2, 1), outcomes];
    const placed = looks.filter((one) => 'answer' in one && 'state' in one.answer && one.answer.state === 'authorised');
    expect(deleted).toMatchObject({ answer: { liveOrders: placed.length } });
    expect(looks.filter((one) => !placed.includes(one))).toEqual(
      Array.from({ length: 4 - placed.length }, () => ({ answer: { state: 'released', orderName: null } })),
    );
    expect([(await shop.kitchen()).length, await shop.stock()]).toEqual([placed.length, 100 - placed.length]);
  }
});

test.each(['payment', 'change'])(
  'a payment that begins while the currency changes has that of the restaurant, where the %s comes first',
  async (first) => {
    // The last portion tells the menu, as the change of the currency does.
    const shop = await makePaidOrders(app, gateway, { stock: 1 });
    const begin = async () => {
      const { _id } = await shop.begin(shop.order());
      const payment = await platformTransaction(app.db, 'seed', (tx) =>
        tx.selectFrom('payments').select('currency').where('id', '=', _id).executeTakeFirstOrThrow(),
      );
      return payment.currency;
    };
    const change = async () => {
      const body = { currency: 'KWD' } as const;
      return (await app.call('POST /restaurant/update-settings', { body }, shop.owner.token)).settings.currency;
    };
    const takeCounter = (tx: Tx) =>
      sql`select from restaurant_counters where restaurant_id = ${shop.made.id} for update`.execute(tx);
    const outcomes = await inLine(takeCounter, first === 'payment' ? [begin, change] : [change, begin]);
    expect(outcomes).toEqual(
      first === 'payment'
        ? [{ answer: 'AED' }, { refusal: 'restaurant.currency_fixed' }]
        : [{ answer: 'KWD' }, { answer: 'KWD' }],
    );
  },
);
