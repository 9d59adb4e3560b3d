import type { QueryClient } from '@tanstack/react-query';
import type { Item } from '#contract/menu/menus.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';

/** Shows an item as it was just saved, and reads again whatever else may say something about it. */
export function cacheItem(cache: QueryClient, item: Item): void {
  cache.setQueryData(queries.items().queryKey, (items) => items?.map((one) => (one._id === item._id ? item : one)));
  void cache.invalidateQueries({ queryKey: catalogueKey });
}
