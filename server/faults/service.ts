/** The product at its busiest hour: guests who order without a pause and kitchens that watch, while something is broken. */
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Audit, auditOrders, listPlaced } from './audit.ts';
import { type Kitchens, makeKitchens, type Manners, OrderingGuests, placeOrder } from './guests.ts';
import { KitchenScreen } from './kitchen-screen.ts';
import type { Machine } from './machine.ts';

export interface Service extends Kitchens {
  machine: Machine;
  crowd: OrderingGuests;
  /** One in each restaurant, in their order; a test may open more, in rounds of the same order. */
  screens: KitchenScreen[];
}

const restaurantCount = 3;

/** Opens on a machine whose server is ready. */
export async function beginService(machine: Machine, guestCount = 12, manners?: Manners): Promise<Service> {
  const kitchens = await makeKitchens(machine, restaurantCount, guestCount);
  return {
    ...kitchens,
    machine,
    crowd: new OrderingGuests(machine, kitchens.guests, manners),
    screens: kitchens.staffTokens.map((token) => new KitchenScreen(machine, token)),
  };
}

/** What is true at any moment. */
export function auditNow({ machine, restaurants, crowd }: Service): Promise<Audit> {
  return auditOrders(machine, restaurants, crowd.acknowledged);
}

/**
 * Lets the guests finish and says what is wrong: orders that are not as they were told, more or fewer than there are keys, keys
 * that are answered differently when repeated, answers that nobody should get, events that a screen missed or heard twice.
 */
export async function endService(service: Service): Promise<Audit> {
  const { machine, crowd, screens, restaurants } = service;
  await crowd.finish();
  const faults = crowd.unexpected.map((answer) => `a guest was answered ${answer}`);
  faults.push(...(await repeatKeys(service)));
  const placedIn = await Promise.all(restaurants.map((restaurant) => listPlaced(machine, restaurant)));
  for (const [n, screen] of screens.entries()) {
    const placed = placedIn[n % restaurants.length]!;
    for (let waited = 0; screen.orderIds.length < placed.length && waited < 10_000; waited += 50) await sleep(50);
    await screen.close();
    faults.push(...faultsOfScreen(screen, placed));
  }
  const audit = await auditNow(service);
  if (audit.orders !== crowd.acknowledged.length)
    faults.push(`${crowd.acknowledged.length} orders were acknowledged and there are ${audit.orders}`);
  return { orders: audit.orders, faults: [...faults, ...audit.faults] };
}

/** As a guest's phone does that did not hear the answer: the last order of everybody once more. */
async function repeatKeys({ machine, crowd }: Service): Promise<string[]> {
  const last = new Map(crowd.acknowledged.map((one) => [one.guest, one]));
  const faults: string[] = [];
  for (const { guest, key, body } of last.values()) {
    const again = await placeOrder(machine, guest, key);
    if (again.body !== body) faults.push(`key ${key} was answered ${body} and then ${again.body}`);
  }
  return faults;
}

function faultsOfScreen({ orderIds, reloads }: KitchenScreen, placed: readonly string[]): string[] {
  const faults = reloads > 0 ? [`a screen had to load everything anew ${reloads} times`] : [];
  const wrong = placed.findIndex((id, index) => orderIds[index] !== id);
  if (wrong >= 0) faults.push(`event ${wrong + 1} of ${placed.length} was missed or heard out of order`);
  else if (orderIds.length > placed.length) faults.push(`${orderIds.length - placed.length} events were heard twice`);
  return faults;
}

/** Waits for a moment that nobody can foresee. */
export function aWhile(fromMs: number, toMs: number): Promise<void> {
  return sleep(fromMs + Math.random() * (toMs - fromMs));
}

/**
 * How much longer than alone everything takes here now: the tasks that want each core. The figures of R49 to R54 are for a machine
 * that does nothing else, and tests run beside others.
 */
export function slowness(): number {
  return Math.max(1, loadavg()[0]! / availableParallelism());
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

/** '1,234 ms, at most 2,345 ms'. */
export function usualAndMost(times: readonly number[]): string {
  const [usual, most] = [median(times), Math.max(...times)].map((ms) => `${Math.round(ms).toLocaleString('en')} ms`);
  return `${usual}, at most ${most}`;
}
