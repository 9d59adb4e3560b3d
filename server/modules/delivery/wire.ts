import type { Driver } from '#contract/delivery/drivers.ts';
import { driverLimits } from '#contract/delivery/drivers.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import type { DriverRow } from './queries.ts';

export function driverForWire(row: DriverRow): Driver {
  return {
    _id: row.id,
    name: row.name,
    phone: row.phone,
    outletIds: row.outlet_ids,
    isCodeLocked: row.code_tries >= driverLimits.codeTries,
    lastSeenAt: row.last_seen_at?.toISOString() ?? null,
    orders: row.orders.map((order) => ({
      _id: order.order_id,
      orderName: orderName(order),
      takenAt: order.taken_at.toISOString(),
      leftAt: order.left_at?.toISOString() ?? null,
    })),
  };
}

/** Without their phones where support reads them. */
export function driversForWire(rows: readonly DriverRow[], isForSupport: boolean): Driver[] {
  return rows.map((row) => ({ ...driverForWire(row), ...(isForSupport && { phone: '' }) }));
}
