/** The product under load while something is broken: guests who order without a pause, and kitchens that watch. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { type Audit, auditOrders, listPlaced } from './audit.ts';
import { beside, type Kitchens, makeKitchens, type Manners, OrderingGuests, placeOrder } from './guests.ts';
import { KitchenScreen } from './kitchen-screen.ts';
import type { Machine } from './machine.ts';

export interface Service extends Kitchens {
  machine: Machine;
  crowd: OrderingGuests;
  /** One screen per restaurant, in their order; a test may add more in the same order. */
  screens: KitchenScreen[];
}

const restaurantCount = 3;

/** Starts the load on a machine whose server is ready. */
export async function beginService(machine: Machine, guestCount = 12, manners?: Manners): Promise<Service> {
  const kitchens = await makeKitchens(machine, restaurantCount, guestCount);
  for (const { id } of kitchens.restaurants) await beside(machine, ({ db }) => delayEscalation(db, id));
  return {
    ...kitchens,
    machine,
    crowd: new OrderingGuests(machine, kitchens.guests, manners),
    screens: kitchens.staffTokens.map((token) => new KitchenScreen(machine, token)),
  };
}

/** On a busy machine a service outlasts the minute after which an order escalates, and the audit expects no more events. */
export function delayEscalation(db: Db, restaurantId: RestaurantId): Promise<void> {
  return changeMenu(db, restaurantId, (tx) =>
    tx
      .updateTable('outlets')
      .set({ escalation_devices_minutes: 120, escalation_mail_minutes: null })
      .where('restaurant_id', '=', restaurantId)
      .execute(),
  );
}

/** The checks that hold at any moment. */
export function auditNow({ machine, restaurants, crowd }: Service): Promise<Audit> {
  return auditOrders(machine, restaurants, crowd.acknowledged);
}

/**
 * Lets the guests finish and reports what is wrong: orders that differ from their answers or their number of keys, keys
 * answered differently when repeated, forbidden answers, events that a screen missed or got twice.
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

/** Repeats everybody's last order, as a phone does that missed the answer. */
async function repeatKeys({ machine, crowd }: Service): Promise<string[]> {
  const last = new Map(crowd.acknowledged.map((one) => [one.guest, one]));
  const faults: string[] = [];
  for (const { guest, key, body } of last.values()) {
    const again = await placeOrder(machine, guest, key);
    if (again.body !== body) faults.push(`key ${key} was answered ${body} and then ${again.body}`);
  }
  return faults;
}

export function faultsOfScreen({ orderIds, reloads }: KitchenScreen, placed: readonly string[]): string[] {
  const faults = reloads > 0 ? [`a screen had to load everything anew ${reloads} times`] : [];
  const wrong = placed.findIndex((id, index) => orderIds[index] !== id);
  if (wrong >= 0) faults.push(`event ${wrong + 1} of ${placed.length} was missed or heard out of order`);
  else if (orderIds.length > placed.length) faults.push(`${orderIds.length - placed.length} events were heard twice`);
  return faults;
}

/** Waits for a random time. */
export function aWhile(fromMs: number, toMs: number): Promise<void> {
  return sleep(fromMs + Math.random() * (toMs - fromMs));
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

/** '1,234 ms, at most 2,345 ms'. */
export function usualAndMost(times: readonly number[]): string {
  const [usual, most] = [median(times), Math.max(...times)].map((ms) => `${Math.round(ms).toLocaleString('en')} ms`);
  return `${usual}, at most ${most}`;
}
