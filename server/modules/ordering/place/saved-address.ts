/** The door of an order that does not say it, from the addresses that its guest has saved (decision 84). */
import type { CustomerAddress } from '#contract/customers/customers.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { listAddresses } from '#server/modules/customers/addresses.ts';
import type { OrderingCustomer, Read } from './prepare-order.ts';

/**
 * The order of a client that knows no address, which the payload of the specification lacks: it goes to the address that the
 * guest last saved in the area. Without one the outlet has the area and the guest's number.
 */
export async function withSavedAddress(read: Read, customer: OrderingCustomer, order: NewOrder): Promise<NewOrder> {
  if (order.deliveryMode !== 'delivery' || order.address !== undefined) return order;
  const saved = await findSaved(read, customer, order);
  if (saved === undefined) return order;
  const { location, floor, instruction, nickName, position, postcode } = saved;
  const place = { position: order.position ?? position, postcode: order.postcode ?? postcode };
  return { ...order, ...place, address: { location, floor, instruction, nickName } };
}

/**
 * Places the order, once more where a zone needs its pin: a page from before zones sends an address without one, which the guest may have
 * saved with one. Only then are addresses read: other orders pay nothing for it.
 */
export async function orWithSavedPin<Placed>(
  read: Read,
  customer: OrderingCustomer,
  order: NewOrder,
  place: (order: NewOrder) => Promise<Placed>,
): Promise<Placed> {
  try {
    return await place(order);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'order.pin_needed') throw error;
    const door = await findSavedDoor(read, customer, order);
    if (door === null) throw error;
    return place({ ...order, ...door });
  }
}

/** The pin and the postcode of the address that the guest used last in the area; of the order's address, where it has one. */
export async function findSavedDoor(
  read: Read,
  customer: OrderingCustomer,
  basket: Pick<NewOrder, 'deliveryAreaId' | 'address'>,
): Promise<Pick<CustomerAddress, 'position' | 'postcode'> | null> {
  const { position, postcode } = (await findSaved(read, customer, basket)) ?? {};
  return position === undefined && postcode === undefined ? null : { position, postcode };
}

async function findSaved(
  read: Read,
  { restaurantId, customerId }: OrderingCustomer,
  { deliveryAreaId, address }: Pick<NewOrder, 'deliveryAreaId' | 'address'>,
): Promise<CustomerAddress | undefined> {
  const addresses = await read((tx) => listAddresses(tx, restaurantId, customerId));
  return addresses.find(
    (saved) =>
      saved.deliveryAreaId === deliveryAreaId &&
      (!address || (saved.location === address.location && saved.floor === address.floor)),
  );
}
