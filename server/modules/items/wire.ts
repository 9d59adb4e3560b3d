import type { Item } from '#contract/menus.ts';
import { type Currency, toMajor } from '#contract/money.ts';
import { pictureAddress } from '#server/modules/media/address.ts';
import { toReferences } from '#server/modules/modifier-lists/wire.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import type { ItemRow } from './queries.ts';

/** A dish or a modifier in the words of the documents. Guests learn whether it is sold out, not how many are left (R29). */
export function toItem(row: ItemRow, currency: Currency, audience: Audience): Item {
  return {
    _id: row.id,
    name: row.name,
    nameTranslations: row.name_translations,
    type: row.type,
    price: toMajor(row.price_minor, currency),
    description: row.description,
    descriptionTranslations: row.description_translations,
    imageUrl: pictureAddress(row.restaurant_id, row.image_hash, 640),
    InActiveOutletIds: toReferences(row.inactive_outlets),
    modifierList: row.modifier_lists.map(({ id }) => id),
    calories: row.calories,
    allergens: row.allergens,
    diets: row.diets,
    soldOut: row.quantity === 0,
    ...(audience === 'merchant'
      ? { sku: row.sku, quantity: row.quantity, createdAt: row.created_at.toISOString() }
      : {}),
  };
}
