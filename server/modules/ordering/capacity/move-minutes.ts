/** The make-minutes of an order afterwards: moved with its promise, given back, taken for other dishes (decision 88). */
import { sql } from 'kysely';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { madeAt, planChange, QUARTER, quarterOf } from '#contract/ordering/capacity/plan-minutes.ts';
import { readyBy } from '#contract/ordering/ready-by.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { StoredOrder } from '../queries.ts';
import { insertSql, kitchenOf, lockKitchen, readGoneMinutes } from './take-minutes.ts';

/**
 * Follows a move of a locked order. One that is cancelled gives its minutes back, and takes them again when that is undone, whoever
 * has had them meanwhile; one that is ready gives back those of quarters that have not begun. A kitchen that promises a later or an
 * earlier time by accepting makes the order in later or earlier quarters, until that is undone.
 */
export async function moveMinutesOf(tx: Tx, before: StoredOrder, after: StoredOrder, now: Date): Promise<void> {
  if (before.make_minutes === null) return;
  const { restaurant_id: restaurantId, id, status } = after;
  const isToBeMade = isAtWork(status);
  if (isToBeMade && isAtWork(before.status)) return movePromise(tx, before, after, now);
  const isHeld = sql`${status !== 'Cancelled'} and (${isToBeMade} or quarter <= ${new Date(quarterOf(now.getTime()))}::timestamptz)`;
  // The part of a quarter that has passed is sold to nobody else.
  const passed = sql`floor(make_minutes_per_quarter * extract(epoch from (${now}::timestamptz - quarter)) / 900)`;
  await sql`
    update order_make_minutes
    set is_held = ${isHeld},
      passed_minutes = case when ${isHeld} then 0 else least(minutes + passed_minutes, greatest(0, coalesce(${passed}, 0))) end
    from outlet_modes
    where order_make_minutes.restaurant_id = ${restaurantId} and order_id = ${id} and is_held <> (${isHeld})
      and outlet_modes.restaurant_id = ${restaurantId} and outlet_modes.outlet_id = order_make_minutes.outlet_id
      and outlet_modes.mode = order_make_minutes.mode`.execute(tx);
}

function isAtWork(status: StoredOrder['status']): boolean {
  return status === 'New' || status === 'Confirmed';
}

/** Makes a locked order in other quarters where its kitchen promises another time, as many as that differs by; limit or not. */
export async function movePromise(tx: Tx, before: StoredOrder, after: StoredOrder, now: Date): Promise<void> {
  if (before.make_minutes === null) return;
  const quarters = Math.round((readyAt(after) - readyAt(before)) / QUARTER);
  if (quarters === 0) return;
  const { restaurant_id: restaurantId, id } = after;
  const present = new Date(quarterOf(now.getTime()));
  void lockKitchen(tx, kitchenOf(after)).catch(() => undefined);
  // Not before the present quarter, but for those that were.
  await sql`
    with moved as (
      delete from order_make_minutes where restaurant_id = ${restaurantId} and order_id = ${id} returning *
    )
    insert into order_make_minutes (restaurant_id, order_id, outlet_id, mode, quarter, minutes, is_held)
    select restaurant_id, order_id, outlet_id, mode,
      greatest(quarter + ${quarters} * interval '15 minutes', least(quarter, ${present}::timestamptz)),
      sum(minutes), bool_and(is_held)
    from moved group by 1, 2, 3, 4, 5`.execute(tx);
}

function readyAt({ promised_at, placed_at, fires_at, preparation_minutes }: StoredOrder): number {
  const times = { createdAt: placed_at.toISOString(), firesAt: fires_at?.toISOString() ?? null };
  const promisedAt = promised_at?.toISOString() ?? null;
  return readyBy({ ...times, promisedAt, preparationTime: preparation_minutes }).getTime();
}

/** Gives back the minutes of an order that nobody has paid. */
export async function giveMinutesBack(tx: Tx, restaurantId: RestaurantId, orderId: OrderId): Promise<void> {
  await sql`delete from order_make_minutes where restaurant_id = ${restaurantId} and order_id = ${orderId}`.execute(tx);
}

/**
 * Takes the minutes of a locked order whose dishes have changed, and writes their sum to it. Never refused: staff may overrule the
 * limit. `makeMinutes` is that of its lines now, as `examineBasket` counts it.
 * @returns the instant by which they are made, which a new promise should not be before; null where the mode has no limit, nothing
 * is to be made, or the order is a test.
 */
export async function retakeMinutes(tx: Tx, order: StoredOrder, makeMinutes: number, now: Date): Promise<Date | null> {
  const { restaurant_id: restaurantId, id, outlet_id: outletId, mode } = order;
  if (order.is_test) return null;
  const kitchen = kitchenOf(order);
  const [, gone, limit, held] = await Promise.all([
    lockKitchen(tx, kitchen),
    readGoneMinutes(tx, kitchen, now, id),
    tx
      .selectFrom('outlet_modes')
      .select('make_minutes_per_quarter')
      .where('restaurant_id', '=', restaurantId)
      .where('outlet_id', '=', outletId)
      .where('mode', '=', mode)
      .executeTakeFirst(),
    tx
      .selectFrom('order_make_minutes')
      .select(['quarter', 'minutes', 'passed_minutes as passed'])
      .where('restaurant_id', '=', restaurantId)
      .where('order_id', '=', id)
      .execute(),
  ]);
  const perQuarter = limit?.make_minutes_per_quarter ?? null;
  if (perQuarter === null) return null;
  const room = { perQuarter, gone, isOpen: () => true };
  const parts = held.map((part) => ({ ...part, quarter: part.quarter.getTime() }));
  // One for later is made in the quarters before its own time.
  const from = Math.max(now.getTime(), order.fires_at?.getTime() ?? 0);
  const planned = planChange(parts, makeMinutes, room, from);
  await giveMinutesBack(tx, restaurantId, id);
  await sql`
    with timed as (${planned.length === 0 ? sql`select` : insertSql(order, planned)})
    update orders set make_minutes = ${planned.length === 0 ? null : makeMinutes}::integer
    where restaurant_id = ${restaurantId} and id = ${id}`.execute(tx);
  const last = planned.at(-1);
  return last === undefined ? null : new Date(madeAt(last, room, from));
}
