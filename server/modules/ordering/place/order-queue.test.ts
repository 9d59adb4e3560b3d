import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Refusal } from '#server/http/answers/refusal.ts';
import { openGuestQueue, openOrderQueue } from './order-queue.ts';

const [here, there, elsewhere] = ['here', 'there', 'elsewhere'] as RestaurantId[] as [
  RestaurantId,
  RestaurantId,
  RestaurantId,
];

let inTurn: ReturnType<typeof openOrderQueue>;
/** Orders that are in the database, by restaurant; each ends when it is called. */
let inDatabase: { restaurantId: RestaurantId; end: () => void }[];
let answers: (string | number)[];

beforeEach(() => {
  vi.useFakeTimers();
  inTurn = openOrderQueue();
  inDatabase = [];
  answers = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets everything run that waits for nothing. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function send(restaurantId: RestaurantId, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    const ended = inTurn(restaurantId, () => new Promise<void>((end) => void inDatabase.push({ restaurantId, end })));
    ended.then(
      () => answers.push('placed'),
      (error: Refusal) => answers.push(`${error.code} ${String(error.details?.['seconds'])}`),
    );
  }
  await settle();
}

async function endOldest(): Promise<void> {
  inDatabase.shift()?.end();
  await settle();
}

const running = () => inDatabase.map(({ restaurantId }) => restaurantId);

test('four orders of a restaurant are in the database at a time, six in all', async () => {
  await send(here, 5);
  expect(running()).toEqual([here, here, here, here]);
  await send(there, 5);
  expect(running()).toEqual([here, here, here, here, there, there]);
});

test('the next connection goes to the restaurant that has waited longer', async () => {
  await send(here, 10);
  await send(there, 4);
  await send(elsewhere, 1);
  await endOldest();
  expect(running()).toEqual([here, here, here, there, there, there]);
  await endOldest();
  expect(running().slice(-1)).toEqual([there]);
  await endOldest();
  expect(running().slice(-1)).toEqual([elsewhere]);
});

test('an order is refused at once when the others need more than a second', async () => {
  await send(here, 4);
  // Four orders in 100 ms: 40 a second.
  for (let ended = 0; ended < 100; ended++) {
    await send(here, 1);
    await vi.advanceTimersByTimeAsync(25);
    await endOldest();
  }
  answers = [];
  await send(here, 60);
  expect(answers.length).toBeGreaterThanOrEqual(18);
  expect(answers.length).toBeLessThanOrEqual(22);
  expect(new Set(answers)).toEqual(new Set(['server.unavailable 2']));
  await send(there, 1);
  expect(running()).toContain(there);
});

test('nobody joins the line of a restaurant whose orders have not moved for two seconds', async () => {
  await send(here, 4);
  await vi.advanceTimersByTimeAsync(2_000);
  await send(here, 1);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await send(here, 1);
  expect(answers).toEqual(['server.unavailable 2']);
});

test('an order is refused after two seconds of waiting, and those after it move up', async () => {
  await send(here, 5);
  await vi.advanceTimersByTimeAsync(900);
  await send(here, 1);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(answers).toEqual(['server.unavailable 2']);
  await endOldest();
  expect(answers).toEqual(['server.unavailable 2', 'placed']);
  expect(running()).toHaveLength(4);
});

test('a failed order makes room as well', async () => {
  await send(here, 3);
  const failing = inTurn(here, async () => {
    throw new Error('gone');
  });
  await expect(failing).rejects.toThrow('gone');
  await send(here, 1);
  expect(running()).toHaveLength(4);
});

test('a guest has four orders on their way at most, and the others of the restaurant none the less', async () => {
  const ofGuest = openGuestQueue();
  const ends: (() => void)[] = [];
  const place = async (customerId: string) => {
    const guest = { restaurantId: here, customerId: customerId as CustomerId };
    await ofGuest(guest, () => new Promise<void>((end) => void ends.push(end))).then(
      () => answers.push('placed'),
      (error: Refusal) => answers.push(error.code),
    );
  };
  for (let sent = 0; sent < 6; sent++) void place('one');
  for (let sent = 0; sent < 4; sent++) void place('other');
  await settle();
  expect(answers).toEqual(['server.unavailable', 'server.unavailable']);
  expect(ends).toHaveLength(8);
  ends[0]!();
  await settle();
  expect(answers.at(-1)).toBe('placed');
  void place('one');
  await settle();
  expect(ends).toHaveLength(9);
});
