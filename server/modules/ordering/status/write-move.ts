import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  isMenuChanged,
  stockMovesSql,
  type Shortage,
  type StockMoves,
  stockTakenSql,
} from '#server/modules/menu/inventory/move-stock.ts';
import { changeColumns } from '../order-columns.ts';
import type { StoredOrder } from '../queries.ts';

/**
 * Writes the last change of the order's history and its effects, with its event, in one statement. The order is locked
 * already; items and counter follow, in the same order as when placing.
 * @throws order.sold_out when stock is to be taken again and there is too little.
 */
export async function writeMove(tx: Tx, order: StoredOrder, stock: StockMoves): Promise<void> {
  const { restaurant_id: restaurantId, outlet_id: outletId, id } = order;
  const change = order.history.at(-1)!;
  const isStockTaken = [...stock.values()].some((portions) => portions > 0);
  const { rows } = await sql<{ shortage: Shortage | null }>`
    with ${stockMovesSql({ restaurantId, outletId }, stock)},
    moved as (
      update orders set
        status = ${order.status}, status_version = ${order.status_version}, status_changed_at = ${order.status_changed_at},
        cancel_reason = ${order.cancel_reason}, promised_at = ${order.promised_at},
        accepted_at = ${order.accepted_at}, ready_at = ${order.ready_at},
        stock_taken = case when ${isStockTaken} then ${stockTakenSql} else stock_taken end
      where restaurant_id = ${restaurantId} and id = ${id} and not exists (select from shortage)
      returning id, customer_id
    ),
    told_history as (
      insert into order_status_changes (${changeColumns})
      select ${changeColumns} from (
        select filled.* from moved,
          jsonb_populate_record(null::order_status_changes, ${JSON.stringify(change)}::jsonb) as filled
      ) as filled
    ),
    facts (position, type, order_id, customer_id, data) as (
      select 1, 'order.status_changed', id, customer_id, '{}'::jsonb from moved
      union all
      select 2, 'catalogue.changed', null, null, '{}' from moved where ${isMenuChanged}
    ),
    ${appendingFacts(restaurantId, change.changed_at)}
    select (select json_build_object('item', item, 'left', "left") from shortage limit 1) as shortage`.execute(tx);
  const { shortage } = rows[0]!;
  if (shortage !== null) throw new Refusal('order.sold_out', { ...shortage });
  wakeOnCommit(tx, restaurantId);
}
