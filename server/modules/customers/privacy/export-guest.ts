import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { listAddresses } from '#server/modules/customers/addresses.ts';
import { findCustomer } from '#server/modules/customers/queries.ts';
import { getConsent } from '#server/modules/customers/guest-list/consent.ts';
import { listNotes } from '#server/modules/customers/guest-list/notes.ts';
import { customerOnWire } from '#server/modules/customers/wire.ts';
import { findDeliveryPhoto } from '#server/modules/delivery/queries.ts';
import type { Photo } from '#server/modules/restaurants/pictures/picture.ts';
import { readUnlessLost, type StoredBytes } from '#server/modules/restaurants/pictures/picture-files.ts';
import { findProblemPhoto } from '#server/modules/ordering/problems/queries.ts';
import {
  listOrderIdsOf,
  listOrdersById,
  type StoredDelivery,
  type StoredOrder,
} from '#server/modules/ordering/queries.ts';
import { listStampsOf } from '#server/modules/ordering/stamps/stamp-card.ts';
import { orderForWire } from '#server/modules/ordering/wire.ts';

const ordersPerRead = 100;

/**
 * `{ "customer": ..., "addresses": [...], "consent": ..., "notes": [...], "stamps": [...], "orders": [...], "problemPhotos": [...],
 * "missingProblemPhotos": [...], "deliveries": [...], "deliveryPhotos": [...], "missingDeliveryPhotos": [...] }`, newest first; orders and
 * photos are read while the file is sent. The missing ones are the ids of orders whose photo the bucket has no longer.
 */
export async function* streamCustomerData(
  deps: Pick<Deps, 'db' | 'config' | 'log'>,
  restaurantId: RestaurantId,
  customerId: CustomerId,
): AsyncGenerator<string> {
  const { db } = deps;
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
  const problemPhotos: PhotoToRead[] = [];
  const deliveries: ReturnType<typeof deliveryForGuest>[] = [];
  const deliveryPhotos: PhotoToRead[] = [];
  for (let start = 0; start < ids.length; start += ordersPerRead) {
    const orders = await readOrders(db, restaurantId, ids.slice(start, start + ordersPerRead));
    for (const { id: orderId, problem, deliveries: all = [] } of orders) {
      if (problem?.has_photo)
        problemPhotos.push({ orderId, find: (tx) => findProblemPhoto(tx, restaurantId, orderId, customerId) });
      deliveries.push(...all.map(deliveryForGuest));
      for (const { id, has_photo } of all)
        if (has_photo) deliveryPhotos.push({ orderId, find: (tx) => findDeliveryPhoto(tx, restaurantId, id) });
    }
    const texts = orders.map((order) => JSON.stringify(orderForWire(order, 'customer')));
    yield `${start === 0 ? '' : ','}${texts.join(',')}`;
  }
  yield '],"problemPhotos":[';
  const missingOfProblems = yield* streamPhotos(deps, restaurantId, problemPhotos);
  yield `],"missingProblemPhotos":${JSON.stringify(missingOfProblems)}`;
  yield `,"deliveries":${JSON.stringify(deliveries)},"deliveryPhotos":[`;
  const missingOfDeliveries = yield* streamPhotos(deps, restaurantId, deliveryPhotos);
  yield `],"missingDeliveryPhotos":${JSON.stringify(missingOfDeliveries)}}`;
}

interface PhotoToRead {
  orderId: OrderId;
  find: (tx: Tx) => Promise<(StoredBytes & Pick<Photo, 'contentType'>) | null>;
}

/** The entries of a list. @returns the orders whose photo is lost. */
async function* streamPhotos(
  { db, config, log }: Pick<Deps, 'db' | 'config' | 'log'>,
  restaurantId: RestaurantId,
  photos: readonly PhotoToRead[],
): AsyncGenerator<string, OrderId[]> {
  let isFirst = true;
  const missing: OrderId[] = [];
  for (const { orderId, find } of photos) {
    const photo = await transaction(db, restaurantId, find);
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
  return missing;
}

/** Without drivers and couriers: they are no data of the guest. */
function deliveryForGuest(delivery: StoredDelivery) {
  const { order_id: orderId, outcome, reason, proof, proof_name: proofName, tracking_url: trackingUrl } = delivery;
  const { taken_at: takenAt, left_at: leftAt, ended_at: endedAt } = delivery;
  return { orderId, outcome, reason, proof, proofName, trackingUrl, takenAt, leftAt, endedAt };
}

function readOrders(db: Db, restaurantId: RestaurantId, ids: readonly OrderId[]): Promise<StoredOrder[]> {
  return transaction(db, restaurantId, (tx) => listOrdersById(tx, restaurantId, ids), { readOnly: true });
}
