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
  /** The payments of the reported portions, of each as much as is left for these; none by hand. */
  paymentsOfLines: readonly RefundablePayment[];
}

/** Portions of a line that were reported, and what they cost. */
interface ReportedLine {
  lineNumber: number;
  quantity: number;
  /** The price of each portion of the line. */
  prices: readonly MinorUnits[];
}

/**
 * The whole is the money that is left of an order that was paid online; otherwise what was paid by hand, if the order was handed over. At a
 * table the reported portions go back to those who paid these lines, and by hand where one of them was not paid online.
 */
export function refundTerms(order: StoredOrder, payments: readonly RefundablePayment[]): RefundTerms {
  const reported = reportedLines(order);
  const isByHand = payments.length === 0 || !reported.every((line) => isPaidOnline(line, payments));
  if (isByHand) {
    const whole = order.status === 'Completed' ? paidByHand(order, payments) : ZERO;
    const lines = addMoney(...reported.map(costOf));
    return { isByHand, whole, lines: minorUnits(Math.min(whole, lines)), paymentsOfLines: [] };
  }
  const paymentsOfLines = limitToLines(payments, reported);
  return { isByHand, whole: sumLeft(payments), lines: sumLeft(paymentsOfLines), paymentsOfLines };
}

/** Portions cost their price: with options, VAT and their part of what offers took off, without tip and delivery. */
function reportedLines({ lines, offers, tax_minor, tax_inclusive, problem }: StoredOrder): ReportedLine[] {
  const shares = shareOrder({
    lines: lines.map(({ total_minor }) => total_minor),
    // An offer for the delivery takes nothing off lines.
    discounts: (offers ?? []).map(({ shares: off }) => off).filter((off) => off.length === lines.length),
    tax: tax_minor,
    isTaxIncluded: tax_inclusive,
    tip: ZERO,
  });
  return (problem?.lines ?? []).flatMap(({ line_number: lineNumber, quantity }) => {
    const place = lines.findIndex((line) => line.line_number === lineNumber);
    const share = shares[place];
    if (share === undefined) return [];
    const prices = sharePortions(share, lines[place]!.quantity).map(({ amount }) => amount);
    return [{ lineNumber, quantity, prices }];
  });
}

function costOf({ quantity, prices }: ReportedLine): MinorUnits {
  return addMoney(...prices.slice(0, quantity));
}

/** True where at least as many portions of the line were paid online as were reported. A free line needs no payment. */
function isPaidOnline(reported: ReportedLine, payments: readonly RefundablePayment[]): boolean {
  const paid = payments.reduce((sum, one) => sum + paidPlaces(one, reported).length, 0);
  return costOf(reported) === 0 || paid >= reported.quantity;
}

/** The places of the portions that a payment is for, among those of the line. */
function paidPlaces({ lines }: RefundablePayment, { lineNumber, prices }: ReportedLine): readonly number[] {
  const all = [...prices.keys()];
  if (lines === null) return all;
  const paid = lines.find((line) => line.lineNumber === lineNumber);
  return paid === undefined ? [] : (paid.portions ?? all);
}

/** The part of the order's total that is in no payment. */
function paidByHand({ total_minor: total }: StoredOrder, payments: readonly RefundablePayment[]): MinorUnits {
  const online = payments.flatMap(({ lines }) => (lines ?? []).map(({ amount }) => amount));
  return minorUnits(Math.max(0, total - addMoney(...online)));
}

/**
 * The payments, each with no more left than the reported portions cost that are taken from it. A report does not say whose portions these
 * were, so the first payments of a line give back as many as they paid.
 */
function limitToLines(payments: readonly RefundablePayment[], reported: readonly ReportedLine[]): RefundablePayment[] {
  const open = new Map(reported.map(({ lineNumber, quantity }) => [lineNumber, quantity]));
  return payments.map((one) => {
    let part = ZERO;
    for (const line of reported) {
      if (part === one.left) break;
      const places = paidPlaces(one, line).slice(0, open.get(line.lineNumber));
      open.set(line.lineNumber, open.get(line.lineNumber)! - places.length);
      const price = addMoney(...places.map((place) => line.prices[place]!));
      const paid = one.lines?.find(({ lineNumber }) => lineNumber === line.lineNumber);
      const most = paid === undefined ? price : minorUnits(paid.amount - paid.orderTip);
      part = addMoney(part, minorUnits(Math.min(price, most, one.left - part)));
    }
    return { ...one, left: part };
  });
}

/** Whether a voucher would find its guest again. */
export function canHaveVoucher({ customer_id, customer_phone }: StoredOrder): boolean {
  return customer_id !== null && customer_phone !== '';
}

export function termsForWire(order: StoredOrder, { isByHand, whole, lines }: RefundTerms): AnswerTerms {
  const major = (amount: MinorUnits) => toMajor(amount, order.currency as Currency);
  return { isByHand, whole: major(whole), lines: major(lines), canHaveVoucher: canHaveVoucher(order) };
}
