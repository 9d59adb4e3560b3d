import { addMoney, type Currency, type MinorUnits, minorUnits, toMajor, ZERO } from '#contract/base/money.ts';
import type { AnswerTerms } from '#contract/ordering/order-problems.ts';
import { type RefundablePayment, sumLeft } from '#server/modules/payments/paying/refund-order.ts';
import { shareOrder, sharePortions } from '#server/modules/payments/paying/table-bill/share-order.ts';
import type { StoredOrder } from '../queries.ts';

/** The money that an answer can give back. */
interface RefundTerms {
  isByHand: boolean;
  whole: MinorUnits;
  lines: MinorUnits;
}

/**
 * The whole is the money that is left of an order that was paid online; otherwise its total, if it was handed over. The reported portions
 * are never more than that.
 */
export function refundTerms(order: StoredOrder, payments: readonly RefundablePayment[]): RefundTerms {
  const isByHand = payments.length === 0;
  const taken = order.status === 'Completed' ? order.total_minor : ZERO;
  const whole = isByHand ? taken : sumLeft(payments);
  return { isByHand, whole, lines: minorUnits(Math.min(whole, costOfLines(order))) };
}

/** The price of the reported portions: with options, VAT and their part of what offers took off, without tip and delivery. */
function costOfLines({ lines, offers, tax_minor, tax_inclusive, problem }: StoredOrder): MinorUnits {
  const shares = shareOrder({
    lines: lines.map(({ total_minor }) => total_minor),
    // An offer for the delivery takes nothing off lines.
    discounts: (offers ?? []).map(({ shares: off }) => off).filter((off) => off.length === lines.length),
    tax: tax_minor,
    isTaxIncluded: tax_inclusive,
    tip: ZERO,
  });
  const costs = (problem?.lines ?? []).map(({ line_number, quantity }) => {
    const place = lines.findIndex((line) => line.line_number === line_number);
    const share = shares[place];
    if (share === undefined) return ZERO;
    const portions = sharePortions(share, lines[place]!.quantity);
    return addMoney(...portions.slice(0, quantity).map(({ amount }) => amount));
  });
  return addMoney(...costs);
}

/** Whether a voucher would find its guest again. */
export function canHaveVoucher({ customer_id, customer_phone }: StoredOrder): boolean {
  return customer_id !== null && customer_phone !== '';
}

export function termsForWire(order: StoredOrder, { isByHand, whole, lines }: RefundTerms): AnswerTerms {
  const major = (amount: MinorUnits) => toMajor(amount, order.currency as Currency);
  return { isByHand, whole: major(whole), lines: major(lines), canHaveVoucher: canHaveVoucher(order) };
}
