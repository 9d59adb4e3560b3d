/** A year of generated orders, whose sums are checked by adding them up one by one. */
import type { Mode } from '#contract/base/enumerations.ts';
import type { CustomerId, OrderId, OutletId } from '#contract/base/ids.ts';
import type { Figures } from '#contract/reports/reports.ts';
import { wallTime } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { insertPastOrders, type PastLine, type PastOrder } from './past-orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from './restaurant.ts';

export type ReportedOrder = PastOrder & { id: OrderId };

/** A restaurant with 700 orders of 2026 at two outlets; `newYork` is the id of the one with clock changes. */
export async function makeReported(
  db: Db,
  newYork: OutletId,
): Promise<{ made: TestRestaurant; token: string; orders: ReportedOrder[] }> {
  const made = await makeRestaurant(db);
  const { token } = await makeOwner(db, made.id);
  await platformTransaction(db, 'seed', async (tx) => {
    const first = await tx.selectFrom('outlets').selectAll().where('id', '=', made.outletId).executeTakeFirstOrThrow();
    const second = { id: newYork, name: 'New York', name_key: 'new york', time_zone: 'America/New_York' };
    await tx
      .insertInto('outlets')
      .values({ ...first, ...second })
      .execute();
  });
  const { customerId } = await makeCustomer(db, made.id);
  const list = Array.from({ length: 700 }, (_, n) => madeUp(n, made, newYork, customerId));
  const ids = await insertPastOrders(db, made, list);
  return { made, token, orders: list.map((order, index) => ({ ...order, id: ids[index]! })) };
}

/** Each property repeats with its own period, so that all combinations occur. */
function madeUp(n: number, made: TestRestaurant, newYork: OutletId, customerId: CustomerId): PastOrder {
  const isNewYork = n % 3 === 0;
  // Nearly the whole year, and each hour of both clock changes in New York.
  const placed =
    n < 60
      ? Date.UTC(2026, 2, 8, 0, n * 24)
      : n < 120
        ? Date.UTC(2026, 10, 1, 0, (n - 60) * 24)
        : n * 43_000_000 + Date.UTC(2026, 0, 1, 12);
  const mode = (['pickup', 'delivery', 'pickup', 'dine-in', 'delivery'] as const)[n % 5] as Mode;
  const chargeOptions = n % 4 === 0 ? 'each' : 'once';
  const lines = Array.from({ length: 1 + (n % 3) }, (_, index) => lineOf(made, n + index * 7, chargeOptions));
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
  const rateBp = [500, 0, 1750][n % 3]!;
  const isInclusive = n % 7 < 3;
  // The contained tax need not be rounded correctly here; it only has to be an irregular amount.
  const tax = Math.floor((subtotal * rateBp) / (isInclusive ? 10_000 + rateBp : 10_000));
  const isCancelled = n % 11 === 0;
  const wasAccepted = n % 22 !== 0;
  return {
    placedAt: new Date(placed).toISOString(),
    customerId: n % 50 === 49 ? null : customerId,
    isTest: n % 50 === 49,
    ...(isNewYork ? { outletId: newYork, outletName: 'New York', timeZone: 'America/New_York' } : {}),
    number: n + 1,
    mode,
    payment: n % 2 === 0 ? 'card' : 'cash',
    platform: ['OrderManager', 'WhatsApp', 'google', 'Facebook', 'Kiosk'][n % 5],
    status: isCancelled ? 'Cancelled' : n > 690 ? 'Ready' : 'Completed',
    reason: ['Too busy', 'Item unavailable', '=Closing'][n % 3],
    amounts: {
      subtotal,
      rateBp,
      isInclusive,
      tax,
      fee: mode === 'delivery' ? 350 + (n % 9) * 25 : null,
      ...(n % 6 === 5 ? { tip: 101 + (n % 53) } : {}),
    },
    chargeOptions,
    lines,
    ...(wasAccepted
      ? {
          acceptedAt: new Date(placed + (n % 13) * 55_000).toISOString(),
          promisedAt: new Date(placed + 1_500_000).toISOString(),
          readyAt: new Date(placed + 1_500_000 + ((n % 29) - 12) * 61_000).toISOString(),
        }
      : {}),
  };
}

function lineOf(made: TestRestaurant, n: number, charge: 'once' | 'each'): PastLine {
  const { burger, special, water } = made.items;
  const { large, cheese } = made.modifiers;
  const [itemId, name, price] = (
    [
      [burger, 'Burger', 1800],
      [special, 'Special', 4275],
      [water, 'Water', 333],
    ] as const
  )[n % 3]!;
  const quantity = 1 + (n % 4);
  const options = [
    ...(n % 2 === 0 ? [{ itemId: large, name: 'Large', price: 450 }] : []),
    ...(n % 5 < 2 ? [{ itemId: cheese, name: 'Cheese', price: 325 }] : []),
  ];
  const extra = options.reduce((sum, option) => sum + option.price, 0);
  return {
    itemId,
    name,
    quantity,
    price,
    total: price * quantity + extra * (charge === 'each' ? quantity : 1),
    options,
  };
}

/** Minor units as BigInt; AED has two decimals. */
export const minor = (major: number) => BigInt(Math.round(major * 100));
export const localOf = ({ placedAt, timeZone = 'Asia/Dubai' }: PastOrder) => wallTime(new Date(placedAt), timeZone);
export function added(some: readonly PastOrder[]) {
  let [net, tax, fees, tips, total] = [0n, 0n, 0n, 0n, 0n];
  for (const { amounts } of some) {
    const { subtotal, isInclusive, tax: vat, fee, tip = 0 } = amounts!;
    net += BigInt(subtotal - (isInclusive ? vat : 0));
    tax += BigInt(vat);
    fees += BigInt(fee ?? 0);
    tips += BigInt(tip);
    total += BigInt(subtotal + (isInclusive ? 0 : vat) + (fee ?? 0) + tip);
  }
  return { orders: some.length, net, tax, fees, tips, total };
}

export function inMinor({ orders, net, tax, deliveryFees, tips, total }: Figures) {
  return {
    orders,
    net: minor(net),
    tax: minor(tax),
    fees: minor(deliveryFees),
    tips: minor(tips),
    total: minor(total),
  };
}
