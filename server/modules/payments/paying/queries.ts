import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { CustomerId, OrderId, PaymentId, RestaurantId } from '#contract/base/ids.ts';
import type { Currency, MinorUnits } from '#contract/base/money.ts';
import type { MovementKind } from '#contract/base/enumerations.ts';
import { refundReasonOf } from '#contract/payments/refund-reasons.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { PaymentAtGateway } from '../gateway.ts';
import type { PaymentName } from '../settling.ts';

export type StoredPayment = Selectable<Schema['payments']>;
export type Refund = Selectable<Schema['payment_refunds']>;
type Movement = Selectable<Schema['payment_movements']>;

export async function findPayment(
  tx: Tx,
  restaurantId: RestaurantId,
  name: PaymentName,
): Promise<StoredPayment | null> {
  const payment = await namedPayment(tx, restaurantId, name).executeTakeFirst();
  return payment ?? null;
}

/** Locked, so that others who settle it wait for the end of this transaction. */
export async function lockPayment(tx: Tx, restaurantId: RestaurantId, id: PaymentId): Promise<StoredPayment | null> {
  const payment = await namedPayment(tx, restaurantId, { paymentId: id }).forUpdate().executeTakeFirst();
  return payment ?? null;
}

function namedPayment(tx: Tx, restaurantId: RestaurantId, name: PaymentName) {
  const all = tx.selectFrom('payments').selectAll().where('restaurant_id', '=', restaurantId);
  return 'paymentId' in name ? all.where('id', '=', name.paymentId) : all.where('order_id', '=', name.orderId);
}

/** The payment that a guest began with the key; null when the key is new, or the payment came to nothing. */
export async function findPaymentOfKey(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  key: string | null,
): Promise<StoredPayment | null> {
  if (key === null) return null;
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('request_key', '=', key)
    .executeTakeFirst();
  return payment ?? null;
}

/**
 * How many payments the guest has begun and not made: now, and in the last hour with those that came to nothing. Those whose page the
 * gateway did not open kept nothing from others.
 */
export async function countUnpaid(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
  since: Date,
): Promise<{ begun: number; ofHour: number }> {
  return tx
    .selectFrom('payments')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('state', '=', 'begun').as('begun'),
      eb.fn
        .countAll<number>()
        .filterWhere('begun_at', '>', since)
        .filterWhere('gateway_id', 'is not', null)
        .as('ofHour'),
    ])
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('state', 'in', ['begun', 'lapsed'])
    .executeTakeFirstOrThrow();
}

/** Payments of which the gateway has something still to do. */
export async function listOpenPayments(tx: Tx, restaurantId: RestaurantId): Promise<PaymentId[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('gateway_id', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['begun', 'authorised']),
        eb(
          'id',
          'in',
          tx
            .selectFrom('payment_refunds')
            .select('payment_id')
            .where('restaurant_id', '=', restaurantId)
            .where('done_at', 'is', null),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The last payment that went with the account as far as the gateway; without one, a payment whose page is just being opened there. */
export async function findPaymentOfAccount(
  tx: Tx,
  restaurantId: RestaurantId,
  accountId: string,
): Promise<StoredPayment | null> {
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('gateway_id', 'is not', null), eb('state', '=', 'begun')]))
    .orderBy((eb) => eb('gateway_id', 'is', null))
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return payment ?? null;
}

/** The order that a payment was for; at a table the first one of them that was not cancelled, or the first one. */
export const orderOfPayment = sql<OrderId>`coalesce((
  select l.order_id from payment_lines as l
  left join orders as paid on paid.restaurant_id = l.restaurant_id and paid.id = l.order_id
  where l.restaurant_id = payments.restaurant_id and l.payment_id = payments.id
  order by coalesce(paid.status = 'Cancelled', true), l.order_id limit 1), payments.order_id)`;

/** The orders that came of payments; at a table the first one. */
export async function findOrdersOfPayments(tx: Tx, restaurantId: RestaurantId, paymentIds: readonly PaymentId[]) {
  if (paymentIds.length === 0) return [];
  return tx
    .selectFrom('payments')
    .innerJoin('orders', (join) =>
      join.onRef('orders.restaurant_id', '=', 'payments.restaurant_id').on('orders.id', '=', orderOfPayment),
    )
    .select(['payments.id as payment_id', 'orders.id as order_id', 'order_number', 'order_prefix'])
    .where('payments.restaurant_id', '=', restaurantId)
    .where('payments.id', 'in', paymentIds)
    .execute();
}

/** The payment as its gateway knows it; null where it never heard of it. */
export function atGateway({ id, gateway_id, amount_minor, currency }: StoredPayment): PaymentAtGateway | null {
  if (gateway_id === null) return null;
  return { paymentId: id, gatewayId: gateway_id, amount: amount_minor, currency: currency as Currency };
}

/**
 * Whether the money was paid on the server that the restaurant was read in from (decision 104). That server moves it, or people do at
 * the gateway's own page: here it has no id at the gateway, which every other payment of an order has.
 */
export function isOfFormerServer({ gateway_id, placed_at }: StoredPayment): boolean {
  return gateway_id === null && placed_at !== null;
}

export function updatePayment(
  tx: Tx,
  { restaurant_id, id }: Pick<StoredPayment, 'restaurant_id' | 'id'>,
  change: Partial<Omit<StoredPayment, 'restaurant_id' | 'id'>>,
): Promise<unknown> {
  return tx
    .updateTable('payments')
    .set({ ...change, version: sql`version + 1` })
    .where('restaurant_id', '=', restaurant_id)
    .where('id', '=', id)
    .execute();
}

/** @returns the payment as it is then. */
export async function changePayment(
  tx: Tx,
  payment: StoredPayment,
  changes: Partial<Omit<StoredPayment, 'restaurant_id' | 'id'>>,
): Promise<StoredPayment> {
  await updatePayment(tx, payment, changes);
  return { ...payment, ...changes, version: payment.version + 1 };
}

/** Writes a movement of the ledger, once. @returns whether it is new. */
export async function writeMovement(
  tx: Tx,
  { restaurant_id, id }: Pick<StoredPayment, 'restaurant_id' | 'id'>,
  movement: {
    key: string;
    kind: MovementKind;
    amount: MinorUnits;
    at: Date;
    /** The order whose share moved, and the tip in it, in a payment at a table. */
    orderId?: OrderId;
    tip?: MinorUnits | null;
  },
): Promise<boolean> {
  const { key, kind, amount, at, orderId = null, tip = null } = movement;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_movements')
    .values({ restaurant_id, payment_id: id, key, kind, amount_minor: amount, at, order_id: orderId, tip_minor: tip })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** In the order in which they happened, a refund with who asked for it and why; those of one order where it is named. */
export async function listMovements(
  tx: Tx,
  { restaurant_id, id }: Pick<StoredPayment, 'restaurant_id' | 'id'>,
  orderId: OrderId | null = null,
): Promise<(Movement & { by: string | null; reason: string | null })[]> {
  const all = tx
    .selectFrom('payment_movements as movements')
    .leftJoin('payment_refunds as refunds', (join) =>
      join
        .onRef('refunds.restaurant_id', '=', 'movements.restaurant_id')
        // The refund of an order's share has the order after its id.
        .on(sql<boolean>`refunds.id::text = split_part(movements.key, ' ', 1)`),
    )
    .selectAll('movements')
    .select(['refunds.asked_by_name as by', 'refunds.reason as reason'])
    .where('movements.restaurant_id', '=', restaurant_id)
    .where('movements.payment_id', '=', id)
    .orderBy('movements.at')
    .orderBy(sql`array_position(array['authorised', 'captured', 'fee', 'refunded', 'released'], movements.kind)`);
  return (orderId === null ? all : all.where('movements.order_id', '=', orderId)).execute();
}

/** Refunds that the gateway has not confirmed, the oldest first; of one order where it is named. */
export async function listPendingRefunds(
  tx: Tx,
  { restaurant_id, id }: Pick<StoredPayment, 'restaurant_id' | 'id'>,
  orderId: OrderId | null = null,
): Promise<Refund[]> {
  const all = tx
    .selectFrom('payment_refunds')
    .selectAll()
    .where('restaurant_id', '=', restaurant_id)
    .where('payment_id', '=', id)
    .where('done_at', 'is', null)
    .orderBy('asked_at');
  return (orderId === null ? all : all.where('order_id', '=', orderId)).execute();
}

/** The order that is kept until somebody pays names its guest. Without it the payment comes to nothing. */
export async function forgetHeldOrders(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ entry: null })
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .execute();
}

/** Takes the reasons that staff typed off the refunds of a guest's orders: they may name the guest. */
export async function eraseGuestFromRefunds(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<void> {
  const refunds = await tx
    .selectFrom('payment_refunds as refunds')
    .innerJoin('payments', (join) =>
      join
        .onRef('payments.restaurant_id', '=', 'refunds.restaurant_id')
        .onRef('payments.id', '=', 'refunds.payment_id'),
    )
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.restaurant_id', '=', 'refunds.restaurant_id')
        .on((eb) => eb('orders.id', '=', eb.fn.coalesce('refunds.order_id', 'payments.order_id'))),
    )
    .select(['refunds.id', 'refunds.reason'])
    .where('refunds.restaurant_id', '=', restaurantId)
    .where('orders.customer_id', '=', customerId)
    .execute();
  const typed = refunds.filter(({ reason }) => reason !== '' && refundReasonOf(reason) === null);
  if (typed.length === 0) return;
  await tx
    .updateTable('payment_refunds')
    .set({ reason: '' })
    .where('restaurant_id', '=', restaurantId)
    .where(
      'id',
      'in',
      typed.map(({ id }) => id),
    )
    .execute();
}
