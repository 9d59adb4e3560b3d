import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/db/connect.ts';
import type { TestRestaurant } from '#server/test/data/restaurant.ts';
import { listPlacedIn } from '../audit.ts';
import { initialStock, openKitchens, orderIn, placeOrder } from '../guests.ts';
import { KitchenScreen } from '../kitchen-screen.ts';
import type { Machine } from '../machine.ts';
import { aWhile, delayEscalation, faultsOfScreen, median } from '../service.ts';

/** A restaurant without other orders, so that a screen hears of one at the other server by a notification or by polling alone. */
export interface Probe {
  restaurant: TestRestaurant;
  /** Waits until a screen at each server has heard of an order at the other. */
  untilHeard(): Promise<void>;
  /** Median milliseconds from the answer to an order at one server to a screen at the other. */
  usuallyHeardMs(): Promise<number>;
  /** @returns the faults of its screens. */
  end(): Promise<string[]>;
}

const samples = 6;

export async function startProbe({ db }: Database, machines: readonly [Machine, Machine]): Promise<Probe> {
  const { restaurants, guests, staffTokens } = await openKitchens(db, [initialStock], 1);
  const restaurant = restaurants[0]!;
  await delayEscalation(db, restaurant.id);
  const screens = machines.map((machine) => new KitchenScreen(machine, staffTokens[0]!));

  /** @returns the milliseconds. */
  async function hear(at: 0 | 1): Promise<number> {
    const orderId = await place(machines[1 - at]!);
    const placedAt = performance.now();
    while (!screens[at]!.orderIds.includes(orderId)) await sleep(2);
    return performance.now() - placedAt;
  }

  async function place(machine: Machine): Promise<string> {
    const key = randomUUID();
    for (;;) {
      const answer = await placeOrder(machine, guests[0]!, key).catch(() => null);
      if (answer?.status === 200) return orderIn(answer.body).orderId;
      await sleep(50);
    }
  }

  return {
    restaurant,
    async untilHeard() {
      await hear(0);
      await hear(1);
    },
    async usuallyHeardMs() {
      const times: number[] = [];
      for (let n = 0; n < samples; n++) {
        await aWhile(0, 400);
        times.push(await hear(n % 2 === 0 ? 0 : 1));
      }
      return median(times);
    },
    async end() {
      const placed = await listPlacedIn(db, restaurant);
      await Promise.all(screens.map((screen) => screen.close()));
      return screens.flatMap((screen) => faultsOfScreen(screen, placed));
    },
  };
}
