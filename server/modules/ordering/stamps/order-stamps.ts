/** The stamps of an order (decision 83): one is earned when it is completed; those that it earned or used go back when it comes to nothing. */
import { sql } from 'kysely';
import type { CustomerId, OfferId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { addMoney } from '#contract/base/money.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findRefundsOfOrder } from '#server/modules/payments/refunds-of-order.ts';
import { findOrder, type StoredOrder } from '../queries.ts';
import { type CardId, moveStamps } from './move-stamps.ts';

/** Follows a move of a locked order; `order` is as it was before. Undoing a move undoes what it did to the card. */
export async function moveStampsOf(tx: Tx, order: StoredOrder, to: OrderStatus, now: Date): Promise<void> {
  const { restaurant_id: restaurantId, id, status: from, offers } = order;
  if (to === 'Completed') await earnStamp(tx, order, now);
  else if (from === 'Completed') await undoStamps(tx, restaurantId, id, now, 'earned');
  else if (offers === null) return;
  else if (to === 'Cancelled') await undoStamps(tx, restaurantId, id, now);
  else if (from === 'Cancelled') await takeStampsAgain(tx, order, now);
}

/** Once for an order; none for a guest without a number, for an order that used the card, and for one whose money has all gone back. */
async function earnStamp(tx: Tx, order: StoredOrder, now: Date): Promise<void> {
  const { restaurant_id: restaurantId, id: orderId, customer_id: customerId } = order;
  if (customerId === null) return;
  const { rows } = await sql<{ offerId: OfferId }>`
    select offers.id as "offerId"
    from offers
    join customers on customers.restaurant_id = offers.restaurant_id and customers.id = ${customerId} and phone is not null
    where offers.restaurant_id = ${restaurantId} and deleted_at is null and stamps_needed is not null and not is_paused
      and coalesce(starts_at <= ${now}, true) and coalesce(ends_at > ${now}, true)
      and coalesce(${order.outlet_id} = any(outlet_ids), true) and coalesce(${order.mode} = any(modes), true)
      and ${order.subtotal_minor - order.discount_minor} >= greatest(stamp_minimum_minor, 1)
      and not exists (select from offer_uses
        where offer_uses.restaurant_id = ${restaurantId} and offer_id = offers.id and order_id = ${orderId})
      and coalesce((select sum(stamps) from stamp_movements
        where stamp_movements.restaurant_id = ${restaurantId} and offer_id = offers.id and order_id = ${orderId}), 0) = 0
    for key share of customers`.execute(tx);
  const [card] = rows;
  if (card === undefined) return;
  if (await isPaidBack(tx, order)) return;
  await moveStamps(
    tx,
    { restaurantId, offerId: card.offerId, customerId },
    { kind: 'earned', stamps: 1, orderId },
    now,
  );
}

/**
 * Takes back the stamp that an order has earned, and gives back those that it has used, unless the order stands with its reward. Repeated,
 * it changes nothing. The caller has the order locked, or the payment that keeps it.
 */
export async function undoStamps(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  now: Date,
  which: 'earned' | 'earned and used' = 'earned and used',
): Promise<void> {
  const moved = await movedBy(tx, restaurantId, orderId, 'all');
  for (const { stamps, ...card } of moved) {
    if (stamps === 0 || (which === 'earned' && stamps < 0)) continue;
    const kind = stamps > 0 ? 'taken_back' : 'returned';
    await moveStamps(tx, { ...card, restaurantId }, { kind, stamps: -stamps, orderId }, now);
  }
}

/**
 * Whether the money of an order has all gone back, so that it counts for nothing. At a table part of it may have been paid to a waiter, who
 * keeps it. The money of an order that a change made free went back because it costs nothing, and the order stands with its reward.
 */
async function isPaidBack(
  tx: Tx,
  {
    restaurant_id,
    id,
    payment_method,
    mode,
    total_minor,
  }: Pick<StoredOrder, 'restaurant_id' | 'id' | 'payment_method' | 'mode' | 'total_minor'>,
): Promise<boolean> {
  if (total_minor === 0 || (payment_method !== 'online' && mode !== 'dine-in')) return false;
  const money = await findRefundsOfOrder(tx, restaurant_id, id);
  if (money === null || money.remaining > 0) return false;
  return addMoney(...money.refunds.map(({ amount }) => amount)) >= total_minor;
}

/** Undoes the stamps of an order whose money has all gone back. The caller has it locked. */
export async function undoStampsIfPaidBack(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  now: Date,
): Promise<void> {
  const order = await findOrder(tx, restaurantId, orderId);
  if (order !== null && (await isPaidBack(tx, order))) await undoStamps(tx, restaurantId, orderId, now);
}

/**
 * Also where the guest has used them otherwise in the seconds between: as many as are there. An order whose money had gone back was given
 * its stamps for that, and not for being cancelled.
 */
async function takeStampsAgain(tx: Tx, order: StoredOrder, now: Date): Promise<void> {
  if (await isPaidBack(tx, order)) return;
  const { restaurant_id: restaurantId, id: orderId } = order;
  const rewards = new Set((order.offers ?? []).flatMap(({ id, stamps }) => (stamps === undefined ? [] : [id])));
  for (const { stamps, ...card } of await movedBy(tx, restaurantId, orderId, 'last returned')) {
    // A change may have taken the reward off, which gave its stamps back for good.
    if (!rewards.has(card.offerId)) continue;
    await moveStamps(tx, { ...card, restaurantId }, { kind: 'used', stamps: -stamps, orderId }, now);
  }
}

/** The stamps that an order has moved, by card; the guest is locked against erasing, and has no rows once erased. */
async function movedBy(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  which: 'all' | 'last returned',
): Promise<(Omit<CardId, 'restaurantId'> & { stamps: number })[]> {
  const stamps = which === 'all' ? sql`sum(stamps)::int` : sql`(array_agg(stamps order by id desc))[1]`;
  const { rows } = await sql<{ offerId: OfferId; customerId: CustomerId; stamps: number }>`
    select moved.*
    from (
      select offer_id as "offerId", customer_id as "customerId", ${stamps} as stamps from stamp_movements
      where restaurant_id = ${restaurantId} and order_id = ${orderId} and (${which === 'all'} or kind = 'returned')
      group by offer_id, customer_id
    ) as moved
    join customers on customers.restaurant_id = ${restaurantId} and customers.id = "customerId"
    order by "offerId" for key share of customers`.execute(tx);
  return rows;
}
