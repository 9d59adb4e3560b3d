import type { RestaurantId } from '#contract/base/ids.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';
import { batchMax } from './order-writer.ts';

/** Runs work of an order when it is its restaurant's turn. @throws server.unavailable when that is too long to wait. */
export type OrderQueue = <T>(restaurantId: RestaurantId, work: () => Promise<T>) => Promise<T>;

/** No queue at all. */
export const atOnce: OrderQueue = (_, work) => work();

/** All queues are bounded by time: an order that would wait too long is refused at once. */
const waits = {
  longestExpectedMs: 1_000,
  // The expectation may be wrong, and a busy machine alone makes a line stand for a while.
  longestWaitMs: 2_000,
};

/**
 * Makes the work of a restaurant's orders wait before it takes a connection, so that a rush at one restaurant leaves the
 * database to the others (R88). The orders that the writer writes take none.
 */
export function openOrderQueue(): OrderQueue {
  // Orders of one restaurant commit one after the other on its counter row, so a few keep it busy. All together leave four of
  // the pool's ten connections to reads, sign-ins and the outbox, which keeps one.
  return refusing(new WorkQueue({ runningPerKey: 4, running: 6, ...waits }));
}

/** Makes the orders of a restaurant wait before they join a batch, so that a rush leaves places in it to the others (R88). */
export function openBatchQueue(): OrderQueue {
  return refusing(new WorkQueue({ runningPerKey: 16, running: batchMax, ...waits }));
}

function refusing(queue: WorkQueue): OrderQueue {
  return async (restaurantId, work) => {
    try {
      return await queue.run(restaurantId, work);
    } catch (error) {
      throw error instanceof QueueFull ? new Refusal('server.unavailable', { seconds: error.seconds }) : error;
    }
  };
}
