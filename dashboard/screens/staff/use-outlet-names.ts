import { useQuery } from '@tanstack/react-query';
import type { OutletId } from '#contract/base/ids.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';

const { staff: text } = words;

/** In words where somebody works; null: at all outlets. */
export function useOutletNames(): (outletIds: readonly OutletId[] | null) => string {
  const { data: outlets = [] } = useQuery(queries.outlets());
  return (outletIds) =>
    outletIds === null
      ? text.everywhere
      : text.outletsNow(outlets.filter(({ _id }) => outletIds.includes(_id)).map(({ name }) => name));
}
