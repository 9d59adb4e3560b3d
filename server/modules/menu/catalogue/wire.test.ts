/** Reading a large menu takes work that grows with its dishes: with their square, this one took minutes. */
import { expect, test } from 'vitest';
import type { ItemId, ModifierListId, OutletId } from '#contract/base/ids.ts';
import { toGuestLists } from '#server/modules/menu/modifier-lists/wire.ts';
import type { CatalogueRows } from './read-catalogue.ts';
import { toCatalogue } from './wire.ts';

test('a catalogue of many dishes in two categories, each with a list of its own', () => {
  const many = 80_000;
  const ids = Array.from({ length: many }, (_, number) => `item ${number}` as ItemId);
  const off = 'outlet' as OutletId;
  const category = (id: string, inactiveOutletIds: OutletId[]) => ({
    id,
    name: id,
    name_translations: {},
    itemIds: ids,
    inactiveOutletIds,
  });
  const item = (id: ItemId) => ({
    id,
    type: 'item',
    name: id,
    price_minor: 100,
    image_hash: null,
    listIds: [id as string as ModifierListId],
    nestedLists: [],
    inactiveOutletIds: [],
    soldOutAt: [],
    stockAt: [],
    goesWithIds: [],
  });
  const list = (id: ItemId) => ({ id, display_name: id, modifiers: [], items: [] });
  const rows = {
    restaurant: {
      currency: 'AED',
      closed_at: null,
      site_languages: ['en'],
      logo_hash: null,
      cover_hash: null,
      tip_modes: [],
    },
    outlets: [],
    areas: [],
    menus: [],
    categories: [category('one', [off]), category('other', [])],
    items: ids.map(item),
    lists: ids.map(list),
  } as unknown as CatalogueRows;
  const catalogue = toCatalogue(rows, [], new Date());
  expect([catalogue.items.length, catalogue.modifierLists.length]).toEqual([many, many]);
  expect(catalogue.items.at(-1)).toMatchObject({ _id: ids.at(-1), InActiveOutletIds: [] });
  const lists = toGuestLists({ version: '', ...catalogue });
  expect(lists.at(-1)!.itemList).toEqual([{ _id: ids.at(-1), name: ids.at(-1) }]);
});
