import type { OrderId, PaymentId, RefundId, RestaurantId } from '#contract/base/ids.ts';
import {
  type Currency,
  formatMoney,
  fromMajor,
  type MinorUnits,
  minorUnits,
  MoneyError,
  ZERO,
} from '#contract/base/money.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { refundReasonOf } from '#contract/payments/refund-reasons.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { findRefundingAccount, openRestaurantGateway } from '../gateway-keys.ts';
import { enqueueSettling } from '../settling.ts';
import { asPaymentOf, findTablePayment } from './table-bill/order-in-payment.ts';
import { findPayment, isOfFormerServer, listPendingRefunds, lockPayment, type StoredPayment } from './queries.ts';

interface RefundRequest {
  orderId: OrderId;
  /** Null: the order's own. */
  paymentId: PaymentId | null;
  /** In major units. */
  amount: number;
  reason: string;
  /** Null when the client sent none. */
  key: string | null;
}

/**
 * Has money of a captured payment given back. The row is locked, so that people who press at once never give back more than was
 * taken; the gateway does it right after. A repeated key is one refund.
 * @throws order.not_found; payment.nothing_to_refund, with what is left; payment.refund_key_reused; request.invalid for an amount that is
 * none, or that the gateway cannot move to its last digit.
 */
export async function refundPayment(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  by: AuditContext,
  { orderId, paymentId, amount: asked, reason, key }: RefundRequest,
): Promise<StoredPayment> {
  const { restaurantId } = by;
  return transaction(db, restaurantId, async (tx) => {
    const payment = await lockPaymentOf(tx, restaurantId, orderId, paymentId);
    const currency = payment.currency as Currency;
    const amount = readAmount(asked, currency);
    if (await isAsked(tx, payment, { orderId, amount, reason, key })) return payment;
    const left = await leftOf(tx, payment, orderId);
    if (amount > left) throw new Refusal('payment.nothing_to_refund', { left: formatMoney(left, currency, 'en') });
    await askRefund(tx, { config, now: clock() }, by, payment, { orderId, amount, reason, key });
    return payment;
  });
}

/** The money of a payment, or of the order's share in it, that was taken and is not asked back yet; none of a former server's. */
export async function leftOf(tx: Tx, payment: StoredPayment, orderId: OrderId): Promise<MinorUnits> {
  if (isOfFormerServer(payment)) return ZERO;
  const pending = await listPendingRefunds(tx, payment, payment.table_session_id === null ? null : orderId);
  return pending.reduce(
    (rest, { amount_minor }) => minorUnits(rest - amount_minor),
    minorUnits(payment.captured_minor - payment.refunded_minor),
  );
}

/**
 * Writes a refund that was found possible, and the job that does it. The payment is locked.
 * @throws request.invalid for an amount that the gateway cannot move to its last digit.
 */
export async function askRefund(
  tx: Tx,
  { config, now }: Pick<Deps, 'config'> & { now: Date },
  by: AuditContext,
  payment: StoredPayment,
  { orderId, amount, reason, key }: { orderId: OrderId; amount: MinorUnits; reason: string; key: string | null },
): Promise<void> {
  const { restaurantId, actor } = by;
  const currency = payment.currency as Currency;
  const account = await findRefundingAccount(tx, restaurantId, payment.account_id);
  if (account !== null && !openRestaurantGateway(account, config).canMove(amount, currency)) throw noAmount(currency);
  const id = newId<RefundId>();
  await tx
    .insertInto('payment_refunds')
    .values({
      restaurant_id: restaurantId,
      id,
      payment_id: payment.id,
      amount_minor: amount,
      reason,
      asked_by: actor.userId,
      asked_by_name: actor.name,
      request_key: key,
      asked_at: now,
      done_at: null,
      order_id: payment.table_session_id === null ? null : orderId,
    })
    .execute();
  await enqueueSettling(tx, restaurantId, { paymentId: payment.id }, { key: id, now });
  const details = { amount: { after: formatMoney(amount, currency, 'en') }, ...auditedReason(reason) };
  await appendAuditEntry(
    tx,
    restaurantId,
    { ...by, at: now },
    { action: 'payment.refunded', subject: orderId, details },
  );
}

/** The reason of a refund for the audit log, which could never forget a guest whom staff have named in it: a code alone. */
export function auditedReason(reason: string): { reason?: string } {
  return refundReasonOf(reason) === null ? {} : { reason };
}

/** The payment of a table has the amounts of the order's share. */
async function lockPaymentOf(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  paymentId: PaymentId | null,
): Promise<StoredPayment> {
  const found =
    paymentId === null
      ? await findPayment(tx, restaurantId, { orderId })
      : await findTablePayment(tx, restaurantId, { orderId, paymentId });
  const payment = found && (await lockPayment(tx, restaurantId, found.id));
  // The payment of a table has an id that no order has, and is found by it all the same.
  if (payment === null || (payment.table_session_id !== null && paymentId === null)) {
    throw new Refusal('order.not_found');
  }
  return payment.table_session_id === null ? payment : asPaymentOf(tx, payment, orderId);
}

function readAmount(amount: number, currency: Currency): MinorUnits {
  try {
    const read = fromMajor(amount, currency);
    if (read > 0) return read;
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
  }
  throw noAmount(currency);
}

function noAmount(currency: Currency): Refusal {
  return new Refusal('request.invalid', undefined, { amount: fieldProblem('amount_invalid', { currency }) });
}

/**
 * A repeated request has its reason, too: with another one, staff mean a refund of its own.
 * @throws payment.refund_key_reused for a key of another order that the payment was for, of another amount or another reason.
 */
async function isAsked(
  tx: Tx,
  payment: StoredPayment,
  { orderId, amount, reason, key }: { orderId: OrderId; amount: MinorUnits; reason: string; key: string | null },
): Promise<boolean> {
  if (key === null) return false;
  const asked = await tx
    .selectFrom('payment_refunds')
    .select(['order_id', 'amount_minor', 'reason'])
    .where('restaurant_id', '=', payment.restaurant_id)
    .where('payment_id', '=', payment.id)
    .where('request_key', '=', key)
    .executeTakeFirst();
  if (asked === undefined) return false;
  // Refunds of an order's own payment name no order.
  const isSame = (asked.order_id ?? orderId) === orderId && asked.amount_minor === amount && asked.reason === reason;
  if (!isSame) throw new Refusal('payment.refund_key_reused');
  return true;
}
