import { sql } from 'kysely';
import type { ItemId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { isInScope, type Scope } from './scope.ts';

export interface SoldItem {
  id: ItemId;
  name: string;
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
  const [items, options] = await Promise.all([sumLines(tx, scope), sumOptions(tx, scope)]);
  const subtotal = items.reduce((sum, { total }) => addMoney(sum, total), ZERO);
  return { subtotal, items, options };
}

async function sumLines(tx: Tx, scope: Scope): Promise<SoldItem[]> {
  const { rows } = await sql<SoldItem>`
    with sold as (
      select line.item_id, line.order_id, max(line.name) as name, sum(line.quantity) as quantity, sum(line.total_minor) as total
      from orders as o join order_lines as line on line.restaurant_id = o.restaurant_id and line.order_id = o.id
      where ${isInScope(scope)} and o.status <> 'Cancelled' group by line.item_id, line.order_id
    )
    ${summedUp(scope)}`.execute(tx);
  return rows;
}

async function sumOptions(tx: Tx, scope: Scope): Promise<SoldItem[]> {
  const { rows } = await sql<SoldItem>`
    with sold as (
      select option.item_id, option.order_id, max(option.name) as name, sum(line.quantity) as quantity,
        sum(option.price_minor * case o.charge_options when 'each' then line.quantity else 1 end) as total
      from orders as o
      join order_line_options as option on option.restaurant_id = o.restaurant_id and option.order_id = o.id
      join order_lines as line on line.restaurant_id = o.restaurant_id and line.order_id = o.id
        and line.line_number = option.line_number
      where ${isInScope(scope)} and o.status <> 'Cancelled' group by option.item_id, option.order_id
    )
    ${summedUp(scope)}`.execute(tx);
  return rows;
}

/** Grouped under present names; a deleted item has the name it was sold by. */
function summedUp({ restaurantId }: Scope) {
  return sql`
    select totals.item_id as id, coalesce(items.name, totals.name) as name, totals.quantity, totals.orders,
      totals.total
    from (
      select item_id, max(name) as name, sum(quantity)::int as quantity, count(*)::int as orders, sum(total)::bigint as total
      from sold group by item_id
    ) as totals
    left join items on items.restaurant_id = ${restaurantId} and items.id = totals.item_id
    order by totals.total desc, totals.quantity desc, 2`;
}
