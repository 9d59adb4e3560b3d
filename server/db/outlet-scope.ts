import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { isId, type OutletId } from '#contract/base/ids.ts';
import type { Tx } from './transaction.ts';

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
  const outlets = outletsAsText();
  return outlets === '' ? '' : `, set_config('app.outlet_ids', '${outlets}', true)`;
}

/**
 * Counts rows of all outlets in the transaction of a person who is limited to some, for the limits of a restaurant. Nothing else of it
 * may be asked meanwhile.
 */
export async function countInAllOutlets(tx: Tx, count: () => Promise<number>): Promise<number> {
  const outlets = outletsAsText();
  if (outlets === '') return count();
  await limitTo(tx, '');
  const counted = await count();
  await limitTo(tx, outlets);
  return counted;
}

function limitTo(tx: Tx, outlets: string) {
  return sql`select set_config('app.outlet_ids', ${outlets}, true)`.execute(tx);
}

/** '{id,id}', as the policies read it; empty without a limit. */
function outletsAsText(): string {
  const outletIds = scope.getStore();
  if (outletIds === undefined || outletIds === null) return '';
  if (!outletIds.every(isId)) throw new TypeError('Outlets are named by their ids');
  return `{${outletIds.join(',')}}`;
}
