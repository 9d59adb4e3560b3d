/** Money of an order that goes back through whatever it was paid online by: one payment, or those of guests at its table. */
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits, minorUnits, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { findRefundingAccount } from '../gateway-keys.ts';
import { askRefund, leftOf } from './refund-payment.ts';
import { findPayment, lockPayment, type StoredPayment } from './queries.ts';
import { asPaymentOf, listPaidLines, listTablePayments, type PaidLine } from './table-bill/order-in-payment.ts';

/** A payment of an order, and what of it can go back. */
export interface RefundablePayment {
  payment: StoredPayment;
  left: MinorUnits;
  /** The lines of the order that it paid at a table, none where its money has ended at the gateway; null: all of the order. */
  lines: readonly PaidLine[] | null;
}

/**
 * The payments that were made online for an order; none where it was paid by hand. Those that are to be refunded are locked, and have to be
 * before the order is, as whoever settles them does.
 */
export async function listPaymentsOfOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  mode: 'read' | 'locked',
): Promise<RefundablePayment[]> {
  const [own, atTable] = await Promise.all([
    findPayment(tx, restaurantId, { orderId }),
    listTablePayments(tx, restaurantId, orderId),
  ]);
  const ids = [...(own === null ? [] : [own]), ...atTable].map(({ id }) => id).toSorted();
  const refundable: RefundablePayment[] = [];
  for (const id of ids) {
    const found = await (mode === 'locked'
      ? lockPayment(tx, restaurantId, id)
      : findPayment(tx, restaurantId, { paymentId: id }));
    if (found === null || found.placed_at === null) continue;
    const isAtTable = found.table_session_id !== null;
    const payment = isAtTable ? await asPaymentOf(tx, found, orderId) : found;
    const hasPaid = payment.state === 'authorised' || payment.state === 'captured';
    const lines = isAtTable ? (hasPaid ? await listPaidLines(tx, payment, orderId) : []) : null;
    // Without the keys of its account nothing of it can be moved.
    const account = await findRefundingAccount(tx, restaurantId, payment.account_id);
    const left = account === null ? ZERO : await leftOf(tx, payment, orderId);
    refundable.push({ payment, left, lines });
  }
  return refundable;
}

export function sumLeft(payments: readonly RefundablePayment[]): MinorUnits {
  return addMoney(...payments.map(({ left }) => left));
}

/**
 * Has an amount of an order given back that is at most `sumLeft`, out of one payment after the other. A caller that may be repeated sees to
 * it that this happens once.
 * @throws request.invalid for an amount that the gateway cannot move to its last digit.
 */
export async function refundOrder(
  tx: Tx,
  deps: Pick<Deps, 'config'> & { now: Date },
  by: AuditContext,
  payments: readonly RefundablePayment[],
  { orderId, amount, reason }: { orderId: OrderId; amount: MinorUnits; reason: string },
): Promise<void> {
  let rest = amount;
  for (const { payment, left } of payments) {
    const part = minorUnits(Math.min(rest, left));
    if (part <= 0) continue;
    await askRefund(tx, deps, by, payment, { orderId, amount: part, reason, key: `problem ${orderId}` });
    rest = minorUnits(rest - part);
  }
  if (rest > 0) throw new Error('An order cannot give back more than was paid');
}
