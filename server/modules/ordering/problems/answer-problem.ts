import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { type Currency, formatMoney, fromMajor, type MinorUnits, MoneyError } from '#contract/base/money.ts';
import { DAY, nextMidnight } from '#contract/base/time.ts';
import type { AnswerTerms, NewAnswer } from '#contract/ordering/order-problems.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { problemRefundReason } from '#contract/payments/refund-reasons.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  listPaymentsOfOrder,
  type RefundablePayment,
  refundOrder,
} from '#server/modules/payments/paying/refund-order.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { tellGuest } from '../guest-messages/tell-guest.ts';
import { giveVoucher } from '../offers/give-voucher.ts';
import { orderName } from '../order-name.ts';
import { findOrder, lockOrder, type StoredOrder, type StoredProblem } from '../queries.ts';
import { orderForWire } from '../wire.ts';
import { canHaveVoucher, refundTerms, termsForWire } from './answer-terms.ts';
import { tellOfProblem, writeProblem } from './queries.ts';

type AnswerDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** The columns of an answer that are about money. */
type MoneyGiven = Pick<StoredProblem, 'amount_minor' | 'is_by_hand' | 'voucher_code' | 'voucher_until'>;

/** @throws order.not_found */
export function getAnswerTerms({ db }: AnswerDeps, restaurantId: RestaurantId, orderId: OrderId): Promise<AnswerTerms> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const order = await findOrder(tx, restaurantId, orderId);
      if (order === null) throw new Refusal('order.not_found');
      return termsForWire(order, refundTerms(order, await listPaymentsOfOrder(tx, restaurantId, orderId, 'read')));
    },
    { readOnly: true },
  );
}

/**
 * Answers a problem once: the order is locked, and of two people who answer the first one does. Money and voucher are written with the
 * answer, in one transaction, and the gateway gives the money back afterwards, however often it is asked (decision 100).
 * @throws order.not_found, problem.answered_by, problem.changed, problem.amount_changed, problem.no_voucher; auth.forbidden where staff
 * give money; request.invalid for an amount that is none, or that the gateway cannot move to its last digit.
 */
export function answerProblem(
  deps: AnswerDeps,
  by: AuditContext,
  { orderId, version, answer }: { orderId: OrderId; version: number; answer: NewAnswer },
): Promise<Order> {
  const { restaurantId, actor } = by;
  if (answer.kind !== 'reply' && actor.kind === 'staff') throw new Refusal('auth.forbidden');
  return transaction(deps.db, restaurantId, async (tx) => {
    // Before the order, as whoever settles a payment does.
    const payments = answer.kind === 'refund' ? await listPaymentsOfOrder(tx, restaurantId, orderId, 'locked') : [];
    await lockOrder(tx, restaurantId, orderId);
    const order = await findOrder(tx, restaurantId, orderId);
    if (!order?.problem) throw new Refusal('order.not_found');
    const { problem } = order;
    const currency = order.currency as Currency;
    const amount = answer.kind === 'reply' ? null : amountOf(answer.amount, currency);
    if (problem.answer !== null) {
      if (isRepeated(problem, by, answer, amount)) return orderForWire(order, 'merchant');
      throw new Refusal('problem.answered_by', { name: problem.answered_by_name });
    }
    if (problem.version !== version) throw new Refusal('problem.changed');
    const now = deps.clock();
    const money = await giveMoney(tx, deps, by, { order, payments, answer, amount, now });
    const answered = await writeProblem(tx, order, {
      ...problem,
      ...money,
      answer: answer.kind,
      answer_note: answer.note,
      answered_by: actor.userId,
      answered_by_name: actor.name,
      answered_at: now,
    });
    await audit(tx, by, answered, answer, now);
    await tellGuest(tx, deps, answered, {
      event: 'problem_answered',
      number: 1,
      kind: answer.kind,
      amount,
      isByHand: money.is_by_hand ?? false,
    });
    await tellOfProblem(tx, answered, now);
    return orderForWire(answered, 'merchant');
  });
}

interface Giving {
  order: StoredOrder;
  payments: readonly RefundablePayment[];
  answer: NewAnswer;
  /** Null for a reply. */
  amount: MinorUnits | null;
  now: Date;
}

async function giveMoney(tx: Tx, deps: AnswerDeps, by: AuditContext, giving: Giving): Promise<MoneyGiven> {
  const { order, payments, answer, amount, now } = giving;
  const nothing = { amount_minor: amount, is_by_hand: null, voucher_code: null, voucher_until: null };
  if (amount === null || answer.kind === 'reply') return nothing;
  if (answer.kind === 'voucher') {
    const { customer_id: customerId, outlet_time_zone: timeZone } = order;
    if (customerId === null || !canHaveVoucher(order)) throw new Refusal('problem.no_voucher');
    const until = nextMidnight(new Date(now.getTime() + answer.days * DAY), timeZone);
    const voucher = { customerId, orderName: orderName(order), amount, until, now };
    return { ...nothing, voucher_code: await giveVoucher(tx, by.restaurantId, voucher), voucher_until: until };
  }
  const { isByHand, whole, lines, paymentsOfLines } = refundTerms(order, payments);
  if (amount !== whole && amount !== lines) throw new Refusal('problem.amount_changed');
  if (!isByHand) {
    // The note stays with the problem, from which it goes with the guest.
    const refund = { orderId: order.id, amount, reason: problemRefundReason(order.problem!.kind) };
    await refundOrder(tx, { ...deps, now }, by, amount === whole ? payments : paymentsOfLines, refund);
  }
  return { ...nothing, is_by_hand: isByHand };
}

function amountOf(amount: number, currency: Currency): MinorUnits {
  try {
    return fromMajor(amount, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new Refusal('request.invalid', undefined, {
      'answer.amount': fieldProblem('amount_invalid', { currency }),
    });
  }
}

/** Whether the person has given this answer before, which was lost on its way back. */
function isRepeated(
  { answer: kind, answer_note, amount_minor, answered_by }: StoredProblem,
  { actor }: AuditContext,
  answer: NewAnswer,
  amount: MinorUnits | null,
): boolean {
  return kind === answer.kind && answer_note === answer.note && amount_minor === amount && answered_by === actor.userId;
}

function audit(tx: Tx, by: AuditContext, order: StoredOrder, answer: NewAnswer, at: Date): Promise<void> {
  const { amount_minor: amount } = order.problem!;
  const details = {
    answer: answer.kind,
    ...(amount === null ? {} : { amount: { after: formatMoney(amount, order.currency as Currency, 'en') } }),
  };
  return appendAuditEntry(
    tx,
    by.restaurantId,
    { ...by, at },
    {
      action: 'problem.answered',
      subject: orderName(order),
      details,
    },
  );
}
