import { MINUTE } from '#contract/base/time.ts';
import type { Deps } from '#server/deps.ts';
import { JobFailed, type JobHandler } from '#server/modules/outbound/jobs/job.ts';
import type { PaymentName } from '../settling.ts';
import { settlePayment } from './settle-payment.ts';

/** Settles payments, again until the gateway answers: held money comes back by itself after a week, and nobody gives up before. */
export function paymentHandler(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>): JobHandler {
  return {
    atOnce: 8,
    withinMs: MINUTE,
    retries: () => ({ most: 1_000, firstMs: 2_000, longestMs: 15 * MINUTE }),
    async perform({ restaurantId, payload }, signal) {
      const name = payload as PaymentName;
      const settled = await settlePayment(deps, restaurantId!, name, signal);
      // The clock that this job was due by may be ahead of the one that the move was made by.
      if (settled?.isUndoable === true && ('orderId' in name || settled.payment.table_session_id !== null))
        throw new JobFailed('The move of the order can still be undone', 'not_accepted');
    },
  };
}
