/** How far the money of an order is, as both apps tell it. Pure. */
import type { OrderStatus } from '../ordering/order-status.ts';
import type { OrderPayment } from './payments.ts';

export type PaidAmounts = Pick<
  OrderPayment,
  'state' | 'amount' | 'captured' | 'refunded' | 'pendingRefund' | 'isOfFormerServer'
>;

/** Whether the gateway still has to move money because of how the order stands. */
export function isMoneyMoving(payment: PaidAmounts, status: OrderStatus): boolean {
  const { state, captured, refunded, pendingRefund, isOfFormerServer } = payment;
  if (isOfFormerServer) return false;
  if (state === 'authorised') return status !== 'New';
  return pendingRefund > 0 || (state === 'captured' && status === 'Cancelled' && refunded < captured);
}
