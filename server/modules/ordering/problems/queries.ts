import { sql } from 'kysely';
import type { CustomerId, OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import type { Photo } from '#server/modules/restaurants/pictures/picture.ts';
import { placeOf, settleFile, type StoredBytes } from '#server/modules/restaurants/pictures/picture-files.ts';
import { listOrdersById, type StoredOrder, type StoredProblem } from '../queries.ts';

/** Orders with a problem: those that wait the oldest first, the others by their answers, the last one first. */
export async function listProblemOrders(
  tx: Tx,
  restaurantId: RestaurantId,
  {
    state,
    outletId,
    after,
  }: { state: 'open' | 'answered'; outletId?: OutletId | undefined; after?: OrderId | undefined },
): Promise<StoredOrder[]> {
  const all = tx
    .selectFrom('order_problems')
    .select('order_id')
    .where('restaurant_id', '=', restaurantId)
    .limit(limits.listMax);
  const ofOutlet = outletId === undefined ? all : all.where('outlet_id', '=', outletId);
  const isOpen = state === 'open';
  const at = sql.ref(isOpen ? 'reported_at' : 'answered_at');
  const last = sql`(select ${at}, order_id from order_problems where restaurant_id = ${restaurantId} and order_id = ${after})`;
  const some =
    after === undefined
      ? ofOutlet
      : ofOutlet.where(isOpen ? sql<boolean>`(${at}, order_id) > ${last}` : sql<boolean>`(${at}, order_id) < ${last}`);
  const rows = await (
    isOpen
      ? some.where('answered_at', 'is', null).orderBy('reported_at').orderBy('order_id')
      : some.where('answered_at', 'is not', null).orderBy('answered_at', 'desc').orderBy('order_id', 'desc')
  ).execute();
  const ids = rows.map(({ order_id }) => order_id);
  const orders = new Map((await listOrdersById(tx, restaurantId, ids)).map((order) => [order.id, order]));
  return ids.flatMap((id) => orders.get(id) ?? []);
}

export async function countOpenProblems(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  const { count } = await tx
    .selectFrom('order_problems')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Null: there is none, or it was erased. For a guest, only one of their own order. */
export async function findProblemPhoto(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  customerId: CustomerId | null,
): Promise<(StoredBytes & Pick<Photo, 'contentType'>) | null> {
  const photos = tx
    .selectFrom('order_problem_photos as photo')
    // The order says at which outlet it was, which limits those who work at some of them, and whose it is.
    .innerJoin('orders', (join) =>
      join.onRef('orders.restaurant_id', '=', 'photo.restaurant_id').onRef('orders.id', '=', 'photo.order_id'),
    )
    .select(['content_type as contentType', 'bytes', 'file'])
    .where('photo.restaurant_id', '=', restaurantId)
    .where('order_id', '=', orderId);
  const own = customerId === null ? photos : photos.where('orders.customer_id', '=', customerId);
  return (await own.executeTakeFirst()) ?? null;
}

/** Replaces the problem of the order. @returns the order with it. */
export async function writeProblem(tx: Tx, order: StoredOrder, problem: StoredProblem): Promise<StoredOrder> {
  const row = { ...problem, lines: JSON.stringify(problem.lines) };
  const { restaurant_id: _restaurant, order_id: _order, ...changed } = row;
  await tx
    .insertInto('order_problems')
    .values(row)
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'order_id']).doUpdateSet(changed))
    .execute();
  return { ...order, problem };
}

export async function writePhoto(
  tx: Tx,
  { restaurant_id, order_id }: Pick<StoredProblem, 'restaurant_id' | 'order_id'>,
  { contentType: content_type, bytes, file }: Photo,
  created_at: Date,
): Promise<void> {
  const photo = { content_type, ...placeOf({ bytes, file }), created_at };
  await tx
    .insertInto('order_problem_photos')
    .values({ restaurant_id, order_id, ...photo })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'order_id']).doUpdateSet(photo))
    .execute();
  if (file !== undefined) await settleFile(tx, restaurant_id, file);
}

/** Says where the bytes of a photo are that its bucket had lost; all else of the row stays, its age among it. Nothing where it names another file by now. */
export async function placePhotoAgain(
  tx: Tx,
  { restaurant_id, order_id }: Pick<StoredProblem, 'restaurant_id' | 'order_id'>,
  { bytes, file }: Photo,
  lostFile: string | null,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('order_problem_photos')
    .set(placeOf({ bytes, file }))
    .where('restaurant_id', '=', restaurant_id)
    .where('order_id', '=', order_id)
    .where('file', '=', lostFile)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n && file !== undefined) await settleFile(tx, restaurant_id, file);
}

export async function deletePhoto(tx: Tx, { restaurant_id, order_id }: StoredProblem): Promise<void> {
  await tx
    .deleteFrom('order_problem_photos')
    .where('restaurant_id', '=', restaurant_id)
    .where('order_id', '=', order_id)
    .execute();
}

/**
 * Tells the screens of an order that its problem has changed; the last statement of a transaction. It is the event of a move, which
 * servers of before pass on as well.
 */
export async function tellOfProblem(tx: Tx, { restaurant_id, id, customer_id }: StoredOrder, now: Date): Promise<void> {
  const customerId = customer_id === null ? {} : { customerId: customer_id };
  await appendEvent(tx, restaurant_id, { type: 'order.status_changed', orderId: id, ...customerId }, now);
}

/** Days for which photos are kept: the answer comes sooner, and so does a complaint about the answer. */
const photoDays = 30;

export function removeOldProblemPhotos(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - photoDays * DAY);
  return platformTransaction(db, 'clean-up', async (tx) => {
    await sql`
      with gone as (
        delete from order_problem_photos where created_at < ${before} returning restaurant_id, order_id
      )
      update order_problems set has_photo = false from gone
      where order_problems.restaurant_id = gone.restaurant_id and order_problems.order_id = gone.order_id`.execute(tx);
  });
}

/** Erases the words and photos of a guest, and what staff answered them. Kinds, amounts and times stay, for the restaurant's books. */
export async function eraseGuestFromProblems(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
): Promise<void> {
  const orders = tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId);
  await tx
    .deleteFrom('order_problem_photos')
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', 'in', orders)
    .execute();
  await tx
    .updateTable('order_problems')
    .set((eb) => ({
      note: '',
      has_photo: false,
      answer_note: eb.case().when('answer_note', 'is not', null).then('').end(),
    }))
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', 'in', orders)
    .execute();
}
