import type { OutletId } from '#contract/base/ids.ts';
import type { Category } from '#contract/menu/menus.ts';
import { toReferences } from '#server/modules/menu/modifier-lists/wire.ts';
import type { CategoryRow } from './queries.ts';

/** A category with the field names of the specification. */
export function toCategory(row: CategoryRow): Category {
  return {
    _id: row.id,
    menuId: row.menu_id,
    name: row.name,
    nameTranslations: row.name_translations,
    items: toReferences(row.itemIds),
    InActiveOutletIds: toReferences(row.inactiveOutletIds),
  };
}

/** The changes of a category with our names. A field that is not sent is not there. */
export function categoryChangesOf<Body extends { InActiveOutletIds?: readonly OutletId[] | undefined }>({
  InActiveOutletIds: inactiveOutletIds,
  ...others
}: Body) {
  return { ...others, ...(inactiveOutletIds !== undefined && { inactiveOutletIds }) };
}
