import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { serverNow } from '../../../live/server-time.ts';

/** The minutes until the time that is promised now, to the next step; at least one step. */
export function minutesLeft({ promisedAt, preparationTime }: Pick<Order, 'promisedAt' | 'preparationTime'>): number {
  if (promisedAt === null) return preparationTime;
  const steps = Math.ceil((Date.parse(promisedAt) - serverNow().getTime()) / MINUTE / limits.timeStepMinutes);
  return Math.min(limits.promiseMinutesMax, Math.max(1, steps) * limits.timeStepMinutes);
}
