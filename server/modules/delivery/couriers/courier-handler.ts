import type { DeliveryId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { enqueueCourier, findCourierRow, followedMs, isFinal } from './courier-rows.ts';
import { followMs } from './decide-courier-step.ts';
import { settleCourier } from './settle-courier.ts';

/**
 * Follows a delivery at its company until that has done with it, for a day at most: orders it, tells that the food is ready, and cancels
 * it where the order was, or somebody else took it. A company that does not answer is asked again.
 */
export function courierHandler(deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log'>): JobHandler {
  return {
    atOnce: 8,
    withinMs: MINUTE,
    retries: () => ({ most: 5_000, firstMs: 2_000, longestMs: 20_000 }),
    async perform({ restaurantId, payload }, signal) {
      const lastTellingOf = (payload['lastTellingOf'] as string | undefined) ?? null;
      await settleCourier(deps, restaurantId!, payload['deliveryId'] as DeliveryId, { lastTellingOf, signal });
    },
    async conclude(tx, { restaurantId, payload }) {
      if (payload['isOnce'] === true) return;
      const deliveryId = payload['deliveryId'] as DeliveryId;
      const row = await findCourierRow(tx, restaurantId!, deliveryId);
      const now = deps.clock();
      if (row === null || isFinal(row.state) || now.getTime() - row.takenAt.getTime() > followedMs) return;
      await enqueueCourier(tx, restaurantId!, deliveryId, { delayMs: followMs, now });
    },
  };
}
