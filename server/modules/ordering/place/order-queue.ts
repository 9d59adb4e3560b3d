import type { RestaurantId } from '#contract/base/ids.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';

/**
 * Makes the orders of a restaurant wait before they take a connection, so that a rush at one restaurant leaves the
 * database to the others (R88). The queue is bounded by time: an order that would wait too long is refused at once, with
 * server.unavailable.
 */
export function openOrderQueue() {
  const queue = new WorkQueue({
    // Orders of one restaurant commit one after the other on its counter row, so a few keep it busy. All together leave four of
    // the pool's ten connections to reads, sign-ins and the outbox, which keeps one.
    runningPerKey: 4,
    running: 6,
    longestExpectedMs: 1_000,
    // The expectation may be wrong, and a busy machine alone makes a line stand for a while.
    longestWaitMs: 2_000,
  });
  return async <T>(restaurantId: RestaurantId, work: () => Promise<T>): Promise<T> => {
    try {
      return await queue.run(restaurantId, work);
    } catch (error) {
      throw error instanceof QueueFull ? new Refusal('server.unavailable', { seconds: error.seconds }) : error;
    }
  };
}
