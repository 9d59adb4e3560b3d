import type { CategoryId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';

/** Categories of one name, on whatever menus they stand, are one station's work. */
interface CategoryGroup {
  name: string;
  ids: CategoryId[];
}

/** Sorted by name. */
export function categoryGroups(categories: readonly Pick<Category, '_id' | 'name'>[]): CategoryGroup[] {
  const groups = new Map<string, CategoryId[]>();
  for (const { _id, name } of categories) groups.set(name, [...(groups.get(name) ?? []), _id]);
  return [...groups].map(([name, ids]) => ({ name, ids })).toSorted((one, other) => one.name.localeCompare(other.name));
}
