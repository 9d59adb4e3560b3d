/** Guests who order again and again, and repeat an order with its key until it is acknowledged. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, type Db, openDatabase } from '#server/db/connect.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { type Answer, ask, NoAnswer } from './ask.ts';
import type { Machine } from './machine.ts';

export interface Guest {
  restaurant: TestRestaurant;
  token: string;
}

/** An order whose placement was answered to the guest. */
export interface Acknowledged {
  guest: Guest;
  key: string;
  orderId: string;
  orderNumber: number;
  /** The exact text of the answer. */
  body: string;
}

export interface Kitchens {
  restaurants: TestRestaurant[];
  guests: Guest[];
  /** The bearer token of a staff member of each restaurant. */
  staffTokens: string[];
}

export const initialStock = 1_000_000;

/** Restaurants with guests, created while the server runs. */
export async function makeKitchens(machine: Machine, restaurantCount: number, guestCount: number): Promise<Kitchens> {
  const stocks = Array.from({ length: restaurantCount }, () => initialStock);
  return beside(machine, ({ db }) => openKitchens(db, stocks, guestCount));
}

/** A restaurant for each stock of the counted dish, with guests in turn. */
export async function openKitchens(db: Db, stocks: readonly number[], guestCount: number): Promise<Kitchens> {
  const kitchens: Kitchens = { restaurants: [], guests: [], staffTokens: [] };
  for (const stock of stocks) {
    const restaurant = await makeRestaurant(db, { stock });
    kitchens.restaurants.push(restaurant);
    kitchens.staffTokens.push((await makeOwner(db, restaurant.id, 'staff')).token);
  }
  for (let n = 0; n < guestCount; n++) {
    const restaurant = kitchens.restaurants[n % stocks.length]!;
    const { token } = await makeCustomer(db, restaurant.id);
    kitchens.guests.push({ restaurant, token });
  }
  return kitchens;
}

/** Runs work on the database of a machine whose server runs. */
export async function beside<T>({ dataDir }: Machine, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, testLog, { join: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export interface Manners {
  /**
   * Every other time the guest cuts the connection at a random moment and asks again, possibly while the first request
   * is in progress.
   */
  hangsUp?: boolean;
}

/** Milliseconds between two orders of a guest, and before a retry. */
const thinkMs = 15;
const retryMs = 100;
const longestHoldMs = 30;

export class OrderingGuests {
  readonly acknowledged: Acknowledged[] = [];
  /** The duration of each 503 in milliseconds. */
  readonly refusedAfterMs: number[] = [];
  /** Connections that broke before their answer. */
  cut = 0;
  /** Connections that were refused. */
  notTaken = 0;
  /** Forbidden answers: anything but a placed order, and a 503 that says when to come again. */
  readonly unexpected: string[] = [];
  readonly #machine: Machine;
  readonly #hangsUp: boolean;
  readonly #running: Promise<void[]>;
  #isOver = false;

  constructor(machine: Machine, guests: readonly Guest[], { hangsUp = false }: Manners = {}) {
    this.#machine = machine;
    this.#hangsUp = hangsUp;
    this.#running = Promise.all(guests.map((guest) => this.#orderOn(guest)));
  }

  /** Stops new orders; those in progress are repeated until they are acknowledged. */
  async finish(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Waits until this many more orders are acknowledged. */
  async untilMore(orders: number): Promise<void> {
    const wanted = this.acknowledged.length + orders;
    while (this.acknowledged.length < wanted && !this.#machine.isRemoved) await sleep(10);
  }

  async #orderOn(guest: Guest): Promise<void> {
    while (!this.#isOver && !this.#machine.isRemoved) {
      const key = randomUUID();
      while (!(await this.#try(guest, key)) && !this.#machine.isRemoved) await sleep(Math.random() * 2 * retryMs);
      await sleep(Math.random() * 2 * thinkMs);
    }
  }

  /** Returns whether the guest is done with this order. */
  async #try(guest: Guest, key: string): Promise<boolean> {
    const asked = performance.now();
    const hangsUpNow = this.#hangsUp && Math.random() < 0.5;
    const signal = hangsUpNow ? AbortSignal.timeout(Math.floor(Math.random() * longestHoldMs)) : undefined;
    try {
      const { status, headers, body } = await placeOrder(this.#machine, guest, key, signal);
      if (status === 503 && Number(headers['retry-after']) > 0) {
        this.refusedAfterMs.push(performance.now() - asked);
        return false;
      }
      if (status === 200) this.acknowledged.push({ guest, key, body, ...orderIn(body) });
      else this.unexpected.push(`${status} ${body}`);
    } catch (error) {
      if (error instanceof NoAnswer) this.unexpected.push(error.message);
      else if (isNotTaken(error)) this.notTaken++;
      else this.cut++;
      return false;
    }
    return true;
  }
}

/** Sends one order: two burgers with an extra, a water and a special, which is counted in stock. */
export function placeOrder(
  { url }: Pick<Machine, 'url'>,
  guest: Guest,
  key: string,
  signal?: AbortSignal,
): Promise<Answer> {
  const { headers, body } = placedOrder(guest, key);
  return ask(`${url}/api/v1/order/create-order`, headers, body, signal);
}

/** The call that sends it. */
export function placedOrder({ restaurant, token }: Guest, key: string) {
  const { items, modifiers, outletId } = restaurant;
  return {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: JSON.stringify({
      outletId,
      deliveryMode: 'pickup',
      paymentMethod: 'cash on pickup',
      // 2 x 18.00 + 3.25 + 5.50 + 42.00 = 86.75, plus 5 % tax.
      totalPrice: 91.09,
      items: [
        { itemId: items.burger, quantity: 2, modifierList: [modifiers.regular, modifiers.cheese] },
        { itemId: items.water, quantity: 1, modifierList: [] },
        { itemId: items.special, quantity: 1, modifierList: [] },
      ],
    }),
  };
}

export function orderIn(body: string): { orderId: string; orderNumber: number } {
  const { order } = JSON.parse(body) as { order: { _id: string; orderNumber: number } };
  return { orderId: order._id, orderNumber: order.orderNumber };
}

function isNotTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
