import { AsyncLocalStorage } from 'node:async_hooks';
import { isId, type OutletId } from '#contract/base/ids.ts';

const scope = new AsyncLocalStorage<readonly OutletId[] | null>();

/**
 * Runs `fn` for a person limited to these outlets: every `transaction` in it sees only rows of these outlets, through
 * the policies of the tables. It wraps the transaction instead of the queries, so that no query can forget it. Null
 * means all outlets.
 */
export function withinOutlets<T>(outletIds: readonly OutletId[] | null, fn: () => T): T {
  return outletIds === null && scope.getStore() === undefined ? fn() : scope.run(outletIds, fn);
}

/** Runs `fn` without a limit to outlets, for values that the whole process shares. */
export function outsideOutlets<T>(fn: () => T): T {
  return scope.getStore() === undefined ? fn() : scope.exit(fn);
}

/**
 * Yields the pieces, each made within the present limit to outlets, even when a caller without that limit pulls it
 * later.
 */
export function keepingOutlets<T>(pieces: AsyncIterable<T>): AsyncIterable<T> {
  const within = AsyncLocalStorage.snapshot();
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = pieces[Symbol.asyncIterator]();
      return {
        next: () => within(() => iterator.next()),
        return: async () => (await within(() => iterator.return?.())) ?? { done: true, value: undefined },
      };
    },
  };
}

/** The value of the setting at the beginning of a transaction; empty without a limit. */
export function outletSetting(): string {
  const outletIds = scope.getStore();
  if (outletIds === undefined || outletIds === null) return '';
  if (!outletIds.every(isId)) throw new TypeError('Outlets are named by their ids');
  return `, set_config('app.outlet_ids', '{${outletIds.join(',')}}', true)`;
}
