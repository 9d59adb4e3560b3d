import { type Currency, currencyDigits, type MinorUnits, minorUnits } from '#contract/base/money.ts';
import { shareInProportion } from '#contract/ordering/offers/share-discount.ts';

/**
 * Shares an amount in proportion to others, by the largest remainder. Currencies of three decimals are shared in tens where all amounts
 * are such, because a gateway may move no less.
 */
export function shareToMove(amount: MinorUnits, weights: readonly MinorUnits[], currency: Currency): MinorUnits[] {
  const isInTens = currencyDigits(currency) === 3 && [amount, ...weights].every((one) => one % 10 === 0);
  const unit = isInTens ? 10 : 1;
  const parts = shareInProportion(
    minorUnits(amount / unit),
    weights.map((weight) => minorUnits(weight / unit)),
  );
  return parts.map((part) => minorUnits(part * unit));
}
