import type { CourierCompanyId, DeliveryId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import type { StoredDelivery } from '#server/modules/ordering/queries.ts';

/** The states in which a company does nothing more. */
const finalStates = ['delivered', 'cancelled', 'failed'] as const;

export function isFinal(state: string | null): boolean {
  return finalStates.some((one) => one === state);
}

/** Milliseconds for which a delivery is followed. */
export const followedMs = DAY;

/** A delivery of a courier, with the order that it is of; null for one that is not a courier's. */
export async function findCourierRow(
  tx: Tx,
  restaurantId: RestaurantId,
  id: DeliveryId,
): Promise<{ orderId: OrderId; companyId: CourierCompanyId; state: string; takenAt: Date } | null> {
  const row = await tx
    .selectFrom('deliveries')
    .select(['order_id', 'company_id', 'courier_state', 'taken_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row?.company_id || row.courier_state === null) return null;
  return { orderId: row.order_id, companyId: row.company_id, state: row.courier_state, takenAt: row.taken_at };
}

/** Orders that couriers of the company have, or that it has not cancelled yet. */
export async function countOpen(tx: Tx, restaurantId: RestaurantId, id: CourierCompanyId, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('company_id', '=', id)
    .where('courier_state', 'not in', finalStates)
    .where('taken_at', '>', new Date(now.getTime() - followedMs))
    .executeTakeFirstOrThrow();
  return count;
}

/** The words of a company, as a row keeps them. */
type CourierFacts = Pick<
  StoredDelivery,
  'courier_state' | 'courier_name' | 'courier_phone' | 'tracking_url' | 'courier_problem' | 'is_ready_told' | 'left_at'
>;

/** @returns the delivery as it is then. */
export async function writeCourier(
  tx: Tx,
  delivery: StoredDelivery,
  facts: Partial<CourierFacts>,
): Promise<StoredDelivery> {
  const changed = { ...facts, changes: delivery.changes + 1 };
  await tx
    .updateTable('deliveries')
    .set(changed)
    .where('restaurant_id', '=', delivery.restaurant_id)
    .where('id', '=', delivery.id)
    .execute();
  return { ...delivery, ...changed };
}

interface CourierJob {
  delayMs?: number;
  isOnce?: boolean;
  key?: string;
  lastTellingOf?: string;
  now: Date;
}

/**
 * Has the company looked at, in the transaction of the change. `isOnce`: beside the job that follows the delivery until the company has
 * done with it; `key` is equal for equal reasons. `lastTellingOf`: as `settleCourier` takes it.
 */
export async function enqueueCourier(
  tx: Tx,
  restaurantId: RestaurantId,
  deliveryId: DeliveryId,
  { delayMs = 0, isOnce = false, key, lastTellingOf, now }: CourierJob,
): Promise<void> {
  const payload = { deliveryId, ...(isOnce && { isOnce }), ...(lastTellingOf !== undefined && { lastTellingOf }) };
  const job = { restaurantId, queue: 'courier', payload, delayMs, usefulForMs: followedMs } as const;
  await enqueue(tx, key === undefined ? job : { ...job, key }, now);
}
