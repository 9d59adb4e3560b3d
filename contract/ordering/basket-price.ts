/** The price of a basket. Server and screens share this one formula (R33). */
import { addMoney, divideHalfUp, type MinorUnits, minorUnits, MoneyError, multiplyMoney, ZERO } from '../base/money.ts';
import { suggestedTip, type Tip } from './tips.ts';
import type { ChargeOptions } from '../base/enumerations.ts';

export interface PricedLine {
  unitPrice: MinorUnits;
  /** The price of every chosen option. */
  optionPrices: readonly MinorUnits[];
  quantity: number;
}

export interface BasketTerms {
  chargeOptions: ChargeOptions;
  /** The tax rate in hundredths of a percent, 0 to 10000: 5 % is 500. */
  taxRateBasisPoints: number;
  /** Prices contain the tax, so it does not raise the total. */
  taxInclusive: boolean;
  /** Null for pickup and dine-in, which have no fee. The fee carries no tax. */
  deliveryFee: MinorUnits | null;
  /** Null for none. A tip carries no tax either. */
  tip: Tip | null;
}

export interface BasketPrice {
  /** In the order of the lines. */
  lineTotals: MinorUnits[];
  subtotal: MinorUnits;
  /** Added to the subtotal, or contained in it when prices include tax. */
  tax: MinorUnits;
  deliveryFee: MinorUnits | null;
  tip: MinorUnits | null;
  total: MinorUnits;
}

/** The total of one line. 'once': options + quantity x price; 'each': quantity x (price + options). */
export function priceLine(line: PricedLine & { chargeOptions: ChargeOptions }): MinorUnits {
  const options = addMoney(...line.optionPrices);
  if (line.chargeOptions === 'each') return multiplyMoney(addMoney(line.unitPrice, options), line.quantity);
  return addMoney(options, multiplyMoney(line.unitPrice, line.quantity));
}

/**
 * Prices a basket: total = subtotal + tax + delivery fee + tip, the tax rounded half up to the minor unit, once, on the subtotal.
 * Throws MoneyError when a sum leaves the safe integers, when the subtotal or the tip is negative or the rate out of range.
 */
export function priceBasket(basket: BasketTerms & { lines: readonly PricedLine[] }): BasketPrice {
  const { chargeOptions, taxInclusive, deliveryFee } = basket;
  const lineTotals = basket.lines.map((line) => priceLine({ ...line, chargeOptions }));
  const subtotal = addMoney(...lineTotals);
  const tax = taxOn(subtotal, basket.taxRateBasisPoints, taxInclusive);
  const tip = basket.tip === null ? null : tipOn(subtotal, basket.tip);
  const total = addMoney(subtotal, taxInclusive ? ZERO : tax, deliveryFee ?? ZERO, tip ?? ZERO);
  return { lineTotals, subtotal, tax, deliveryFee, tip, total };
}

/** Null for nothing: a tenth of a free dish is no tip. */
function tipOn(subtotal: MinorUnits, tip: Tip): MinorUnits | null {
  const amount = 'percent' in tip ? suggestedTip(subtotal, tip.percent) : tip.amount;
  if (amount < 0) throw new MoneyError(`${amount} is negative and no tip`);
  return amount === 0 ? null : amount;
}

function taxOn(subtotal: MinorUnits, rate: number, isContained: boolean): MinorUnits {
  if (!Number.isInteger(rate) || rate < 0 || rate > 10_000) {
    throw new MoneyError(`${rate} is not a tax rate in hundredths of a percent`);
  }
  if (subtotal < 0) throw new MoneyError(`${subtotal} is negative and carries no tax`);
  const dividend = BigInt(subtotal) * BigInt(rate);
  const divisor = isContained ? 10_000n + BigInt(rate) : 10_000n;
  return minorUnits(Number(divideHalfUp(dividend, divisor)));
}
