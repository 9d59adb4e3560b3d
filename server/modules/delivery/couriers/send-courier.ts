import type { CourierCompanyId, DeliveryId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { type Currency, fromMajor, type MinorUnits, toMajor } from '#contract/base/money.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { orderForWire } from '#server/modules/ordering/wire.ts';
import { lockedOrder, openDelivery, tellOfDelivery, withDelivery } from '../queries.ts';
import { drivesFor, isDeliverable } from '../take-order.ts';
import { refusingFailure } from './change-companies.ts';
import { type CompanyRow, openCompany, requireCompany } from './companies.ts';
import { enqueueCourier } from './courier-rows.ts';
import { findTrip } from './trip.ts';

type SendDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

interface Sending {
  orderId: OrderId;
  companyId: CourierCompanyId;
}

/** `fee` in major units of the order's currency; null where the company does not say, or says it in another one. */
interface AskedPrice {
  fee: number | null;
  minutes: number | null;
}

/**
 * Asks the company for its price, outside any transaction.
 * @throws the refusals of `requireSendable`, courier.not_here, courier.not_reached, courier.keys_refused.
 */
export async function quoteCourier(deps: SendDeps, restaurantId: RestaurantId, sending: Sending): Promise<AskedPrice> {
  const { db, config } = deps;
  const { order, company, trip } = await transaction(db, restaurantId, async (tx) => {
    const found = await findOrder(tx, restaurantId, sending.orderId);
    if (found === null) throw new Refusal('order.not_found');
    const row = await requireCompany(tx, restaurantId, sending.companyId);
    requireSendable(found, row);
    const way = await findTrip(tx, found);
    if (way === null) throw new Refusal('courier.no_address', { outlet: found.outlet_name });
    return { order: found, company: row, trip: way };
  });
  const failing = refusingFailure(company.name);
  const quote = await Promise.resolve()
    .then(() => openCompany(company, config).quote(trip))
    .catch(failing);
  if (!quote.isAvailable) throw new Refusal('courier.not_here', { name: company.name });
  const isOwnCurrency = quote.fee?.currency === order.currency;
  return {
    fee: isOwnCurrency ? toMajor(quote.fee!.amount, order.currency as Currency) : null,
    minutes: quote.minutes,
  };
}

/**
 * Gives an order to a company, at the price that the person has seen. The order is locked, so of two who send it one courier comes, and a
 * driver who takes it meanwhile has it. The company is asked by a job of this transaction.
 * @throws as `quoteCourier`, and courier.price_changed.
 */
export async function sendWithCourier(
  deps: SendDeps,
  restaurantId: RestaurantId,
  { fee: seenFee, ...sending }: Sending & { fee: number | null },
): Promise<Order> {
  const { db, clock } = deps;
  const sent = await transaction(db, restaurantId, async (tx) => {
    const order = await findOrder(tx, restaurantId, sending.orderId);
    return order !== null && openDelivery(order)?.company_id === sending.companyId ? order : null;
  });
  // The answer was lost, or somebody else was faster.
  if (sent !== null) return orderForWire(sent, 'merchant');
  const { fee, minutes } = await quoteCourier(deps, restaurantId, sending);
  return transaction(db, restaurantId, async (tx) => {
    const company = await requireCompany(tx, restaurantId, sending.companyId);
    const order = await lockedOrder(tx, restaurantId, sending.orderId);
    if (openDelivery(order)?.company_id === company.id) return orderForWire(order, 'merchant');
    requireSendable(order, company);
    if (fee !== seenFee) throw new Refusal('courier.price_changed', { name: company.name });
    const now = clock();
    const minor = fee === null ? null : fromMajor(fee, order.currency as Currency);
    const delivery = await insertCourier(tx, order, company, { fee: minor, minutes, now });
    await enqueueCourier(tx, restaurantId, delivery.id, { now });
    await tellOfDelivery(tx, order, now);
    return orderForWire(withDelivery(order, delivery), 'merchant');
  });
}

/** @throws delivery.taken, delivery.not_deliverable, courier.takes_no_money */
function requireSendable(order: StoredOrder, company: CompanyRow): void {
  const present = openDelivery(order);
  if (present !== null) throw new Refusal('delivery.taken', { name: present.driver_name });
  if (!isDeliverable(order) || !drivesFor(company.outlet_ids, order)) throw new Refusal('delivery.not_deliverable');
  if (order.payment_method !== 'online' && !company.takes_money) {
    throw new Refusal('courier.takes_no_money', { name: company.name });
  }
}

function insertCourier(
  tx: Tx,
  order: StoredOrder,
  company: CompanyRow,
  { fee, minutes, now }: { fee: MinorUnits | null; minutes: number | null; now: Date },
) {
  return tx
    .insertInto('deliveries')
    .values({
      restaurant_id: order.restaurant_id,
      id: newId<DeliveryId>(),
      order_id: order.id,
      outlet_id: order.outlet_id,
      driver_id: null,
      driver_name: company.name,
      // Couriers have the proof of their company.
      code: '',
      taken_at: now,
      company_id: company.id,
      courier_state: 'asked',
      courier_fee_minor: fee,
      courier_minutes: minutes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
