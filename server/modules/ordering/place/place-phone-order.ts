import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { CustomerAddress } from '#contract/customers/customers.ts';
import type { Order, Quote } from '#contract/ordering/orders.ts';
import type { PhoneOrder, PhoneQuote } from '#contract/ordering/phone-orders.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { listAddressesFor } from '#server/modules/customers/addresses.ts';
import { findCustomer, findCustomerByPhone } from '#server/modules/customers/queries.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { getCountry } from '#server/modules/restaurants/queries.ts';
import type { MovingPerson } from '../status/change-order-status.ts';
import { type QuoteDeps, quoteOrder } from '../quote/quote-order.ts';
import { getOrder } from '../get-order.ts';
import { orderForWire } from '../wire.ts';
import { GuestExists } from './new-guest.ts';
import { type OrderDeps, placeOrder } from './place-order.ts';

interface PhoneGuest {
  phone: string;
  guest: { customerId: CustomerId; name: string; addresses: CustomerAddress[] } | null;
}

/**
 * The guest of a number, whichever outlet they ordered from, so that nobody makes a second one; with the addresses that the person may see.
 * @throws auth.invalid_phone
 */
export function findPhoneGuest(
  { db }: Pick<Deps, 'db'>,
  caller: MerchantCaller,
  spelling: string,
): Promise<PhoneGuest> {
  const { restaurantId } = caller;
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      const phone = await readPhone(tx, restaurantId, spelling);
      const customer = await findCustomerByPhone(tx, restaurantId, phone);
      if (customer === null) return { phone, guest: null };
      const { id: customerId, name } = customer;
      return { phone, guest: { customerId, name, addresses: await listAddressesFor(tx, caller, customerId) } };
    },
    { readOnly: true },
  );
}

/**
 * Prices a basket with the offers of a guest that `findPhoneGuest` named; null: nothing is known of them yet.
 * @throws request.not_found for the id of no guest of this restaurant; as `quoteOrder`.
 */
export async function quotePhoneOrder(
  deps: QuoteDeps,
  restaurantId: RestaurantId,
  { customerId, ...basket }: PhoneQuote,
  clientAddress: string,
): Promise<Quote> {
  const guest = customerId
    ? await transaction(deps.db, restaurantId, (tx) => findCustomer(tx, restaurantId, customerId), { readOnly: true })
    : null;
  if (customerId && guest === null) throw new Refusal('request.not_found');
  const customer = guest && { restaurantId, customerId: guest.id };
  const { quote } = await quoteOrder(deps, restaurantId, basket, { customer, clientAddress });
  return quote;
}

/**
 * Places an order for a guest on the telephone, by the rules of the guest's own orders. Repeated with its key it is one order,
 * also when the number was corrected: then the first one is for somebody else, and is not made again.
 * @throws auth.invalid_phone, and as `placeOrder`.
 */
export async function placePhoneOrder(
  deps: OrderDeps,
  person: MovingPerson,
  { phone, name, ...order }: PhoneOrder,
  idempotencyKey: string | null,
): Promise<Order> {
  const { restaurantId } = person;
  const placeOnce = async () => {
    const { guest, number } = await transaction(
      deps.db,
      restaurantId,
      async (tx) => {
        const number = await readPhone(tx, restaurantId, phone);
        return { guest: await findCustomerByPhone(tx, restaurantId, number), number };
      },
      { readOnly: true },
    );
    const newGuest = guest === null ? { phone: number, name } : undefined;
    const customerId = guest?.id ?? newId<CustomerId>();
    return placeOrder(deps, { restaurantId, customerId, enteredBy: person, newGuest }, order, idempotencyKey);
  };
  const placed = await placeOnce().catch((error: unknown) => {
    if (error instanceof GuestExists) return placeOnce();
    throw error;
  });
  return orderForWire(await getOrder(deps.db, restaurantId, placed._id, null), 'merchant');
}

async function readPhone(tx: Tx, restaurantId: RestaurantId, spelling: string): Promise<string> {
  const number = findPhoneNumber(spelling, await getCountry(tx, restaurantId));
  if (number === null) {
    throw new Refusal('auth.invalid_phone', undefined, { phone: fieldProblem('phone_invalid') });
  }
  return number.e164;
}
