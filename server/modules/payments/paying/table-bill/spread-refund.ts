/** Shares a refund that names no order among the orders of a payment. Pure, in integers. */
import type { OrderId } from '#contract/base/ids.ts';
import { type Currency, type MinorUnits, minorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import { shareToMove } from './share-to-move.ts';

/**
 * In proportion to what each order has `left`, without what `waiting` refunds will take, so that what an order has left afterwards can
 * go back when it is cancelled.
 * @returns at most what is left of each; the sum is the refund where so much is left.
 */
export function spreadRefund(
  amount: MinorUnits,
  left: ReadonlyMap<OrderId, MinorUnits>,
  waiting: ReadonlyMap<OrderId, MinorUnits>,
  currency: Currency,
): [OrderId, MinorUnits][] {
  const free = [...left].map(([orderId, rest]): [OrderId, MinorUnits] => {
    const taken = Math.min(rest, waiting.get(orderId) ?? ZERO);
    return [orderId, subtractMoney(rest, minorUnits(taken))];
  });
  const sum = free.reduce((total, [, rest]) => total + rest, 0);
  if (sum === 0) return [];
  const parts = shareToMove(
    minorUnits(Math.min(amount, sum)),
    free.map(([, rest]) => rest),
    currency,
  );
  return free.map(([orderId], index) => [orderId, parts[index]!]);
}
