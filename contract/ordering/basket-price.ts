/** The price of a basket. Server and screens share this one formula (R33). */
import {
  addMoney,
  divideHalfUp,
  type MinorUnits,
  minorUnits,
  MoneyError,
  multiplyMoney,
  subtractMoney,
  ZERO,
} from '../base/money.ts';
import { suggestedTip, type Tip } from './tips.ts';
import type { ChargeOptions } from '../base/enumerations.ts';

export interface PricedLine {
  unitPrice: MinorUnits;
  /** The price of every chosen option. */
  optionPrices: readonly MinorUnits[];
  quantity: number;
}

/** Amounts that offers take off (decision 78). */
export interface Discounts {
  /** In the order of the lines. */
  lines: readonly MinorUnits[];
  delivery: MinorUnits;
}

export interface BasketTerms {
  chargeOptions: ChargeOptions;
  /** The tax rate in hundredths of a percent, 0 to 10000: 5 % is 500. */
  taxRateBasisPoints: number;
  /** Prices contain the tax, so it does not raise the total. */
  taxInclusive: boolean;
  /** Null for pickup and dine-in, which have no fee. The fee carries no tax. */
  deliveryFee: MinorUnits | null;
  /** The subtotal from which there is no delivery fee; null: it is always asked for. */
  freeDeliveryFrom?: MinorUnits | null;
  /** Null for none. A tip carries no tax either. */
  tip: Tip | null;
  /** Null for none. */
  discounts: Discounts | null;
}

export interface BasketPrice {
  /** In the order of the lines. */
  lineTotals: MinorUnits[];
  /** Before discounts. */
  subtotal: MinorUnits;
  /** Taken off the subtotal. */
  discount: MinorUnits;
  /** Added to the subtotal after discounts, or contained in it when prices include tax. */
  tax: MinorUnits;
  deliveryFee: MinorUnits | null;
  /** Taken off the delivery fee. */
  deliveryDiscount: MinorUnits;
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
 * Prices a basket: total = subtotal - discount + tax + delivery fee - its discount + tip. The tax is rounded half up to the minor unit,
 * once, on the subtotal after discounts, of which a tip's percentage is, too.
 * Throws MoneyError when a sum leaves the safe integers, when the subtotal or the tip is negative, the rate out of range, or a
 * discount greater than what it is taken off.
 */
export function priceBasket(basket: BasketTerms & { lines: readonly PricedLine[] }): BasketPrice {
  const { chargeOptions, taxInclusive, discounts } = basket;
  const lineTotals = basket.lines.map((line) => priceLine({ ...line, chargeOptions }));
  const subtotal = addMoney(...lineTotals);
  const isFree = basket.deliveryFee && subtotal >= (basket.freeDeliveryFrom ?? Infinity);
  const deliveryFee = isFree ? ZERO : basket.deliveryFee;
  const discount = addMoney(...lineTotals.map((total, line) => takenOff(total, discounts?.lines[line])));
  const deliveryDiscount = takenOff(deliveryFee ?? ZERO, discounts?.delivery);
  const net = subtractMoney(subtotal, discount);
  const tax = taxOn(net, basket.taxRateBasisPoints, taxInclusive);
  const tip = basket.tip === null ? null : tipOn(net, basket.tip);
  const fee = subtractMoney(deliveryFee ?? ZERO, deliveryDiscount);
  const total = addMoney(net, taxInclusive ? ZERO : tax, fee, tip ?? ZERO);
  return { lineTotals, subtotal, discount, tax, deliveryFee, deliveryDiscount, tip, total };
}

function takenOff(amount: MinorUnits, discount: MinorUnits = ZERO): MinorUnits {
  if (discount !== 0 && (discount < 0 || discount > amount)) {
    throw new MoneyError(`${discount} cannot be taken off ${amount}`);
  }
  return discount;
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
