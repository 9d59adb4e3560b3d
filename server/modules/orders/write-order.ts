import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/refusal.ts';
import {
  isMenuChanged,
  movingStock,
  type Shortage,
  type StockMoves,
  stockTaken,
} from '#server/modules/inventory/move-stock.ts';
import type { StoredOrder } from './queries.ts';

/** An order that has no number yet, nor anything from stock: both are given while it is written. */
export type UnwrittenOrder = Omit<StoredOrder, 'order_number' | 'stock_taken'>;

/**
 * Takes the stock, gives the order its number and writes it with its event, in one statement. Rows are
 * locked in the order items, outlet, restaurant's counter: the same for all, and the one that most orders want is held shortest.
 * @returns the order as it is stored.
 * @throws Refusal `order.sold_out` when there is too little stock by now.
 */
export async function writeOrder(tx: Tx, order: UnwrittenOrder, stock: StockMoves): Promise<StoredOrder> {
  const { lines, history, ...row } = order;
  const { restaurant_id: restaurantId, customer_id: customerId } = order;
  const { rows } = await sql<Written>`
    with ${movingStock(restaurantId, stock)},
    numbered as (
      update outlets set last_order_number = last_order_number + 1
      where restaurant_id = ${restaurantId} and id = ${order.outlet_id}
        and not exists (select from shortage)
      returning last_order_number as order_number
    ),
    placed as (
      insert into orders
      select filled.* from numbered, jsonb_populate_record(null::orders, ${JSON.stringify(row)}::jsonb || jsonb_build_object(
        'order_number', order_number,
        'stock_taken', ${stockTaken})) as filled
      returning order_number, stock_taken
    ),
    placed_lines as (
      insert into order_lines
      select filled.* from placed, jsonb_populate_recordset(null::order_lines, ${JSON.stringify(lines)}::jsonb) as filled
    ),
    placed_options as (
      insert into order_line_options
      select filled.* from placed, jsonb_populate_recordset(null::order_line_options,
        ${JSON.stringify(lines.flatMap(({ options }) => options))}::jsonb) as filled
    ),
    begun_history as (
      insert into order_status_changes
      select filled.* from placed,
        jsonb_populate_recordset(null::order_status_changes, ${JSON.stringify(history)}::jsonb) as filled
    ),
    facts (position, type, order_id, customer_id, data) as (
      select 1, 'order.placed', ${order.id}::uuid, ${customerId}::uuid, '{}'::jsonb from placed
      union all
      select 2, 'catalogue.changed', null, null, '{}' from placed where ${isMenuChanged}
    ),
    ${appendingFacts(restaurantId, order.placed_at)}
    select
      (select json_build_object('order_number', order_number, 'stock_taken', stock_taken) from placed) as given,
      (select json_build_object('item', item, 'left', "left") from shortage limit 1) as shortage,
      (select count(*) from told) as told`.execute(tx);
  const { given, shortage, told } = rows[0]!;
  if (shortage !== null) throw new Refusal('order.sold_out', { ...shortage });
  if (given === null || told === 0)
    throw new Error('The outlet of the order is gone, or the counter of its restaurant');
  wakeOnCommit(tx, restaurantId);
  return { ...order, ...given };
}

interface Written {
  given: Pick<StoredOrder, 'order_number' | 'stock_taken'> | null;
  shortage: Shortage | null;
  told: number;
}
