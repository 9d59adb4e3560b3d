import { sql } from 'kysely';
import type { ItemId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Scope } from './scope.ts';
import { findSummedDays, type SummedDays } from './summed-days.ts';
import { type ItemKind, itemsOfOrders, keptItems } from './sums-of-orders.ts';

export interface SoldItem {
  id: ItemId;
  name: string;
  /** Names of the modifier lists that an option is in now. */
  lists: string[];
  /** Portions. */
  quantity: number;
  orders: number;
  total: MinorUnits;
}

export interface Items {
  /** Sum of all lines. */
  subtotal: MinorUnits;
  items: SoldItem[];
  options: SoldItem[];
}

/**
 * The sold dishes and options, the best first. Dishes include their options, and options are listed by themselves as
 * they were charged.
 */
export async function sumItems(tx: Tx, scope: Scope): Promise<Items> {
  const summed = await findSummedDays(tx, scope);
  const [items, options] = await Promise.all([
    readItems(tx, scope, summed, 'item'),
    readItems(tx, scope, summed, 'option'),
  ]);
  const subtotal = items.reduce((sum, { total }) => addMoney(sum, total), ZERO);
  return { subtotal, items, options };
}

/** Grouped under present names; a deleted item has the name it was sold by. */
async function readItems(
  tx: Tx,
  scope: Scope,
  { months, days, orders }: SummedDays,
  kind: ItemKind,
): Promise<SoldItem[]> {
  const kept = keptItems(scope, kind);
  const { rows } = await sql<SoldItem>`
    select totals.item_id as id, coalesce(items.name, totals.name) as name,
      ${kind === 'item' ? sql`array[]::text[]` : listNames(scope)} as lists, totals.quantity, totals.orders, totals.total
    from (
      select item_id, max(name) as name, sum(quantity)::int as quantity, sum(orders)::int as orders, sum(total_minor)::bigint as total
      from (${kept('day', days)} union all ${kept('month', months)} union all ${itemsOfOrders(orders, kind)}) as sold
      group by item_id
    ) as totals
    left join items on items.restaurant_id = ${scope.restaurantId} and items.id = totals.item_id
    order by totals.total desc, totals.quantity desc, 2`.execute(tx);
  return rows;
}

const listNames = ({ restaurantId }: Scope) => sql`array(
  select list.name from modifier_list_items as entry
  join modifier_lists as list on list.restaurant_id = entry.restaurant_id and list.id = entry.modifier_list_id
    and list.deleted_at is null
  where entry.restaurant_id = ${restaurantId} and entry.item_id = totals.item_id order by list.name)`;
