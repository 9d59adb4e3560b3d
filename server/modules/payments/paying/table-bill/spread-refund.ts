/** Shares a refund that names no order among the orders of a payment. Pure, in integers. */
import type { OrderId } from '#contract/base/ids.ts';
import {
  type Currency,
  currencyDigits,
  type MinorUnits,
  minorUnits,
  subtractMoney,
  ZERO,
} from '#contract/base/money.ts';
import { shareInProportion } from '#contract/ordering/offers/share-discount.ts';

/**
 * In proportion to what each order has `left`, without what `waiting` refunds will take, by the largest remainder. Currencies of three
 * decimals are shared in tens where all amounts are such, because a gateway may move no less: what an order has left afterwards can go
 * back when it is cancelled.
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
  const spread = Math.min(amount, sum);
  const isInTens =
    currencyDigits(currency) === 3 && [spread, ...free.map(([, rest]) => rest)].every((one) => one % 10 === 0);
  const unit = isInTens ? 10 : 1;
  const parts = shareInProportion(
    minorUnits(spread / unit),
    free.map(([, rest]) => minorUnits(rest / unit)),
  );
  return free.map(([orderId], index) => [orderId, minorUnits(parts[index]! * unit)]);
}
