import { useQuery } from '@tanstack/react-query';
import type { OutletId } from '#contract/base/ids.ts';
import { words } from '../../words/words.ts';
import { queries } from '../../api/queries.ts';
import { commaList } from '../../words/lists.ts';

const text = words.staff.people;

/** In words where somebody works; null: at all outlets. */
export function useOutletNames(): (outletIds: readonly OutletId[] | null) => string {
  const { data: outlets = [] } = useQuery(queries.outlets());
  return (outletIds) => {
    if (outletIds === null) return text.everywhere;
    const names = outlets.filter(({ _id }) => outletIds.includes(_id)).map(({ name }) => name);
    return names.length === 0 ? text.noOutlet : commaList(names);
  };
}
