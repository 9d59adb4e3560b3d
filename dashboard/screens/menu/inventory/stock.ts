/** Rows of the inventory that are shown. Pure functions. */
import type { OutletId } from '#contract/base/ids.ts';
import type { Item, ModifierList } from '#contract/menu/menus.ts';
import { isLow } from '#contract/menu/low-stock.ts';
import { containsText, isNamed } from '../../../components/list/text-search.ts';

/** An item with the modifiers of its lists, each once, in the order in which guests are asked. */
export interface StockRow {
  item: Item;
  modifiers: readonly Item[];
  /** Somebody searched for one of the modifiers: they are to be seen. */
  isModifierSought: boolean;
}

/** The item as the outlet counts it; without one, as all outlets do together. */
export function countedAt(item: Item, outletId: OutletId | null): Item {
  if (outletId === null) return item;
  const quantity = item.quantityAt?.find((one) => one.outletId === outletId)?.quantity ?? null;
  return { ...item, quantity, soldOut: item.soldOut || quantity === 0 };
}

export const stockFilters = ['all', 'low', 'sold-out'] as const;
export type StockFilter = (typeof stockFilters)[number];

export function stockFilter(value: string | null): StockFilter {
  return stockFilters.find((one) => one === value) ?? 'all';
}

/** By the count alone: what somebody said is sold out for a while is not asked for here. */
function isShown(item: Item, filter: StockFilter): boolean {
  return filter === 'all' || (filter === 'low' ? isLow(item) : item.quantity === 0);
}

/** The items that a search finds, by their own name in any language or SKU or by those of a modifier, in the order of their names. */
export function stockRows(
  items: readonly Item[],
  lists: readonly ModifierList[],
  search: string,
  filter: StockFilter = 'all',
): StockRow[] {
  const itemsById = new Map(items.map((item) => [item._id, item]));
  const modifiersOf = new Map(
    lists.map((list) => [list._id, list.modifierList.flatMap(({ _id }) => itemsById.get(_id) ?? [])]),
  );
  const isSought = (item: Item) =>
    isShown(item, filter) && (isNamed(item, search) || containsText(item.sku ?? '', search));
  const isAll = search.trim() === '' && filter === 'all';
  return items
    .filter(({ type }) => type === 'item')
    .flatMap((item) => {
      const modifiers = [...new Set(item.modifierList.flatMap((id) => modifiersOf.get(id) ?? []))];
      const isModifierSought = !isAll && modifiers.some(isSought);
      return isAll || isModifierSought || isSought(item) ? [{ item, modifiers, isModifierSought }] : [];
    })
    .toSorted((one, other) => collator.compare(one.item.name, other.item.name));
}

/** Making one costs more than sorting by it. */
const collator = new Intl.Collator();
