import { itemTypes, modes } from '#contract/base/enumerations.ts';
import type {
  CategoryId,
  ItemId,
  MenuId,
  MenuImportId,
  ModifierListId,
  OutletId,
  RestaurantId,
  UserId,
} from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { ImportCounts } from '#contract/menu/menu-import.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  text,
  textArray,
  timestamptz,
  uuid,
  uuidArray,
  type Tables,
} from './columns.ts';

export const menu = {
  items: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<ItemId>(),
    type: text(itemTypes),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    description: text().defaulted(),
    description_translations: jsonb<Translations>().defaulted(),
    price_minor: bigint<MinorUnits>(),
    /** Null: the usual price. */
    delivery_price_minor: bigint<MinorUnits>().nullable(),
    pickup_price_minor: bigint<MinorUnits>().nullable(),
    dine_in_price_minor: bigint<MinorUnits>().nullable(),
    sku: text(),
    external_id: text().nullable(),
    image_hash: text().nullable(),
    quantity: integer().nullable(),
    low_stock: integer().nullable(),
    calories: integer().nullable(),
    /** The kitchen's work on a portion; 0 where the mode's limit does not count it. */
    make_minutes: integer().defaulted(),
    allergens: textArray().defaulted(),
    diets: textArray().defaulted(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  low_stock_mails: {
    restaurant_id: uuid<RestaurantId>(),
    /** By the clock of the first outlet; null: no mail is wanted. */
    hour: integer().nullable(),
    next_at: timestamptz().nullable(),
    mailed_at: timestamptz().nullable(),
  },
  low_stock_recipients: {
    restaurant_id: uuid<RestaurantId>(),
    user_id: uuid<UserId>(),
  },
  item_inactive_outlets: {
    restaurant_id: uuid<RestaurantId>(),
    item_id: uuid<ItemId>(),
    outlet_id: uuid<OutletId>(),
  },
  item_outlet_quantities: {
    restaurant_id: uuid<RestaurantId>(),
    item_id: uuid<ItemId>(),
    outlet_id: uuid<OutletId>(),
    quantity: integer(),
  },
  item_sold_out: {
    restaurant_id: uuid<RestaurantId>(),
    item_id: uuid<ItemId>(),
    outlet_id: uuid<OutletId>(),
    sold_out_until: timestamptz().nullable(),
  },
  modifier_lists: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<ModifierListId>(),
    name: text(),
    display_name: text(),
    display_name_translations: jsonb<Translations>().defaulted(),
    allows_multiple: boolean().defaulted(),
    min_choices: integer().defaulted(),
    max_choices: integer().defaulted(),
    is_optional: boolean().defaulted(),
    /** How many of the chosen options are free. */
    free_choices: integer().defaulted(),
    /** How often one option may be chosen. */
    max_per_option: integer().defaulted(),
    /** One option is chosen for the whole, or two for a half each. */
    is_halved: boolean().defaulted(),
    external_id: text().nullable(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  modifier_list_items: {
    restaurant_id: uuid<RestaurantId>(),
    modifier_list_id: uuid<ModifierListId>(),
    item_id: uuid<ItemId>(),
    position: integer().defaulted(),
  },
  item_modifier_lists: {
    restaurant_id: uuid<RestaurantId>(),
    item_id: uuid<ItemId>(),
    modifier_list_id: uuid<ModifierListId>(),
    position: integer().defaulted(),
    /** The list is asked only where one of these modifiers of that list of the same item is chosen. Null in both: always. */
    opened_by_list_id: uuid<ModifierListId>().nullable(),
    opened_by_item_ids: uuidArray<ItemId>().nullable(),
  },
  /** Dishes that are suggested beside another, in the order of the merchant. */
  item_goes_with: {
    restaurant_id: uuid<RestaurantId>(),
    item_id: uuid<ItemId>(),
    suggested_id: uuid<ItemId>(),
    position: integer().defaulted(),
  },
  menus: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<MenuId>(),
    name: text(),
    calories: integer().nullable(),
    platform: text().defaulted(),
    notes: text().defaulted(),
    is_live: boolean().defaulted(),
    position: integer().defaulted(),
    name_translations: jsonb<Translations>().defaulted(),
    /** Null in the three: no limit. */
    sale_hours: jsonb<OpeningHours>().nullable(),
    sale_modes: textArray(modes).nullable(),
    sale_outlet_ids: uuidArray<OutletId>().nullable(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  categories: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<CategoryId>(),
    menu_id: uuid<MenuId>(),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    position: integer().defaulted(),
    external_id: text().nullable(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  category_items: {
    restaurant_id: uuid<RestaurantId>(),
    category_id: uuid<CategoryId>(),
    item_id: uuid<ItemId>(),
    position: integer().defaulted(),
  },
  category_inactive_outlets: {
    restaurant_id: uuid<RestaurantId>(),
    category_id: uuid<CategoryId>(),
    outlet_id: uuid<OutletId>(),
  },
  menu_imports: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<MenuImportId>(),
    menu_id: uuid<MenuId>(),
    menu_name: text(),
    file_name: text(),
    imported_by: text(),
    counts: jsonb<ImportCounts>(),
    /** Its shape is known to the import alone. */
    undo: jsonb<object>(),
    state_after: text(),
    imported_at: timestamptz(),
    undone_at: timestamptz().nullable(),
  },
} satisfies Tables;
