import type { DriverId, OrderId, UserId } from '#contract/base/ids.ts';
import type { DeliveryProof } from '#contract/delivery/proofs.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { DriverCaller } from '#server/http/requests/caller.ts';
import { getOrder } from '#server/modules/ordering/get-order.ts';
import { actorOf, moveOrder } from '#server/modules/ordering/status/change-order-status.ts';
import type { StoredDelivery, StoredOrder } from '#server/modules/ordering/queries.ts';
import { asciiDigits } from '#server/modules/outbound/phone.ts';
import {
  makeOptionalPhoto,
  type Photo,
  withPhotoAgain,
  withSentPhoto,
} from '#server/modules/restaurants/pictures/picture.ts';
import { isLost, placeOf, settleFile, type StoredBytes } from '#server/modules/restaurants/pictures/picture-files.ts';
import { endDelivery, lockedOrder, openDelivery, tellOfDelivery, withDelivery } from './queries.ts';
import { guestCodeTries } from './read-run.ts';

type DeliveryDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

interface GivenProof {
  code?: string | undefined;
  name?: string | undefined;
  photo?: { bytes: Buffer } | undefined;
}

/**
 * Completes an order that the driver hands over, by the same move as the staff's. Handed over again by the same driver, nothing changes:
 * the answer was lost. A photo is decoded and sent to its bucket once nothing is known that would refuse it.
 * @throws delivery.not_yours, delivery.not_ready, delivery.wrong_guest_code, delivery.guest_code_locked; as `makeOptionalPhoto` and `withSentPhoto`
 */
export async function handOver(
  deps: DeliveryDeps & Pick<Deps, 'log'>,
  driver: DriverCaller,
  orderId: OrderId,
  given: GivenProof,
): Promise<void> {
  const proof = proofOf(given);
  const { restaurantId, driverId } = driver;
  if (proof === 'photo') {
    const seen = await getOrder(deps.db, restaurantId, orderId, null);
    if (deliveryToEnd(seen, driverId) === null) {
      // The driver does not wait for it.
      void bringPhotoBack(deps, seen, driverId, given.photo).catch((err: unknown) =>
        deps.log.warn({ err, restaurantId, orderId }, 'The lost photo of a delivery could not be brought back'),
      );
      return;
    }
  }
  const made = await makeOptionalPhoto(restaurantId, given.photo);
  const refusal = await withSentPhoto(deps, restaurantId, made, (photo) =>
    transaction(deps.db, restaurantId, async (tx) => {
      const order = await lockedOrder(tx, restaurantId, orderId);
      const delivery = deliveryToEnd(order, driverId);
      if (delivery === null) return null;
      // Returned and not thrown, so that the transaction commits the counted try.
      const wrong = proof === 'code' ? await checkCode(tx, delivery, given.code!) : null;
      if (wrong !== null) return wrong;
      const now = deps.clock();
      const end = { outcome: 'delivered', proof, proof_name: given.name ?? null } as const;
      const ended = await endDelivery(tx, delivery, end, now);
      if (photo !== null) await insertPhoto(tx, ended, photo, now);
      await complete(tx, deps, withDelivery(order, ended), driver);
      return null;
    }),
  );
  if (refusal !== null) throw refusal;
}

/** Handed over again, with the photo that its bucket has lost: it is there again. */
async function bringPhotoBack(
  deps: DeliveryDeps,
  { restaurant_id: restaurantId, deliveries }: StoredOrder,
  driverId: DriverId,
  upload: GivenProof['photo'],
): Promise<void> {
  const last = deliveries?.findLast(({ driver_id }) => driver_id === driverId);
  if (last?.proof !== 'photo') return;
  const find = (tx: Tx) => findFile(tx, last);
  const lost = await transaction(deps.db, restaurantId, find, { readOnly: true });
  // Decoded for nothing else: an answer that was lost is the usual reason.
  if (lost === undefined || !(await isLost(deps.config, restaurantId, lost, new Map()))) return;
  const made = await makeOptionalPhoto(restaurantId, upload);
  await withPhotoAgain(deps, restaurantId, lost, made!, (photo) =>
    transaction(deps.db, restaurantId, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('delivery_photos')
        .set(placeOf(photo))
        .where('restaurant_id', '=', restaurantId)
        .where('delivery_id', '=', last.id)
        .where('file', '=', lost.file)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n && photo.file !== undefined) await settleFile(tx, restaurantId, photo.file);
    }),
  );
}

function findFile(tx: Tx, { restaurant_id: restaurantId, id }: StoredDelivery): Promise<StoredBytes | undefined> {
  return tx
    .selectFrom('delivery_photos')
    .select(['bytes', 'file'])
    .where('restaurant_id', '=', restaurantId)
    .where('delivery_id', '=', id)
    .executeTakeFirst();
}

/** The delivery of an order that may be handed over; null where this driver has done it already. @throws delivery.not_yours, delivery.not_ready */
function deliveryToEnd(order: StoredOrder, driverId: DriverId): StoredDelivery | null {
  const delivery = deliveryOf(order, driverId, 'delivered');
  if (delivery === null) return null;
  if (order.status === 'Confirmed') throw new Refusal('delivery.not_ready');
  if (order.status !== 'Ready' && order.status !== 'Completed') throw new Refusal('delivery.not_yours');
  return delivery;
}

/**
 * Ends the delivery of an order that came back. It waits for a driver again.
 * @throws delivery.not_yours
 */
export function failOrder(deps: DeliveryDeps, driver: DriverCaller, orderId: OrderId, reason: string): Promise<void> {
  const { restaurantId, driverId } = driver;
  return transaction(deps.db, restaurantId, async (tx) => {
    const order = await lockedOrder(tx, restaurantId, orderId);
    const delivery = deliveryOf(order, driverId, 'failed');
    if (delivery === null) return;
    // Staff have completed it: it arrived, and its cash is the driver's to hand in.
    if (order.status === 'Completed') throw new Refusal('delivery.not_yours');
    const now = deps.clock();
    await endDelivery(tx, delivery, { outcome: 'failed', reason }, now);
    await tellOfDelivery(tx, order, now);
  });
}

function proofOf({ code, name, photo }: GivenProof): DeliveryProof {
  const proofs = Object.entries({ code, name, photo }).filter(([, value]) => value !== undefined);
  const [proof] = proofs;
  if (proof === undefined || proofs.length > 1) {
    throw new Refusal('request.invalid', undefined, { name: fieldProblem('required') });
  }
  return proof[0] as DeliveryProof;
}

/** The driver's open delivery; null where their last one has ended like this already. @throws delivery.not_yours */
function deliveryOf(order: StoredOrder, driverId: DriverId, outcome: 'delivered' | 'failed'): StoredDelivery | null {
  const open = openDelivery(order);
  if (open?.driver_id === driverId) return open;
  const last = order.deliveries?.findLast(({ driver_id }) => driver_id === driverId);
  if (last?.outcome !== outcome) throw new Refusal('delivery.not_yours');
  return null;
}

/** Counts a wrong code. @returns its refusal; null for the right one. */
async function checkCode(tx: Tx, delivery: StoredDelivery, code: string): Promise<Refusal | null> {
  const { restaurant_id: restaurantId, id, code_tries } = delivery;
  if (code_tries >= guestCodeTries) return new Refusal('delivery.guest_code_locked');
  if (asciiDigits(code).trim() === delivery.code) return null;
  await tx
    .updateTable('deliveries')
    .set({ code_tries: code_tries + 1 })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .execute();
  const left = guestCodeTries - code_tries - 1;
  return left === 0 ? new Refusal('delivery.guest_code_locked') : new Refusal('delivery.wrong_guest_code', { left });
}

/** Staff may have completed the order already; the proof is kept all the same. */
async function complete(tx: Tx, deps: DeliveryDeps, order: StoredOrder, driver: DriverCaller): Promise<void> {
  if (order.status === 'Completed') return tellOfDelivery(tx, order, deps.clock());
  const move = { to: 'Completed', reason: null, isUndo: false } as const;
  // The history names drivers as it names the staff.
  const actor = actorOf({
    restaurantId: driver.restaurantId,
    userId: driver.driverId as string as UserId,
    name: driver.name,
  });
  await moveOrder(tx, deps, order, move, {}, actor);
}

/** Takes the place of earlier photos of the order, whose hand-over was undone. */
async function insertPhoto(
  tx: Tx,
  { restaurant_id, order_id, id: delivery_id }: StoredDelivery,
  { contentType: content_type, bytes, file }: Photo,
  created_at: Date,
): Promise<void> {
  await tx
    .deleteFrom('delivery_photos')
    .where('delivery_photos.restaurant_id', '=', restaurant_id)
    .where('delivery_id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('deliveries.id')
        .where('deliveries.restaurant_id', '=', restaurant_id)
        .where('deliveries.order_id', '=', order_id),
    )
    .execute();
  await tx
    .insertInto('delivery_photos')
    .values({ restaurant_id, delivery_id, content_type, ...placeOf({ bytes, file }), created_at })
    .execute();
  if (file !== undefined) await settleFile(tx, restaurant_id, file);
}
