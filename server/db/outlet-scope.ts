import { AsyncLocalStorage } from 'node:async_hooks';
import { isId, type OutletId } from '#contract/base/ids.ts';

const scope = new AsyncLocalStorage<readonly OutletId[] | null>();

/**
 * Runs `fn` for somebody who works at these outlets alone: every `transaction` in it sees the rows of no other outlet, by the
 * policies `of_outlets` (ST-03). It is here, and not in the queries, so that none can be forgotten. Null: all outlets.
 */
export function withinOutlets<T>(outletIds: readonly OutletId[] | null, fn: () => T): T {
  return outletIds === null && scope.getStore() === undefined ? fn() : scope.run(outletIds, fn);
}

/** Runs `fn` for nobody in particular: what the whole process shares must not be read with the eyes of one. */
export function outsideOutlets<T>(fn: () => T): T {
  return scope.getStore() === undefined ? fn() : scope.exit(fn);
}

/** The pieces, each made within the outlets of now, whoever asks for the next one and when. */
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

/** What a transaction says at its beginning; empty where nobody is limited. */
export function outletSetting(): string {
  const outletIds = scope.getStore();
  if (outletIds === undefined || outletIds === null) return '';
  if (!outletIds.every(isId)) throw new TypeError('Outlets are named by their ids');
  return `, set_config('app.outlet_ids', '{${outletIds.join(',')}}', true)`;
}
