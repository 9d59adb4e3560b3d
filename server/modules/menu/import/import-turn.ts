import type { RestaurantId } from '#contract/base/ids.ts';
import { WorkQueue } from '#server/work-queue.ts';

/** Imports run at once as `importDb` has connections, one for each restaurant: a second one would only wait for the first with a connection. */
const queue = new WorkQueue({ running: 2, runningPerKey: 1, waiting: 16, waitingPerKey: 4, longestWaitMs: 20_000 });

/** Waits for a connection of `importDb` without holding another. @throws QueueFull. */
export function inImportTurn<T>(restaurantId: RestaurantId, work: () => Promise<T>): Promise<T> {
  return queue.run(restaurantId, work);
}
