import type { RestaurantId } from '#contract/base/ids.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/**
 * Orders in the database at a time. Those of one restaurant commit one after the other on its counter row, so a few
 * keep it busy. All together leave four of the pool's ten connections to reads, sign-ins and the outbox, which keeps one.
 */
const atOncePerRestaurant = 4;
const atOnceInAll = 6;
/** Milliseconds that an order may be expected to wait. */
const longestExpectedMs = 1_000;
/**
 * Milliseconds that an order waits at most when the expectation was wrong, and for which a line may stand still before
 * nobody joins it. A busy machine alone makes a line stand for a while.
 */
const patienceMs = 2_000;
/** Milliseconds that an order takes, before any was measured; later a moving average. */
const firstAverageMs = 20;
const weightOfNewest = 1 / 8;

/** The orders of one restaurant. */
interface Line {
  running: number;
  /** Begin the work of those that wait, the oldest first. */
  waiting: Set<() => void>;
  /** When an order last began or ended. */
  movedAt: number;
}

/**
 * Makes the orders of a restaurant wait before they take a connection, so that a rush at one restaurant leaves the
 * database to the others (R88). The queue is bounded by time: an order that would wait too long is refused at once.
 */
export class OrderQueue {
  readonly #lines = new Map<RestaurantId, Line>();
  #running = 0;
  #averageMs = firstAverageMs;

  /** @throws server.unavailable when too many orders of the restaurant wait. */
  async run<T>(restaurantId: RestaurantId, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(restaurantId) ?? { running: 0, waiting: new Set(), movedAt: performance.now() };
    this.#lines.set(restaurantId, line);
    if (this.#isFree(line) && line.waiting.size === 0) this.#begin(line);
    else await this.#wait(line);
    const beganAt = performance.now();
    try {
      return await work();
    } finally {
      this.#averageMs += (performance.now() - beganAt - this.#averageMs) * weightOfNewest;
      this.#end(restaurantId, line);
    }
  }

  #isFree({ running }: Line): boolean {
    return this.#running < atOnceInAll && running < atOncePerRestaurant;
  }

  #begin(line: Line): void {
    this.#running++;
    line.running++;
    line.movedAt = performance.now();
  }

  #wait(line: Line): Promise<void> {
    const expectedMs = (line.waiting.size * this.#averageMs) / Math.max(1, line.running);
    if (expectedMs > longestExpectedMs) throw refusal(expectedMs);
    if (performance.now() - line.movedAt > patienceMs) throw refusal(patienceMs);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(impatience);
        line.waiting.delete(begin);
        this.#begin(line);
        resolve();
      };
      const impatience = setTimeout(() => {
        line.waiting.delete(begin);
        reject(refusal(patienceMs));
      }, patienceMs);
      line.waiting.add(begin);
    });
  }

  #end(restaurantId: RestaurantId, line: Line): void {
    this.#running--;
    line.running--;
    line.movedAt = performance.now();
    // The restaurant goes to the end of the map, so that the next free connection is another's.
    this.#lines.delete(restaurantId);
    if (line.running > 0 || line.waiting.size > 0) this.#lines.set(restaurantId, line);
    for (const next of this.#lines.values()) {
      const [begin] = next.waiting;
      if (begin !== undefined && this.#isFree(next)) return begin();
    }
  }
}

function refusal(milliseconds: number): Refusal {
  return new Refusal('server.unavailable', { seconds: Math.ceil(milliseconds / 1_000) });
}
