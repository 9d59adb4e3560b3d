import { type RawBuilder, sql } from 'kysely';
import { limits } from '#contract/base/limits.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { OrderKey } from './idempotency-keys.ts';
import type { UnwrittenOrder } from './write-order.ts';

const HOUR = 60 * MINUTE;

/** A guest's orders that nobody has accepted, at most. */
export interface OpenOrdersMax {
  /** At the outlet, of those at tables or of the others. */
  waiting: number;
  /** Within a day, as long as the guest is unproven. */
  ofDay: number;
}

export function openOrdersMax({ mode }: Pick<UnwrittenOrder, 'mode'>): OpenOrdersMax {
  const waiting = mode === 'dine-in' ? limits.openOrdersAtTableMax : limits.openOrdersMax;
  return { waiting, ofDay: limits.ordersPerDayUnproven };
}

export interface OpenOrdersLimit {
  /** Settles when the guest's row is locked; sent with the statement that follows, in one round trip. */
  locked: Promise<unknown>;
  /** A query that has a row when another order would be one too many. */
  surplusSql: RawBuilder<unknown>;
}

/**
 * Limits the orders of a guest that nobody has accepted, so that one guest cannot fill a kitchen's screen or take a
 * stock away without ever coming. The guest's row is locked first: parallel orders of one guest are counted one after
 * the other. Guests without a number cost nobody anything to be, so those of a table are counted and locked as one; for an
 * hour only, or a prank whose orders the kitchen rejected would close the table to the next party.
 */
export function limitOpenOrders(
  tx: Tx,
  { restaurantId, customerId }: OrderKey,
  order: UnwrittenOrder,
  isWithoutPhone = false,
): OpenOrdersLimit {
  const { outlet_id: outletId, mode, placed_at: now, table_id: tableId } = order;
  const { waiting, ofDay } = openOrdersMax(order);
  const locked = (
    isWithoutPhone
      ? sql`select from dining_tables where restaurant_id = ${restaurantId} and id = ${tableId} for no key update`
      : sql`select from customers where restaurant_id = ${restaurantId} and id = ${customerId} for no key update`
  ).execute(tx);
  // A failure fails the next statement as well.
  locked.catch(() => undefined);
  const isAtTable = mode === 'dine-in';
  const ofGuest = sql`customer_id = ${customerId}`;
  // The first two conditions are those of the index of orders at tables.
  const ofTable = sql`table_name is not null and placed_on >= ${new Date(now.getTime() - 2 * DAY)}::date
    and table_id = ${tableId} and customer_phone = ''`;
  const surplusSql = sql`
    select from (
      select
        count(*) filter (
          where status = 'New' and outlet_id = ${outletId}::uuid and (mode = 'dine-in') = ${isAtTable}
            and (fires_at is null or fired_at is not null)
        ) as waiting,
        -- The kitchen of a table sees its guests, and may complete their orders when they leave.
        count(*) filter (where mode <> 'dine-in' or accepted_at is null) as of_day
      from orders
      where restaurant_id = ${restaurantId} and ${isWithoutPhone ? ofTable : ofGuest}
        and placed_at > ${new Date(now.getTime() - (isWithoutPhone ? HOUR : DAY))}
    ) as counted
    where waiting >= ${waiting} or of_day >= ${ofDay} and not exists (
      select from orders
      where restaurant_id = ${restaurantId} and ${ofGuest} and status = 'Completed'
    )`;
  return { locked, surplusSql };
}
