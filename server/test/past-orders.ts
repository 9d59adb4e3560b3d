/** Orders of the past for tests, inserted directly: as many as a test wants, of any day, and of whoever it says. */
import type { CustomerId, OrderId, OutletId } from '#contract/ids.ts';
import { minorUnits } from '#contract/money.ts';
import type { OrderStatus } from '#contract/rules/order-status.ts';
import { wallTime } from '#contract/time.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import type { Mode } from '#server/db/schema.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { TestRestaurant } from './restaurant.ts';

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
  payment?: 'cash' | 'card';
  status?: OrderStatus;
  platform?: string;
  /** In minor units. */
  total?: number;
  isTest?: boolean;
}

/** @returns the ids, in the order of the list. */
export async function insertPastOrders(db: Db, made: TestRestaurant, orders: readonly PastOrder[]): Promise<OrderId[]> {
  const rows = orders.map((order, index) => {
    const { placedAt, mode = 'pickup', status = 'Completed', total = 2625, timeZone = 'Asia/Dubai' } = order;
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
      cancel_reason: status === 'Cancelled' ? 'Too busy' : null,
      delivery_area_id: null,
      delivery_area_name: isDelivery ? `Harbour ${made.canary}` : null,
      address: null,
      table_name: null,
      platform: order.platform ?? 'OrderManager',
      currency: made.currency,
      charge_options: 'once' as const,
      tax_rate_bp: 500,
      tax_inclusive: false,
      subtotal_minor: minorUnits(total - (isDelivery ? 500 : 0)),
      tax_minor: minorUnits(0),
      delivery_fee_minor: isDelivery ? minorUnits(500) : null,
      total_minor: minorUnits(total),
      requested_for: null,
      preparation_minutes: 15,
      promised_at: null,
      is_test: order.isTest ?? false,
      placed_at: at,
      placed_on: wallTime(at, timeZone).date,
    };
  });
  await platformTransaction(db, 'seed', async (tx) => {
    for (let start = 0; start < rows.length; start += 500) {
      await tx
        .insertInto('orders')
        .values(rows.slice(start, start + 500))
        .execute();
    }
    await tx
      .updateTable('outlets')
      .set({ last_order_number: Math.max(0, ...rows.map((row) => row.order_number)) })
      .where('restaurant_id', '=', made.id)
      .execute();
  });
  return rows.map(({ id }) => id);
}
