/** Stamps that a person gives or takes, where the answer of the first call was lost. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { CustomerId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { startApp } from '#server/test/servers/app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

const app = await startApp();
afterAll(() => app.close());

let made: TestRestaurant;
let guest: CustomerId;
let owner: string;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ customerId: guest } = await makeCustomer(app.db, made.id));
  ({ token: owner } = await makeOwner(app.db, made.id));
  const body = { name: 'Regulars', benefit: { kind: 'amount', amount: 10 }, stamps: { needed: 3 } } as const;
  await app.call('POST /offer/add-offer', { body }, owner);
});

const correct = async (stamps: number, idempotencyKey?: string) => {
  const body = { stamps, reason: 'Two dinners before' };
  const input = { params: { id: guest }, body, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  return (await app.call('POST /customer/correct-stamps/:id', input, owner)).stampCard;
};
const movements = async () => {
  const { stampCard } = await app.call('GET /customer/get-customer/:id', { params: { id: guest } }, owner);
  return stampCard!.movements.map(({ kind, stamps }) => [kind, stamps]).toReversed();
};
const corrected = async () => {
  const { entries } = await app.call('GET /audit/entries', { query: {} }, owner);
  return entries.filter(({ action }) => action === 'guest.stamps_corrected').map(({ details }) => details);
};

test('a correction that is sent again by its key is made once, and answered with the card as it is', async () => {
  const [given, taken] = [randomUUID(), randomUUID()];
  expect(await correct(4, given)).toMatchObject({ stamps: 4 });
  expect(await correct(4, given)).toMatchObject({ stamps: 4 });
  expect(await correct(-3, taken)).toMatchObject({ stamps: 1 });
  // There are no more three to take.
  expect(await correct(-3, taken)).toMatchObject({ stamps: 1 });
  expect(await refusalOf(correct(-3, randomUUID()))).toMatchObject({ code: 'customer.too_few_stamps' });
  expect([await movements(), await corrected()]).toEqual([
    [
      ['granted', 4],
      ['taken_back', -3],
    ],
    [{ stamps: -3 }, { stamps: 4 }],
  ]);
});

test('a key that has made a correction makes none of another number of stamps', async () => {
  const key = randomUUID();
  await correct(4, key);
  for (const stamps of [3, -4])
    expect(await refusalOf(correct(stamps, key))).toMatchObject({ status: 422, code: 'customer.stamps_key_reused' });
  expect(await movements()).toEqual([['granted', 4]]);
});

test('other keys are other corrections, and so are calls without one', async () => {
  await correct(1, randomUUID());
  await correct(1, randomUUID());
  await correct(1);
  expect(await correct(1)).toMatchObject({ stamps: 4 });
});

test('two calls with one key at the same moment are one correction', async () => {
  await correct(1);
  const key = randomUUID();
  const both = await platformTransaction(app.db, 'seed', async (tx) => {
    await sql`select from stamp_cards where restaurant_id = ${made.id} for update`.execute(tx);
    const calls = Promise.all([1, 2].map(() => whenFree(() => correct(9, key))));
    await expect.poll(() => countWaiting(tx)).toBe(2);
    return { calls };
  });
  expect((await both.calls).map(({ stamps }) => stamps)).toEqual([10, 10]);
  expect(await movements()).toEqual([
    ['granted', 1],
    ['granted', 9],
  ]);
});
