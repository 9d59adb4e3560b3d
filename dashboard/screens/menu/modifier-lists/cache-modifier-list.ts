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
