import { setTimeout as sleep } from 'node:timers/promises';
import type { RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { outsideOutlets } from '#server/db/outlet-scope.ts';
import { DatabaseUnavailable, isSilence } from '#server/db/unavailable.ts';
import { wake } from '#server/events/wake.ts';
import type { Log } from '#server/log.ts';
import type { StoredOrder } from '../queries.ts';
import { MenuChanged } from './menu-changed.ts';
import { type BatchAnswer, type ReadyOrder, writeBatch } from './write-batch.ts';
import { storedOrder } from './write-order.ts';

interface QueuedOrder extends ReadyOrder {
  /** Batches that have left it out because somebody else held a row that it needs. */
  misses: number;
  settle: (written: StoredOrder | null) => void;
  fail: (error: unknown) => void;
}

export const batchMax = 64;
const missesMax = 3;
/** Milliseconds before orders that were left out are tried again, where the queue has no other: a lock lasts about as long. */
const retryPauseMs = 2;
/** Milliseconds for which the orders of a restaurant go alone after one of them failed: it would fail its batch again. */
const apartMs = MINUTE;

/**
 * Writes the orders of all restaurants that arrive together, in one statement and one commit (decision 51). Orders that
 * arrive while a batch is on its way are the next one, so a batch grows with the load. The only timer is the pause before
 * orders that were left out; one that arrives meanwhile waits for the rest of it. The writer only ever accepts: whatever
 * may have to be refused goes through `writeOrder`, alone. One for each process.
 */
export class OrderWriter {
  readonly #db: Db;
  readonly #log: Pick<Log, 'warn'>;
  readonly #queue: QueuedOrder[] = [];
  readonly #apartUntil = new Map<RestaurantId, number>();
  #isWriting = false;
  #quietUntil = 0;

  /** `db` has one connection, which plans and keeps the statements of both functions. */
  constructor(db: Db, log: Pick<Log, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  /** Orders that wait for a batch. */
  get waiting(): number {
    return this.#queue.length;
  }

  /**
   * Settles after the commit. Null: nothing was written, and the order goes alone; also when the connection broke and
   * nobody knows: the order's key then tells whether it was. Refused within 2.5 seconds where the database is silent.
   * @throws MenuChanged when the menu has another version by now; DatabaseUnavailable.
   */
  write(ready: ReadyOrder): Promise<StoredOrder | null> {
    if (this.#isApart(ready.key.restaurantId)) return Promise.resolve(null);
    return new Promise((settle, fail) => {
      this.#queue.push({ ...ready, misses: 0, settle, fail });
      this.#begin();
    });
  }

  /** Keeps the orders of a restaurant out of the batches for a while, because one of them failed for an unknown reason. */
  setApart(restaurantId: RestaurantId): void {
    this.#apartUntil.set(restaurantId, performance.now() + apartMs);
  }

  #isApart(restaurantId: RestaurantId): boolean {
    const until = this.#apartUntil.get(restaurantId);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#apartUntil.delete(restaurantId);
    return false;
  }

  #begin(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    // Not at once: requests that were read from their sockets together are one batch.
    setImmediate(() => void outsideOutlets(() => this.#writeAll()));
  }

  async #writeAll(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        if (this.#queue.every(({ misses }) => misses > 0)) await sleep(retryPauseMs);
        const settle = await this.#writeBatch(this.#queue.splice(0, batchMax));
        // The next batch is sent first: the database writes it while this process makes the answers of the one before.
        if (this.#queue.length > 0) setImmediate(settle);
        else settle();
      }
    } finally {
      this.#isWriting = false;
    }
  }

  /** Most of these orders go alone now, and where that succeeds nothing else is logged. A lasting fault fails every batch. */
  #warn(error: unknown, orders: number): void {
    if (performance.now() < this.#quietUntil) return;
    this.#quietUntil = performance.now() + MINUTE;
    this.#log.warn({ err: error, orders }, 'A batch of orders failed; failures of the next minute are not logged');
  }

  /** Resolves, when the batch is answered, with what tells its orders so. */
  async #writeBatch(batch: readonly QueuedOrder[]): Promise<() => void> {
    let answers: BatchAnswer[];
    try {
      answers = await writeBatch(this.#db, batch);
    } catch (error) {
      this.#warn(error, batch.length);
      const refused = isSilence(error) ? this.#queue.splice(0) : [];
      return () => {
        for (const queued of batch) settleFailed(queued, error);
        for (const queued of refused) refuseWaiting(queued, error);
      };
    }
    const settled: BatchAnswer[] = [];
    for (const answer of answers) {
      const queued = batch[answer.n]!;
      if (answer.outcome === 'busy' && ++queued.misses < missesMax) this.#queue.push(queued);
      else settled.push(answer);
    }
    return () => {
      const placedAt = new Set<RestaurantId>();
      for (const { n, outcome, given } of settled) {
        const { key, order, settle, fail } = batch[n]!;
        if (outcome === 'written') {
          placedAt.add(key.restaurantId);
          settle(storedOrder(order, given!));
        } else if (outcome === 'stale') fail(new MenuChanged());
        else settle(null);
      }
      for (const restaurantId of placedAt) wake(restaurantId);
    };
  }
}

/**
 * One order may have failed the statement for all, so each goes alone. After a lost connection the outcome is unknown:
 * an order with a key is asked for by it, as it goes alone; any other could be written twice. A database that is silent
 * is not asked again: the guest's phone does that, by the key.
 */
function settleFailed({ key, settle, fail }: QueuedOrder, error: unknown): void {
  const isUnknown = error instanceof DatabaseUnavailable && error.outcomeUnknown;
  if (isSilence(error) || (isUnknown && key.key === null)) fail(error);
  else settle(null);
}

/** Orders behind a batch that was not answered have waited for it, and would wait for as long again. */
function refuseWaiting({ fail }: QueuedOrder, cause: unknown): void {
  fail(new DatabaseUnavailable('The orders before this one were not answered', { cause }));
}
