import type { QueryClient } from '@tanstack/react-query';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { catalogueKey, queries } from '../../../api/queries.ts';

/** Shows an item as it was just saved, and reads again whatever else may say something about it. */
export function cacheItem(cache: QueryClient, item: Item): void {
  cache.setQueryData(queries.items().queryKey, (items) => items?.map((one) => (one._id === item._id ? item : one)));
  void cache.invalidateQueries({ queryKey: catalogueKey });
}

/** Reads an item anew: another person may have changed it. Undefined where it is gone. */
export async function readItem(cache: QueryClient, id: ItemId): Promise<Item | undefined> {
  await cache.fetchQuery({ ...queries.items(), staleTime: 0 });
  return recentItem(cache, id);
}

/** The item as it was read a moment ago, and otherwise reads it. */
export async function recentItem(cache: QueryClient, id: ItemId): Promise<Item | undefined> {
  const items = await cache.fetchQuery(queries.items());
  return items.find(({ _id }) => _id === id);
}

export async function readListsById(cache: QueryClient): Promise<Map<ModifierListId, ModifierList>> {
  const lists = await cache.fetchQuery({ ...queries.modifierLists(), staleTime: 0 });
  return new Map(lists.map((list) => [list._id, list]));
}
