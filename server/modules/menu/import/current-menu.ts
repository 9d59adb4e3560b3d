/** The menu before an import: everything that an import may change, with its links. */
import { type Selectable, sql } from 'kysely';
import type { CategoryId, ItemId, MenuId, ModifierListId, RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Translations } from '#contract/base/fields.ts';

type Item = Selectable<Schema['items']>;
type List = Selectable<Schema['modifier_lists']>;
type Category = Selectable<Schema['categories']>;

/** The columns that an import writes. */
const itemColumns = [
  'id',
  'type',
  'name',
  'name_translations',
  'description',
  'description_translations',
  'price_minor',
  'delivery_price_minor',
  'pickup_price_minor',
  'dine_in_price_minor',
  'sku',
  'external_id',
  'quantity',
  'calories',
  'make_minutes',
  'allergens',
  'diets',
] as const satisfies readonly (keyof Item)[];
const listColumns = [
  'id',
  'name',
  'display_name',
  'display_name_translations',
  'allows_multiple',
  'min_choices',
  'max_choices',
  'is_optional',
  'free_choices',
  'max_per_option',
  'is_halved',
  'external_id',
] as const satisfies readonly (keyof List)[];
const categoryColumns = [
  'id',
  'menu_id',
  'name',
  'name_translations',
  'position',
  'external_id',
] as const satisfies readonly (keyof Category)[];

export type ItemState = Pick<Item, (typeof itemColumns)[number]> & { name_translations: Translations };
export type ListState = Pick<List, (typeof listColumns)[number]>;
export type CategoryState = Pick<Category, (typeof categoryColumns)[number]>;

/** A link to another entity. `isGone`: the entity is deleted, and the link stays for its restoring. */
export interface Link<To extends string = string> {
  to: To;
  position: number;
  isGone: boolean;
  /** The list of a dish is asked only where one of these modifiers of that list is chosen; missing in imports of before. */
  opener?: { listId: ModifierListId; modifierIds: ItemId[] } | null;
}
/** Links by owner, in their order. */
type Links<Of extends string, To extends string> = ReadonlyMap<Of, readonly Link<To>[]>;

export interface CurrentMenu {
  menus: { id: MenuId; name: string; is_live: boolean }[];
  /** In the order they were created. */
  items: ItemState[];
  lists: ListState[];
  /** The categories of the target menu, in their order; none for a new menu. */
  categories: CategoryState[];
  categoryItems: Links<CategoryId, ItemId>;
  itemLists: Links<ItemId, ModifierListId>;
  listItems: Links<ModifierListId, ItemId>;
  goesWith: Links<ItemId, ItemId>;
}

export async function readCurrentMenu(tx: Tx, restaurantId: RestaurantId, menuId: MenuId | null): Promise<CurrentMenu> {
  const [menus, items, lists, categories, categoryItems, itemLists, listItems, goesWith] = await Promise.all([
    tx
      .selectFrom('menus')
      .select(['id', 'name', 'is_live'])
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('items')
      .select(itemColumns)
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('modifier_lists')
      .select(listColumns)
      .where('restaurant_id', '=', restaurantId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
    tx
      .selectFrom('categories')
      .select(categoryColumns)
      .where('restaurant_id', '=', restaurantId)
      .where('menu_id', '=', menuId)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    readLinks<CategoryId, ItemId>(tx, restaurantId, 'category_items'),
    readLinks<ItemId, ModifierListId>(tx, restaurantId, 'item_modifier_lists'),
    readLinks<ModifierListId, ItemId>(tx, restaurantId, 'modifier_list_items'),
    readLinks<ItemId, ItemId>(tx, restaurantId, 'item_goes_with'),
  ]);
  return { menus, items, lists, categories, categoryItems, itemLists, listItems, goesWith };
}

/** The tables of links: the column of the owner, the column of the linked entity, and the table of the latter. */
export const linkTables = {
  category_items: { of: 'category_id', to: 'item_id', things: 'items' },
  item_modifier_lists: { of: 'item_id', to: 'modifier_list_id', things: 'modifier_lists' },
  modifier_list_items: { of: 'modifier_list_id', to: 'item_id', things: 'items' },
  item_goes_with: { of: 'item_id', to: 'suggested_id', things: 'items' },
} as const;
export type LinkTable = keyof typeof linkTables;

const opener = sql`, case when link.opened_by_list_id is not null then
  json_build_object('listId', link.opened_by_list_id, 'modifierIds', link.opened_by_item_ids) end as opener`;

async function readLinks<Of extends string, To extends string>(
  tx: Tx,
  restaurantId: RestaurantId,
  table: LinkTable,
): Promise<Links<Of, To>> {
  const { of, to, things } = linkTables[table];
  const { rows } = await sql<Link<To> & { of: Of }>`
    select ${sql.ref(of)} as of, ${sql.ref(to)} as "to", link.position, thing.deleted_at is not null as "isGone"
      ${table === 'item_modifier_lists' ? opener : sql``}
    from ${sql.table(table)} link
    join ${sql.table(things)} thing on thing.restaurant_id = link.restaurant_id and thing.id = link.${sql.ref(to)}
    where link.restaurant_id = ${restaurantId}
    order by link.position, thing.id`.execute(tx);
  const links = new Map<Of, Link<To>[]>();
  for (const { of: owner, ...link } of rows) {
    const known = links.get(owner);
    if (known === undefined) links.set(owner, [link]);
    else known.push(link);
  }
  return links;
}
