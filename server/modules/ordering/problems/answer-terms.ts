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
  /** Portions of the whole line. */
  ordered: number;
  cost: MinorUnits;
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
    const lines = addMoney(...reported.map(({ cost }) => cost));
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
    const { quantity: ordered } = lines[place]!;
    const portions = sharePortions(share, ordered);
    const cost = addMoney(...portions.slice(0, quantity).map(({ amount }) => amount));
    return [{ lineNumber, quantity, ordered, cost }];
  });
}

/** True where at least as many portions of the line were paid online as were reported. A free line needs no payment. */
function isPaidOnline(
  { lineNumber, quantity, ordered, cost }: ReportedLine,
  payments: readonly RefundablePayment[],
): boolean {
  const paid = payments.flatMap(({ lines }) =>
    lines === null
      ? [ordered]
      : lines.filter((line) => line.lineNumber === lineNumber).map(({ portions }) => portions ?? ordered),
  );
  return cost === 0 || paid.reduce((sum, portions) => sum + portions, 0) >= quantity;
}

/** The part of the order's total that is in no payment. */
function paidByHand({ total_minor: total }: StoredOrder, payments: readonly RefundablePayment[]): MinorUnits {
  const online = payments.flatMap(({ lines }) => (lines ?? []).map(({ amount }) => amount));
  return minorUnits(Math.max(0, total - addMoney(...online)));
}

/** The payments, each with no more left than it paid for the reported portions. A report does not say whose portions these were. */
function limitToLines(payments: readonly RefundablePayment[], reported: readonly ReportedLine[]): RefundablePayment[] {
  const open = new Map(reported.map(({ lineNumber, cost }) => [lineNumber, cost]));
  return payments.map((one) => {
    let part = ZERO;
    for (const [lineNumber, cost] of open) {
      const paid = one.lines?.find((line) => line.lineNumber === lineNumber);
      if (one.lines !== null && paid === undefined) continue;
      const most = paid === undefined ? cost : minorUnits(paid.amount - paid.orderTip);
      const taken = minorUnits(Math.min(cost, most, one.left - part));
      open.set(lineNumber, minorUnits(cost - taken));
      part = addMoney(part, taken);
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
