import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { transaction } from '#server/db/transaction.ts';
import { listAddresses } from '#server/modules/customers/addresses.ts';
import { findCustomer } from '#server/modules/customers/queries.ts';
import { getConsent } from '#server/modules/customers/guest-list/consent.ts';
import { listNotes } from '#server/modules/customers/guest-list/notes.ts';
import { customerOnWire } from '#server/modules/customers/wire.ts';
import { readUnlessLost } from '#server/modules/restaurants/pictures/picture-files.ts';
import { findProblemPhoto } from '#server/modules/ordering/problems/queries.ts';
import { listOrderIdsOf, listOrdersById, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { listStampsOf } from '#server/modules/ordering/stamps/stamp-card.ts';
import { orderForWire } from '#server/modules/ordering/wire.ts';

const ordersPerRead = 100;

/**
 * `{ "customer": ..., "addresses": [...], "consent": ..., "notes": [...], "stamps": [...], "orders": [...], "problemPhotos": [...],
 * "missingProblemPhotos": [...] }`, newest first; orders and photos are read while the file is sent. The last are the ids of orders whose photo
 * the bucket has no longer.
 */
export async function* streamCustomerData(
  { db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  restaurantId: RestaurantId,
  customerId: CustomerId,
): AsyncGenerator<string> {
  const { customer, addresses, consent, notes, stamps, ids } = await transaction(
    db,
    restaurantId,
    async (tx) => ({
      customer: await findCustomer(tx, restaurantId, customerId),
      addresses: await listAddresses(tx, restaurantId, customerId),
      consent: await getConsent(tx, restaurantId, customerId),
      // Without the people who wrote them: they are no data of the guest.
      notes: (await listNotes(tx, restaurantId, customerId)).map(({ kind, text, created_at }) => ({
        kind,
        text,
        createdAt: created_at,
      })),
      stamps: await listStampsOf(tx, restaurantId, customerId),
      ids: await listOrderIdsOf(tx, restaurantId, customerId),
    }),
    { readOnly: true },
  );
  yield `{"customer":${JSON.stringify(customer && { ...customerOnWire(customer), createdAt: customer.created_at })},"addresses":${JSON.stringify(addresses)},"consent":${JSON.stringify(consent)},"notes":${JSON.stringify(notes)},"stamps":${JSON.stringify(stamps)},"orders":[`;
  const withPhoto: OrderId[] = [];
  for (let start = 0; start < ids.length; start += ordersPerRead) {
    const orders = await readOrders(db, restaurantId, ids.slice(start, start + ordersPerRead));
    withPhoto.push(...orders.flatMap(({ id, problem }) => (problem?.has_photo ? [id] : [])));
    const texts = orders.map((order) => JSON.stringify(orderForWire(order, 'customer')));
    yield `${start === 0 ? '' : ','}${texts.join(',')}`;
  }
  yield '],"problemPhotos":[';
  let isFirst = true;
  const missing: OrderId[] = [];
  for (const orderId of withPhoto) {
    const photo = await transaction(db, restaurantId, (tx) => findProblemPhoto(tx, restaurantId, orderId, customerId));
    if (photo === null) continue;
    const { contentType } = photo;
    const bytes = await readUnlessLost({ config, log }, restaurantId, photo);
    if (bytes === null) {
      missing.push(orderId);
      continue;
    }
    yield `${isFirst ? '' : ','}${JSON.stringify({ orderId, contentType, base64: bytes.toString('base64') })}`;
    isFirst = false;
  }
  yield `],"missingProblemPhotos":${JSON.stringify(missing)}}`;
}

function readOrders(db: Db, restaurantId: RestaurantId, ids: readonly OrderId[]): Promise<StoredOrder[]> {
  return transaction(db, restaurantId, (tx) => listOrdersById(tx, restaurantId, ids), { readOnly: true });
}
