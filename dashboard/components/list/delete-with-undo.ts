import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ErrorPlace } from '#contract/base/error-text.ts';
import { showToast } from '../feedback/toast-store.ts';
import { errorText } from '../../words/error-text.ts';

interface Deletion<Row> {
  /** Query of the list that the row is in. */
  listKey: QueryKey;
  rowId: (row: Row) => string;
  remove: (row: Row) => Promise<{ msg: string }>;
  restore: (row: Row) => Promise<unknown>;
  /** Other queries that are read again when a row is deleted or restored. */
  alsoChanges: readonly QueryKey[];
  /** Kind of screen, which decides the words of a failure. */
  errors: ErrorPlace;
}

/** Takes a row out of its list at once; the message that says so can bring it back (M17, decision 35). */
export function useDeleteWithUndo<Row>({ listKey, rowId, remove, restore, alsoChanges, errors }: Deletion<Row>) {
  const cache = useQueryClient();
  const readAgain = () =>
    Promise.all([listKey, ...alsoChanges].map((queryKey) => cache.invalidateQueries({ queryKey })));
  const fail = async (error: unknown) => {
    showToast({ place: 'bar', tone: 'error', text: errorText(error, errors) });
    await readAgain();
  };
  const takeBack = async (row: Row) => {
    try {
      await restore(row);
      await readAgain();
    } catch (error) {
      await fail(error);
    }
  };
  return async (row: Row) => {
    await cache.cancelQueries({ queryKey: listKey });
    cache.setQueryData<Row[]>(listKey, (rows) => rows?.filter((one) => rowId(one) !== rowId(row)));
    try {
      const { msg } = await remove(row);
      showToast({ place: 'bar', tone: 'ok', text: msg, undo: () => void takeBack(row) });
      await readAgain();
    } catch (error) {
      await fail(error);
    }
  };
}
