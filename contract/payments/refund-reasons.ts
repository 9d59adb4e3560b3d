/** Why money of an order goes back. The reason of a refund is one of these codes, or the words that staff typed. */
import { type ProblemKind, problemKinds } from '../ordering/problem-facts.ts';

const productReasons = ['not_cooked', 'order_changed'] as const;
type RefundReason = (typeof productReasons)[number] | `problem_${ProblemKind}`;

/** The reason of money that answers a problem which the guest has reported. */
export function problemRefundReason(kind: ProblemKind): RefundReason {
  return `problem_${kind}`;
}

/**
 * The code of a reason; null where staff have typed it. Refunds and entries of the audit log that were written before the code have
 * the sentence `Problem: missing`.
 */
export function refundReasonOf(stored: string): RefundReason | null {
  const product = productReasons.find((reason) => reason === stored);
  if (product !== undefined) return product;
  const kind = problemKinds.find((one) => stored === problemRefundReason(one) || stored === `Problem: ${one}`);
  return kind === undefined ? null : problemRefundReason(kind);
}

/** The kind of the problem that money answers; null for other reasons. */
export function problemKindOf(reason: RefundReason): ProblemKind | null {
  return problemKinds.find((kind) => reason === problemRefundReason(kind)) ?? null;
}
