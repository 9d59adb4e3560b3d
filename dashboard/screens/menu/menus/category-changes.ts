/** Changes of a menu's categories, and the categories after them. Pure functions. */
import type { CategoryId, ItemId, OutletId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';

export type CategoryChange =
  | { kind: 'order categories'; ids: readonly CategoryId[] }
  | { kind: 'rename'; id: CategoryId; name: string; nameTranslations: Category['nameTranslations'] }
  | { kind: 'add items'; id: CategoryId; items: readonly ItemId[] }
  | { kind: 'remove item'; id: CategoryId; item: ItemId }
  | { kind: 'order items'; id: CategoryId; items: readonly ItemId[] }
  | { kind: 'outlet'; id: CategoryId; outlet: OutletId; isOn: boolean };

/**
 * The categories after the change. An order names what its maker saw: what has been added since comes after that, and what is
 * gone stays gone.
 */
export function withCategoryChange(categories: readonly Category[], change: CategoryChange): Category[] {
  if (change.kind === 'order categories') return inOrder(categories, change.ids);
  return categories.map((category) => (category._id === change.id ? changedOne(category, change) : category));
}

function changedOne(category: Category, change: Exclude<CategoryChange, { kind: 'order categories' }>): Category {
  const { items, InActiveOutletIds: off } = category;
  switch (change.kind) {
    case 'rename':
      return { ...category, name: change.name, nameTranslations: change.nameTranslations };
    case 'add items': {
      const added = change.items.filter((id) => !items.some((one) => one._id === id));
      return { ...category, items: [...items, ...added.map((_id) => ({ _id }))] };
    }
    case 'remove item':
      return { ...category, items: items.filter((one) => one._id !== change.item) };
    case 'order items':
      return { ...category, items: inOrder(items, change.items) };
    case 'outlet': {
      const others = off.filter((one) => one._id !== change.outlet);
      return { ...category, InActiveOutletIds: change.isOn ? others : [...others, { _id: change.outlet }] };
    }
  }
}

function inOrder<Id extends string, Row extends { _id: Id }>(rows: readonly Row[], ids: readonly Id[]): Row[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  return [...named, ...rows.filter((row) => !ids.includes(row._id))];
}
