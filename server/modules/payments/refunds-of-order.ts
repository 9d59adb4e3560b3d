import { sql } from 'kysely';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findRefundingAccount, type GatewayRow } from './gateway-keys.ts';

/** The reason of refunds of orders that were made cheaper by a change. */
export const orderChanged = 'order_changed';

/** The reason of refunds of orders that were cancelled, or that could not be placed. */
export const notCooked = 'not_cooked';

interface OrderRefunds {
  /** The first one first. `isOfChange`: the order's total is lower by it already. */
  refunds: { amount: MinorUnits; at: Date; isOfChange: boolean }[];
  /** The money that was taken, without that which went back. */
  remaining: MinorUnits;
  /** Taken from guests at the table for lines of the order, and the tips that they gave beside; null where none paid so. */
  atTable: { amount: MinorUnits; tip: MinorUnits } | null;
}

/** The money of an order that went back, as the gateway has confirmed it; null where nothing was taken online. */
export async function findRefundsOfOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
): Promise<OrderRefunds | null> {
  const { rows } = await sql<{ kind: 'captured' | 'refunded'; amount: MinorUnits; at: Date; isOfChange: boolean }>`
    select m.kind, m.amount_minor as amount, m.at, r.id is not null as "isOfChange"
    from payment_movements as m join payments as p on p.restaurant_id = m.restaurant_id and p.id = m.payment_id
    left join payment_refunds as r on r.restaurant_id = m.restaurant_id and r.payment_id = m.payment_id
      and r.id::text = m.key and r.reason = ${orderChanged} and r.asked_by is null
    where m.restaurant_id = ${restaurantId} and m.kind in ('captured', 'refunded') and p.placed_at is not null
      and coalesce(m.order_id, p.order_id) = ${orderId} and m.payment_id in (
        select id from payments where restaurant_id = ${restaurantId} and order_id = ${orderId}
        union all
        select payment_id from payment_lines where restaurant_id = ${restaurantId} and order_id = ${orderId})
    order by m.at, m.key`.execute(tx);
  const taken = rows.filter(({ kind }) => kind === 'captured');
  if (taken.length === 0) return null;
  const refunds = rows
    .filter(({ kind }) => kind === 'refunded')
    .map(({ amount, at, isOfChange }) => ({ amount, at, isOfChange }));
  const sum = (amounts: readonly { amount: MinorUnits }[]) => addMoney(...amounts.map(({ amount }) => amount));
  return {
    refunds,
    remaining: subtractMoney(sum(taken), sum(refunds)),
    atTable: await findPaidAtTable(tx, restaurantId, orderId),
  };
}

async function findPaidAtTable(tx: Tx, restaurantId: RestaurantId, orderId: OrderId): Promise<OrderRefunds['atTable']> {
  const lines = await tx
    .selectFrom('payment_lines as l')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.restaurant_id', '=', 'l.restaurant_id').onRef('p.id', '=', 'l.payment_id'),
    )
    .select(['l.amount_minor as amount', 'l.tip_minor as tip'])
    .where('l.restaurant_id', '=', restaurantId)
    .where('l.order_id', '=', orderId)
    .where('p.state', '=', 'captured')
    .execute();
  if (lines.length === 0) return null;
  return lines.reduce(
    (sum, { amount, tip }) => ({ amount: addMoney(sum.amount, amount), tip: addMoney(sum.tip, tip) }),
    { amount: ZERO, tip: ZERO },
  );
}

/** The account through which money of an order goes back that was paid online; null where its keys are gone. */
export async function findAccountOfOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
): Promise<GatewayRow | null> {
  const payment = await tx
    .selectFrom('payments')
    .select('account_id')
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return payment === undefined ? null : findRefundingAccount(tx, restaurantId, payment.account_id);
}

/** Whether guests at the table are paying for lines of the order, or have paid. */
export async function isPaidAtTable(tx: Tx, restaurantId: RestaurantId, orderId: OrderId): Promise<boolean> {
  const line = await tx
    .selectFrom('payment_lines as l')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.restaurant_id', '=', 'l.restaurant_id').onRef('p.id', '=', 'l.payment_id'),
    )
    .select('l.payment_id')
    .where('l.restaurant_id', '=', restaurantId)
    .where('l.order_id', '=', orderId)
    .where('p.state', 'in', ['begun', 'authorised', 'captured'])
    .limit(1)
    .executeTakeFirst();
  return line !== undefined;
}

/**
 * Whether the product gives money of a cancelled order back, or has. The order is locked, as by whoever asks for that money. Money that was
 * gone while the order still stood does not count: staff were told of it then.
 */
export async function isMoneyReturning(tx: Tx, restaurantId: RestaurantId, orderId: OrderId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payments as p
    where p.restaurant_id = ${restaurantId} and p.placed_at is not null and (p.order_id = ${orderId} or p.id in (
        select payment_id from payment_lines where restaurant_id = ${restaurantId} and order_id = ${orderId}))
      and (p.state = 'released' and p.problem is distinct from 'money_gone' or exists (
        select from payment_refunds as r where r.restaurant_id = p.restaurant_id and r.payment_id = p.id
          and r.reason = ${notCooked} and r.asked_by is null and coalesce(r.order_id, p.order_id) = ${orderId}))
    limit 1`.execute(tx);
  return rows.length > 0;
}
