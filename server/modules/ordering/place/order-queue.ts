import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
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
 * database to the others (R88). The orders that the writer writes take none. A server has one: orders that are paid online share it.
 */
export function openOrderQueue(): OrderQueue {
  // Orders of one restaurant commit one after the other on its counter row, so a few keep it busy. All together leave four of
  // the pool's ten connections to reads, sign-ins and the outbox, which keeps one.
  return refusing(new WorkQueue({ runningPerKey: 4, running: 6, ...waits }));
}

/** Orders that one guest may have on their way at a time. A phone that asks again after a lost answer has two. */
const mostOfGuest = 4;

/** Runs the work of a guest's order. @throws server.unavailable where the guest has too many on their way. */
export type GuestQueue = <T>(
  guest: { restaurantId: RestaurantId; customerId: CustomerId },
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Leaves the line of a restaurant to its other guests: one who sends orders without end holds four places, whatever they are answered.
 * Addresses are not counted, because a dining room shares one.
 */
export function openGuestQueue(): GuestQueue {
  const queue = new WorkQueue({ runningPerKey: mostOfGuest, waitingPerKey: 0 });
  return ({ restaurantId, customerId }, work) => queue.run(`${restaurantId} ${customerId}`, work).catch(refuse);
}

/** Makes the orders of a restaurant wait before they join a batch, so that a rush leaves places in it to the others (R88). */
export function openBatchQueue(): OrderQueue {
  return refusing(new WorkQueue({ runningPerKey: 16, running: batchMax, ...waits }));
}

function refusing(queue: WorkQueue): OrderQueue {
  return (restaurantId, work) => queue.run(restaurantId, work).catch(refuse);
}

function refuse(error: unknown): never {
  throw error instanceof QueueFull ? new Refusal('server.unavailable', { seconds: error.seconds }) : error;
}
