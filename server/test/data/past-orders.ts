/** Past orders for tests, inserted directly: any number, for any day and any guest. */
import type { CustomerId, ItemId, ModifierListId, OrderId, OutletId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { wallTime } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { TestRestaurant } from './restaurant.ts';
import type { Mode } from '#contract/base/enumerations.ts';

export interface PastOrder {
  /** An instant, ISO 8601. */
  placedAt: string;
  customerId: CustomerId | null;
  name?: string;
  phone?: string;
  outletId?: OutletId;
  outletName?: string;
  timeZone?: string;
  number?: number;
  mode?: Mode;
  /** The table of a dine-in order. */
  table?: { name: string; area: string | null };
  payment?: 'cash' | 'card';
  status?: OrderStatus;
  platform?: string;
  /** In minor units. */
  total?: number;
  isTest?: boolean;
  /** In minor units; no VAT if left out. They determine the total. */
  amounts?: { subtotal: number; rateBp: number; isInclusive: boolean; tax: number; fee: number | null; tip?: number };
  chargeOptions?: 'once' | 'each';
  lines?: PastLine[];
  /** The reason of a cancelled order. */
  reason?: string;
  /** Instants, ISO 8601. */
  acceptedAt?: string;
  readyAt?: string;
  promisedAt?: string;
}

export interface PastLine {
  itemId: ItemId;
  name: string;
  quantity: number;
  /** In minor units, as all amounts here. */
  price: number;
  total: number;
  options: { itemId: ItemId; name: string; price: number }[];
}

/** @returns the ids, in the order of the list. */
export async function insertPastOrders(db: Db, made: TestRestaurant, orders: readonly PastOrder[]): Promise<OrderId[]> {
  const rows = orders.map((order, index) => {
    const { placedAt, mode = 'pickup', status = 'Completed', timeZone = 'Asia/Dubai' } = order;
    const amounts = order.amounts ?? amountsOf(order.total ?? 2625, mode === 'delivery' ? 500 : null);
    const { subtotal, rateBp, isInclusive, tax, fee, tip } = amounts;
    const at = new Date(placedAt);
    const isDelivery = mode === 'delivery';
    return {
      restaurant_id: made.id,
      id: newId<OrderId>(),
      order_number: order.number ?? index + 1,
      outlet_id: order.outletId ?? made.outletId,
      outlet_name: order.outletName ?? `Marina ${made.canary}`,
      outlet_time_zone: timeZone,
      customer_id: order.customerId,
      customer_name: order.name ?? 'Sara Khan',
      customer_phone: order.phone ?? '+971501234567',
      mode,
      payment_method: order.payment ?? 'cash',
      status,
      status_changed_at: at,
      cancel_reason: status === 'Cancelled' ? (order.reason ?? 'Too busy') : null,
      delivery_area_id: null,
      delivery_area_name: isDelivery ? `Harbour ${made.canary}` : null,
      address: null,
      table_name: order.table?.name ?? null,
      table_area: order.table?.area ?? null,
      platform: order.platform ?? 'OrderManager',
      currency: made.currency,
      charge_options: order.chargeOptions ?? ('once' as const),
      tax_rate_bp: rateBp,
      tax_inclusive: isInclusive,
      subtotal_minor: minorUnits(subtotal),
      tax_minor: minorUnits(tax),
      delivery_fee_minor: fee === null ? null : minorUnits(fee),
      tip_minor: tip === undefined ? null : minorUnits(tip),
      total_minor: minorUnits(subtotal + (isInclusive ? 0 : tax) + (fee ?? 0) + (tip ?? 0)),
      requested_for: null,
      preparation_minutes: 15,
      promised_at: order.promisedAt === undefined ? null : new Date(order.promisedAt),
      is_test: order.isTest ?? false,
      placed_at: at,
      placed_on: wallTime(at, timeZone).date,
      placed_hour: Math.floor(wallTime(at, timeZone).minuteOfDay / 60),
      accepted_at: order.acceptedAt === undefined ? null : new Date(order.acceptedAt),
      ready_at: order.readyAt === undefined ? null : new Date(order.readyAt),
    };
  });
  await platformTransaction(db, 'seed', async (tx) => {
    for (let start = 0; start < rows.length; start += 500) {
      await tx
        .insertInto('orders')
        .values(rows.slice(start, start + 500))
        .execute();
    }
    await insertLines(
      tx,
      made,
      orders.map(({ lines = [] }, index) => ({ id: rows[index]!.id, lines })),
    );
    await tx
      .updateTable('outlets')
      .set({ last_order_number: Math.max(0, ...rows.map((row) => row.order_number)) })
      .where('restaurant_id', '=', made.id)
      .execute();
  });
  return rows.map(({ id }) => id);
}

function amountsOf(total: number, fee: number | null): NonNullable<PastOrder['amounts']> {
  return { subtotal: total - (fee ?? 0), rateBp: 500, isInclusive: false, tax: 0, fee };
}

async function insertLines(tx: Tx, made: TestRestaurant, orders: readonly { id: OrderId; lines: PastLine[] }[]) {
  const listId = newId<ModifierListId>();
  const lines = orders.flatMap(({ id, lines }) =>
    lines.map((line, index) => ({
      restaurant_id: made.id,
      order_id: id,
      line_number: index + 1,
      item_id: line.itemId,
      name: line.name,
      quantity: line.quantity,
      unit_price_minor: minorUnits(line.price),
      total_minor: minorUnits(line.total),
    })),
  );
  const options = orders.flatMap(({ id, lines }) =>
    lines.flatMap((line, index) =>
      line.options.map((option, position) => ({
        restaurant_id: made.id,
        order_id: id,
        line_number: index + 1,
        position,
        modifier_list_id: listId,
        modifier_list_name: 'Extras',
        item_id: option.itemId,
        name: option.name,
        price_minor: minorUnits(option.price),
      })),
    ),
  );
  for (let start = 0; start < lines.length; start += 500) {
    await tx
      .insertInto('order_lines')
      .values(lines.slice(start, start + 500))
      .execute();
  }
  for (let start = 0; start < options.length; start += 500) {
    await tx
      .insertInto('order_line_options')
      .values(options.slice(start, start + 500))
      .execute();
  }
}
