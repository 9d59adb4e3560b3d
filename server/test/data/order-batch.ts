import type { CustomerId, OrderId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { rowsText } from '#server/db/rows-text.ts';
import { transaction } from '#server/db/transaction.ts';
import { batchColumns } from '#server/modules/ordering/place/write-batch.ts';
import type { TestRestaurant } from './restaurant.ts';

/** Columns that a row does not have are null. */
type RowOf<Type extends keyof typeof batchColumns> = Partial<Record<(typeof batchColumns)[Type][number], unknown>>;

export interface BatchParts {
  entries: readonly RowOf<'order_entry'>[];
  orders: readonly RowOf<'order_row'>[];
  lines: readonly RowOf<'order_line_row'>[];
  options: readonly RowOf<'order_option_row'>[];
  changes: readonly RowOf<'order_change_row'>[];
}

/** The parameters of `batchStatements` after the restaurants. */
export function batchParameters({ entries, orders, lines, options, changes }: BatchParts): string[] {
  return [
    textOf('order_entry', entries),
    textOf('order_row', orders),
    textOf('order_line_row', lines),
    textOf('order_option_row', options),
    textOf('order_change_row', changes),
  ];
}

function textOf<Type extends keyof typeof batchColumns>(type: Type, rows: readonly RowOf<Type>[]): string {
  return rowsText<Partial<Record<string, unknown>>>(rows, batchColumns[type]);
}

/** An order of a burger with an option for each guest, as the writer hands them over. */
export async function orderBatch(db: Db, ...guests: readonly { made: TestRestaurant; customerId: CustomerId }[]) {
  const batch = await Promise.all(guests.map((guest, n) => orderParts(db, guest, n)));
  return {
    entries: batch.map(({ entry }) => entry),
    orders: batch.map(({ order }) => order),
    lines: batch.map(({ line }) => line),
    options: batch.map(({ option }) => option),
    changes: batch.map(({ change }) => change),
  };
}

async function orderParts(db: Db, { made, customerId }: { made: TestRestaurant; customerId: CustomerId }, n: number) {
  const at = new Date();
  const { version } = await transaction(db, made.id, (tx) =>
    tx.selectFrom('restaurants').select('menu_version as version').where('id', '=', made.id).executeTakeFirstOrThrow(),
  );
  const id = newId<OrderId>();
  const entry = {
    n,
    restaurant_id: made.id,
    customer_id: customerId,
    outlet_id: made.outletId,
    id,
    mode: 'pickup',
    placed_at: at,
    menu_version: version,
    key: null,
    hash: Buffer.alloc(0),
    stock: {},
  };
  const order = {
    id,
    outlet_name: 'Here',
    outlet_time_zone: 'UTC',
    is_test: false,
    payment_method: 'cash',
    platform: 'OrderManager',
    special_instruction: '',
    currency: 'AED',
    charge_options: 'once',
    tax_rate_bp: 0,
    tax_inclusive: false,
    subtotal_minor: 0,
    tax_minor: 0,
    total_minor: 0,
    placed_on: '2026-11-23',
    placed_hour: 1,
    preparation_minutes: 1,
    travel_minutes: 0,
    status: 'New',
    status_changed_at: at,
    status_version: 1,
    bumps: 0,
  };
  const line = {
    order_id: id,
    line_number: 1,
    item_id: made.items.burger,
    name: 'Burger',
    name_translations: {},
    quantity: 1,
    unit_price_minor: 0,
    total_minor: 0,
    note: '',
    guest_name: '',
  };
  const option = {
    order_id: id,
    line_number: 1,
    position: 0,
    modifier_list_id: made.items.burger,
    modifier_list_name: 'Size',
    item_id: made.modifiers.regular,
    name: 'Regular',
    name_translations: {},
    price_minor: 0,
  };
  const change = {
    order_id: id,
    version: 1,
    to_status: 'New',
    is_undo: false,
    actor_kind: 'customer',
    changed_at: at,
  };
  return { entry, order, line, option, change };
}
