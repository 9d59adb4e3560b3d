import type { Db } from '#server/db/connect.ts';
import { rowsText } from '#server/db/rows-text.ts';
import { runStatement } from '#server/db/transaction.ts';
import type { StockMoves } from '#server/modules/menu/inventory/move-stock.ts';
import type { StoredChange, StoredLine, StoredOption } from '../queries.ts';
import type { OrderKey } from './idempotency-keys.ts';
import type { OpenOrdersMax } from './open-orders.ts';
import type { UnwrittenOrder, WriteTimeFacts } from './write-order.ts';

/** An order that nothing is known to stand against. */
export interface ReadyOrder {
  key: OrderKey;
  order: UnwrittenOrder;
  stock: StockMoves;
  menuVersion: number;
  /** Null counts nothing. */
  limit: OpenOrdersMax | null;
}

/** A row of the answer; `n` is the place in the batch. */
export interface BatchAnswer {
  n: number;
  outcome: 'written' | 'stale' | 'busy' | 'alone';
  given: WriteTimeFacts | null;
}

/**
 * Writes what can be written of the batch, in one statement and one commit. A batch of one is written by a function of its own, which costs
 * less to begin and follows the same rules. Like any batch it refuses nothing: orders that go alone are `writeOrder`'s.
 * @throws DatabaseUnavailable
 */
export function writeBatch(db: Db, batch: readonly ReadyOrder[]): Promise<BatchAnswer[]> {
  const orders = batch.map(({ order }) => order);
  const lines = orders.flatMap((order) => order.lines);
  return runStatement<BatchAnswer>(
    db,
    batch.length === 1 ? batchStatements.writeSingleOrder : batchStatements.writeOrders,
    [
      [...new Set(orders.map((order) => order.restaurant_id))],
      rowsText(batch.map(toEntry), batchColumns.order_entry),
      rowsText(orders, batchColumns.order_row),
      rowsText(lines, batchColumns.order_line_row),
      rowsText(
        lines.flatMap(({ options }) => options),
        batchColumns.order_option_row,
      ),
      rowsText(
        orders.flatMap(({ history }) => history),
        batchColumns.order_change_row,
      ),
    ],
  );
}

const parameters =
  '$1::uuid[], $2::order_entry[], $3::order_row[], $4::order_line_row[], $5::order_option_row[], $6::order_change_row[]';
/** Both statements answer a row for each entry; `writeSingleOrder` takes a batch of one alone. */
export const batchStatements = {
  writeOrders: `select n, outcome, given from write_orders(${parameters})`,
  writeSingleOrder: `select n, outcome, given from write_single_order(${parameters})`,
};

function toEntry({ key, order, stock, menuVersion, limit }: ReadyOrder, n: number) {
  return {
    n,
    restaurant_id: order.restaurant_id,
    customer_id: order.customer_id,
    outlet_id: order.outlet_id,
    id: order.id,
    mode: order.mode,
    placed_at: order.placed_at,
    menu_version: menuVersion,
    key: key.key,
    hash: key.requestHash,
    stock: Object.fromEntries(stock),
    most_waiting: limit?.waiting,
    most_of_day: limit?.ofDay,
  };
}

/**
 * The types of the database that both functions take, with their columns in their sequence: rows are sent by position. `hash` is
 * bytes, where the functions of before take hexadecimal digits.
 */
export const batchColumns = {
  order_entry: [
    'n',
    'restaurant_id',
    'customer_id',
    'outlet_id',
    'id',
    'mode',
    'placed_at',
    'menu_version',
    'key',
    'hash',
    'stock',
    'most_waiting',
    'most_of_day',
  ],
  order_row: [
    'id',
    'is_test',
    'outlet_name',
    'outlet_time_zone',
    'payment_method',
    'platform',
    'delivery_area_id',
    'delivery_area_name',
    'address',
    'table_id',
    'table_name',
    'table_area',
    'special_instruction',
    'currency',
    'charge_options',
    'tax_rate_bp',
    'tax_inclusive',
    'subtotal_minor',
    'tax_minor',
    'delivery_fee_minor',
    'total_minor',
    'placed_on',
    'placed_hour',
    'requested_for',
    'fires_at',
    'fired_at',
    'preparation_minutes',
    'promised_at',
    'accept_by',
    'status',
    'status_changed_at',
    'status_version',
    'cancel_reason',
    'accepted_at',
    'ready_at',
    'bumps',
    'escalation',
    'seen_by',
    'seen_at',
    'printed_at',
    'travel_minutes',
    'language',
    'tip_minor',
  ],
  order_line_row: [
    'order_id',
    'line_number',
    'item_id',
    'name',
    'name_translations',
    'quantity',
    'unit_price_minor',
    'total_minor',
    'note',
    'guest_name',
    'made_at',
    'recalled_at',
    'allergens',
    'diets',
  ],
  order_option_row: [
    'order_id',
    'line_number',
    'position',
    'modifier_list_id',
    'modifier_list_name',
    'item_id',
    'name',
    'name_translations',
    'price_minor',
    'allergens',
    'diets',
    'is_half',
    'depth',
  ],
  order_change_row: [
    'order_id',
    'version',
    'from_status',
    'to_status',
    'reason',
    'is_undo',
    'actor_kind',
    'actor_id',
    'changed_at',
  ],
} as const satisfies {
  order_entry: (keyof ReturnType<typeof toEntry>)[];
  order_row: (keyof UnwrittenOrder)[];
  order_line_row: (keyof StoredLine)[];
  order_option_row: (keyof StoredOption)[];
  order_change_row: (keyof StoredChange)[];
};
