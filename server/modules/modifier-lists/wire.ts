import type { ModifierList } from '#contract/menus.ts';
import { type Currency, toMajor } from '#contract/money.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import type { ModifierListRow, ModifierRow } from './queries.ts';

/** A modifier list in the words of the documents. */
export function toModifierList(row: ModifierListRow, currency: Currency, audience: Audience): ModifierList {
  return {
    _id: row.id,
    name: row.name,
    displayName: row.display_name,
    displayNameTranslations: row.display_name_translations,
    allowMultipleSelection: row.allows_multiple,
    minModifier: row.min_choices,
    maxModifier: row.max_choices,
    optional: row.is_optional,
    modifierList: row.modifiers.map((modifier) => toModifier(modifier, currency)),
    itemList: row.items.map(({ id, name }) => ({ _id: id, name })),
    ...(audience === 'merchant' ? { createdAt: row.created_at.toISOString() } : {}),
  };
}

function toModifier(row: ModifierRow, currency: Currency): ModifierList['modifierList'][number] {
  return {
    _id: row.id,
    name: row.name,
    nameTranslations: row.name_translations,
    price: toMajor(row.price_minor, currency),
    type: 'modifier',
    soldOut: row.quantity === 0,
    InActiveOutletIds: toReferences(row.inactive_outlets),
  };
}

/** `[{ _id }]`, as the documents refer to other things. */
export function toReferences<Id>(rows: readonly { id: Id }[]): { _id: Id }[] {
  return rows.map(({ id }) => ({ _id: id }));
}
