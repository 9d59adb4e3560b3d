import { problemKindOf, refundReasonOf } from '#contract/payments/refund-reasons.ts';
import { words } from '../../words/words.ts';

/** Why money went back, in the reader's language; words that staff typed are shown as they are. */
export function refundReasonText(stored: string): string {
  const text = words.payments.order;
  const reason = refundReasonOf(stored);
  if (reason === null) return stored;
  const kind = problemKindOf(reason);
  if (kind !== null) return text.problemReported({ problem: words.ordering.problems.kinds[kind] });
  return reason === 'not_cooked' ? text.notCooked : text.orderChanged;
}
