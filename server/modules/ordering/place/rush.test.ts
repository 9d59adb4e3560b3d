import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CallError } from '#contract/base/client.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { signUpForm } from '#server/test/servers/sign-in-app.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

const guestsOfRush = 200;
/** Less than Retry-After says: the guests of the rush are impatient. */
const refusedWaitMs = 500;
/** RUSH_ROUNDS=200 is the long form. */
const rounds = Number(process.env['RUSH_ROUNDS'] ?? 10);

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

function order(restaurant: TestRestaurant, token: string): Promise<number> {
  const body = pickupOrder(restaurant, [{ itemId: restaurant.items.water, quantity: 1 }], 5.78);
  return statusOf(app.call('POST /order/create-order', { body }, token));
}

const listOrders = (token: string) => statusOf(app.call('GET /order/get-all-orders', {}, token));

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof CallError) return error.status;
    throw error;
  }
}

test('a rush at one restaurant leaves every list, sign-in and order of its neighbour answered', async ({
  annotate,
}) => {
  const [crowded, calm] = [await makeRestaurant(app.db), await makeRestaurant(app.db)];
  const crowd = await makeMany(guestsOfRush, () => makeCustomer(app.db, crowded.id));
  const [guest, owner] = [await makeCustomer(app.db, calm.id), await makeOwner(app.db, calm.id)];
  const form = { ...signUpForm('neighbour@rush.test'), outlets: '1 outlet', chatfoodInformer: 'Friend' } as const;
  await app.call('POST /auth/signup', { body: form });
  const signIn = () =>
    statusOf(app.call('POST /auth/signin', { body: { email: form.email, password: form.password } }));

  const ofCrowd: number[] = [];
  const over = new AbortController();
  const rush = Promise.all(
    crowd.map(async ({ token }) => {
      while (!over.signal.aborted) {
        const status = await order(crowded, token);
        ofCrowd.push(status);
        if (status === 503) await sleep(refusedWaitMs);
      }
    }),
  );
  const ofNeighbour = { lists: [] as number[], signIns: [] as number[], orders: [] as number[] };
  const tookMs: number[] = [];
  const timed = async (call: Promise<number>) => {
    const began = performance.now();
    const status = await call;
    tookMs.push(performance.now() - began);
    return status;
  };
  for (let round = 0; round < rounds; round++) {
    const calls = [listOrders(owner.token), signIn(), order(calm, guest.token)].map(timed);
    const [list, entry, placed] = (await Promise.all(calls)) as [number, number, number];
    ofNeighbour.lists.push(list);
    ofNeighbour.signIns.push(entry);
    ofNeighbour.orders.push(placed);
  }
  over.abort();
  await rush;

  const answered = Array<number>(rounds).fill(200);
  expect(ofNeighbour).toEqual({ lists: answered, signIns: answered, orders: answered });
  expect(ofCrowd.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(ofCrowd).toContain(200);
  tookMs.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => Math.round(tookMs[Math.ceil(tookMs.length * part) - 1]!)) as [
    number,
    number,
  ];
  const placedByCrowd = ofCrowd.filter((status) => status === 200).length;
  await annotate(
    `the neighbour's ${tookMs.length} calls: p50 ${p50} ms, p99 ${p99} ms; the rush: ${placedByCrowd} orders, ${ofCrowd.length - placedByCrowd} refused`,
  );
  expect(p99).toBeLessThan(1_000 * slowness());
});
