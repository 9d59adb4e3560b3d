/** The make-minutes of orders, which an order takes as it takes its portions (decision 88). */
import { type RawBuilder, sql } from 'kysely';
import type { Mode } from '#contract/base/enumerations.ts';
import type { OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { type PlannedMinutes, quarterOf } from '#contract/ordering/capacity/plan-minutes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { UnwrittenOrder } from '../place/write-order.ts';
import type { ExaminedBasket } from '../quote/examine-basket.ts';
import { type GoneMinutes, partSlots, planOrder } from './plan-order.ts';

interface KitchenOfMode {
  restaurantId: RestaurantId;
  outletId: OutletId;
  mode: Mode;
}

/** An order as its kitchen can make it, and the minutes to be written with it. */
interface TimedOrder {
  order: UnwrittenOrder;
  minutes: PlannedMinutes[];
}

export function takesMinutes({ make_minutes }: Pick<UnwrittenOrder, 'make_minutes'>): boolean {
  return make_minutes !== null;
}

/**
 * An order that takes none. Nobody may wait for it: the statement that writes the order is sent in the same turn as the locks before
 * it, because a turn later it can overtake them on the way to the connection.
 */
export function untimed(order: UnwrittenOrder): TimedOrder {
  return { order, minutes: [] };
}

export function kitchenOf(order: Pick<UnwrittenOrder, 'restaurant_id' | 'outlet_id' | 'mode'>): KitchenOfMode {
  return { restaurantId: order.restaurant_id, outletId: order.outlet_id, mode: order.mode };
}

/**
 * Plans an order of a mode with a limit, with the kitchen locked until the transaction ends: of guests who order at once, each is
 * promised what those before have left. `locked` are the locks that were sent before, whose failure would be told by this query.
 * @throws order.time_full with the slots that are left.
 */
export async function takeMinutes(
  tx: Tx,
  basket: ExaminedBasket,
  order: UnwrittenOrder,
  locked: readonly (Promise<unknown> | undefined)[],
): Promise<TimedOrder> {
  const { placed_at: now } = order;
  const kitchen = kitchenOf(order);
  const [, gone] = await Promise.all([lockKitchen(tx, kitchen), readGoneMinutes(tx, kitchen, now)]).catch(
    async (error: unknown) => {
      for (const lock of locked) await lock;
      throw error;
    },
  );
  const plan = planOrder(basket, gone, now);
  if (plan === null) throw new Refusal('order.time_full', fullTimeDetails(basket, order.mode, gone, now));
  const { minutes, scheduled, parts } = plan;
  const earlier = order.fires_at === null ? 0 : order.fires_at.getTime() - scheduled!.firesAt.getTime();
  return {
    order: {
      ...order,
      preparation_minutes: minutes.preparationTime,
      fires_at: scheduled?.firesAt ?? null,
      accept_by: order.accept_by && new Date(order.accept_by.getTime() - earlier),
    },
    minutes: parts,
  };
}

export function fullTimeDetails(basket: ExaminedBasket, mode: Mode, gone: GoneMinutes, now: Date) {
  const { free } = partSlots(basket, mode, gone, now);
  return { outlet: basket.facts.outlet.name, slots: free.map((slot) => slot.toISOString()) };
}

/** Sent with the statement that follows. The locks of rows that an order takes come in one order: guest, offers, kitchen, key, items. */
export function lockKitchen(tx: Tx, { restaurantId, outletId, mode }: KitchenOfMode): Promise<unknown> {
  const name = `minutes of ${restaurantId} ${outletId} ${mode}`;
  return sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** The minutes that are gone of the present quarter and those that follow; of an order other than the named one. */
export async function readGoneMinutes(
  tx: Tx,
  { restaurantId, outletId, mode }: KitchenOfMode,
  now: Date,
  besides: OrderId | null = null,
): Promise<GoneMinutes> {
  const { rows } = await sql<{ quarter: Date; gone: number }>`
    select quarter, sum(passed_minutes + case when is_held then minutes else 0 end)::int as gone from order_make_minutes
    where restaurant_id = ${restaurantId} and outlet_id = ${outletId} and mode = ${mode}
      and quarter >= ${new Date(quarterOf(now.getTime()))} and order_id is distinct from ${besides}::uuid
    group by quarter`.execute(tx);
  return new Map(rows.map(({ quarter, gone }) => [quarter.getTime(), gone]));
}

/** Parts of the statement that writes the order, which write its minutes where the condition holds. They end with a comma. */
export function minutesSql(
  order: Pick<UnwrittenOrder, 'restaurant_id' | 'id' | 'outlet_id' | 'mode'>,
  minutes: readonly PlannedMinutes[],
  condition: RawBuilder<boolean>,
): RawBuilder<unknown> {
  return minutes.length === 0 ? sql`` : sql`timed as (${insertSql(order, minutes)} where ${condition}),`;
}

export function insertSql(
  { restaurant_id, id, outlet_id, mode }: Pick<UnwrittenOrder, 'restaurant_id' | 'id' | 'outlet_id' | 'mode'>,
  minutes: readonly PlannedMinutes[],
): RawBuilder<unknown> {
  return sql`
    insert into order_make_minutes (restaurant_id, order_id, outlet_id, mode, quarter, minutes, passed_minutes)
    select ${restaurant_id}::uuid, ${id}::uuid, ${outlet_id}::uuid, ${mode}::text, part.* from unnest(
      ${minutes.map(({ quarter }) => new Date(quarter))}::timestamptz[], ${minutes.map((part) => part.minutes)}::int[],
      ${minutes.map(({ passed }) => passed)}::int[]) as part (quarter, minutes, passed_minutes)`;
}
