/** The portions that a change of lines takes and gives back. Pure. */
import type { ItemId } from '#contract/base/ids.ts';
import type { KeptLine } from '#server/db/schema/kept-facts.ts';
import type { StockMoves } from '#server/modules/menu/inventory/move-stock.ts';
import type { StoredOrder } from '../queries.ts';

type Lines = readonly Pick<KeptLine, 'item_id' | 'quantity' | 'options'>[];

/** Portions of each item and option: an option counts with every portion of its line. */
function portionsOf(lines: Lines): Map<ItemId, number> {
  const portions = new Map<ItemId, number>();
  for (const { item_id, quantity, options } of lines)
    for (const id of [item_id, ...options.map((option) => option.item_id)])
      portions.set(id, (portions.get(id) ?? 0) + quantity);
  return portions;
}

export interface PortionMoves {
  /** Both ways, in the form of `stockMovesSql`. */
  stock: StockMoves;
  /** Portions that the order goes on holding; those that it takes now are added. */
  kept: StoredOrder['stock_taken'];
}

/** No more is given back than was taken: stock that was not counted when the order was placed did not move. */
export function movePortions(taken: StoredOrder['stock_taken'], before: Lines, after: Lines): PortionMoves {
  const [had, needs] = [portionsOf(before), portionsOf(after)];
  const stock = new Map<ItemId, number>();
  const kept = { ...taken };
  for (const id of new Set([...had.keys(), ...needs.keys()])) {
    const more = (needs.get(id) ?? 0) - (had.get(id) ?? 0);
    if (more > 0) stock.set(id, more);
    const returned = Math.min(Math.max(0, -more), taken[id] ?? 0);
    if (returned === 0) continue;
    stock.set(id, -returned);
    kept[id] = (taken[id] ?? 0) - returned;
    if (kept[id] === 0) delete kept[id];
  }
  return { stock, kept };
}
