import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { WorkQueue } from '#server/work-queue.ts';

/** Each change but the first waits for the menu's lock with a connection of the pool, which has ten for everybody. */
const queue = new WorkQueue({ runningPerKey: 3, waitingPerKey: 100, longestWaitMs: 10_000 });

/**
 * A transaction that takes `lockMenu`, by itself or through a statement that changes the menu. At most three of a
 * restaurant run at once; the others wait without a connection.
 * @throws QueueFull; as `transaction`.
 */
export function menuTransaction<T>(
  db: Db,
  restaurantId: RestaurantId,
  fn: (tx: Tx) => Promise<T>,
  options: Parameters<typeof transaction>[3] = {},
): Promise<T> {
  return queue.run(restaurantId, () => transaction(db, restaurantId, fn, options));
}
