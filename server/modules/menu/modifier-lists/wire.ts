import type { ItemId } from '#contract/base/ids.ts';
import { declaredFoods } from '#contract/menu/allergens.ts';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { type Currency, toMajor } from '#contract/base/money.ts';
import { modePricesForWire } from './mode-prices.ts';
import type { ModifierListRow, ModifierRow } from './queries.ts';

/** A modifier list with the field names of the specification. */
export function toModifierList(row: ModifierListRow, currency: Currency): ModifierList {
  return {
    _id: row.id,
    name: row.name,
    displayName: row.display_name,
    displayNameTranslations: row.display_name_translations,
    allowMultipleSelection: row.allows_multiple,
    minModifier: row.min_choices,
    maxModifier: row.max_choices,
    optional: row.is_optional,
    ...(row.free_choices > 0 && { freeModifiers: row.free_choices }),
    ...(row.max_per_option > 1 && { maxPerModifier: row.max_per_option }),
    ...(row.is_halved && { halves: true }),
    modifierList: row.modifiers.map((modifier) => toModifier(modifier, currency)),
    itemList: row.items.map(({ id, name }) => ({ _id: id, name })),
    createdAt: row.created_at.toISOString(),
  };
}

function toModifier(row: ModifierRow, currency: Currency): ModifierList['modifierList'][number] {
  return {
    _id: row.id,
    name: row.name,
    nameTranslations: row.name_translations,
    price: toMajor(row.price_minor, currency),
    ...modePricesForWire(row, currency),
    type: 'modifier',
    soldOut: row.quantity === 0,
    InActiveOutletIds: toReferences(row.inactiveOutletIds),
    ...declaredFoods(row),
  };
}

/** The modifier lists that guests can reach. `name` is for the people of the restaurant: guests get the shown one. */
export function toGuestLists({ modifierLists, items }: Catalogue): ModifierList[] {
  const uses = items.flatMap(({ _id, name, modifierList }) =>
    modifierList.map((listId) => ({ listId, item: { _id, name } })),
  );
  const usesOf = Map.groupBy(uses, ({ listId }) => listId);
  return modifierLists.map((list) => ({
    ...list,
    name: list.displayName,
    modifierList: list.modifierList.map(({ soldOutAt: _, ...modifier }) => ({
      ...modifier,
      type: 'modifier',
      InActiveOutletIds: toReferences(modifier.InActiveOutletIds),
    })),
    itemList: (usesOf.get(list._id) ?? []).map(({ item }) => item),
  }));
}

/** One list in both forms that the specification has for it. */
export function listOnWire(modifierList: ModifierList): { ModifierList: ModifierList[]; modifierList: ModifierList } {
  return { ModifierList: [modifierList], modifierList };
}

export function listsOnWire(lists: ModifierList[]): { ModifierList: ModifierList[] } {
  return { ModifierList: lists };
}

/** The changes of a list with our names. A field that is not sent is not there. */
export function listChangesOf<Body extends { modifierList?: readonly ItemId[] | undefined }>({
  modifierList,
  ...others
}: Body) {
  return { ...others, ...(modifierList !== undefined && { modifierIds: modifierList }) };
}

/** The fields of inputs that have another name on the wire: what is wrong with one is answered by that name. */
export const wireFields = {
  modifierIds: 'modifierList',
  modifierListIds: 'modifierList',
  inactiveOutletIds: 'InActiveOutletIds',
} as const;

/** `[{ _id }]`, the specification's form of references. */
export function toReferences<Id>(ids: readonly Id[]): { _id: Id }[] {
  return ids.map((_id) => ({ _id }));
}
