import type { QueryClient } from '@tanstack/react-query';
import type { ModifierList } from '#contract/menu/menus.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';

/** Shows a list as it was just saved, and reads again whatever else may say something about it. */
export function cacheModifierList(cache: QueryClient, list: ModifierList): void {
  cache.setQueryData(queries.modifierLists().queryKey, (lists) =>
    lists?.map((one) => (one._id === list._id ? list : one)),
  );
  void cache.invalidateQueries({ queryKey: catalogueKey });
}

/** Reads a list anew: another person may have changed it. One that is gone is answered as it was, and the server says so when it is saved. */
export async function readModifierList(cache: QueryClient, list: ModifierList): Promise<ModifierList> {
  const lists = await cache.fetchQuery({ ...queries.modifierLists(), staleTime: 0 });
  return lists.find(({ _id }) => _id === list._id) ?? list;
}
