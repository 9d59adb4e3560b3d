import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { CustomerAddress } from '#contract/customers/customers.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { PhoneOrder } from '#contract/ordering/phone-orders.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { listAddresses } from '#server/modules/customers/addresses.ts';
import { findCustomerByPhone, insertCustomer } from '#server/modules/customers/queries.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { getCountry } from '#server/modules/restaurants/queries.ts';
import type { MovingPerson } from '../status/change-order-status.ts';
import { getOrder } from '../get-order.ts';
import { orderForWire } from '../wire.ts';
import { type OrderDeps, placeOrder } from './place-order.ts';

interface PhoneGuest {
  phone: string;
  guest: { customerId: CustomerId; name: string; addresses: CustomerAddress[] } | null;
}

/** @throws auth.invalid_phone */
export function findPhoneGuest(
  { db }: Pick<Deps, 'db'>,
  restaurantId: RestaurantId,
  spelling: string,
): Promise<PhoneGuest> {
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const phone = await readPhone(tx, restaurantId, spelling);
      const customer = await findCustomerByPhone(tx, restaurantId, phone);
      if (customer === null) return { phone, guest: null };
      const { id: customerId, name } = customer;
      return { phone, guest: { customerId, name, addresses: await listAddresses(tx, restaurantId, customerId) } };
    },
    { readOnly: true },
  );
}

/**
 * Places an order for a guest on the telephone, by the rules of the guest's own orders. Repeated with its key it is one order.
 * @throws auth.invalid_phone, and as `placeOrder`.
 */
export async function placePhoneOrder(
  deps: OrderDeps,
  person: MovingPerson,
  { phone, name, ...order }: PhoneOrder,
  idempotencyKey: string | null,
): Promise<Order> {
  const { restaurantId } = person;
  const customerId = await transaction(deps.db, restaurantId, (tx) =>
    findOrMakeGuest(tx, restaurantId, { phone, name }, deps.clock()),
  );
  const placed = await placeOrder(deps, { restaurantId, customerId, enteredBy: person }, order, idempotencyKey);
  return orderForWire(await getOrder(deps.db, restaurantId, placed._id, null), 'merchant');
}

async function findOrMakeGuest(
  tx: Tx,
  restaurantId: RestaurantId,
  { phone: spelling, name }: { phone: string; name: string },
  now: Date,
): Promise<CustomerId> {
  const phone = await readPhone(tx, restaurantId, spelling);
  const known = await findCustomerByPhone(tx, restaurantId, phone);
  if (known !== null) return known.id;
  const made = await insertCustomer(tx, { restaurantId, phone, name, email: '' }, now);
  // Somebody else has made the guest of this number meanwhile.
  const guest = made ?? (await findCustomerByPhone(tx, restaurantId, phone));
  if (guest === null) throw new Refusal('auth.required');
  return guest.id;
}

async function readPhone(tx: Tx, restaurantId: RestaurantId, spelling: string): Promise<string> {
  const number = findPhoneNumber(spelling, await getCountry(tx, restaurantId));
  if (number === null) {
    throw new Refusal('auth.invalid_phone', undefined, { phone: fieldProblem('phone_invalid') });
  }
  return number.e164;
}
