import type { DeliveryId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { FileAnswer } from '#server/http/answers/file-answer.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/** The photo by which an order was handed over. @throws request.not_found also once it was erased. */
export async function readPhoto(db: Db, restaurantId: RestaurantId, id: DeliveryId): Promise<FileAnswer> {
  const photo = await transaction(
    db,
    restaurantId,
    (tx) =>
      tx
        .selectFrom('delivery_photos')
        // The delivery says at which outlet it was, which limits those who work at some of them.
        .innerJoin('deliveries', (join) =>
          join
            .onRef('deliveries.restaurant_id', '=', 'delivery_photos.restaurant_id')
            .onRef('deliveries.id', '=', 'delivery_photos.delivery_id'),
        )
        .select(['content_type', 'bytes'])
        .where('delivery_photos.restaurant_id', '=', restaurantId)
        .where('delivery_id', '=', id)
        .executeTakeFirst(),
    { readOnly: true },
  );
  if (photo === undefined) throw new Refusal('request.not_found');
  const { content_type: contentType, bytes } = photo;
  const name = contentType === 'image/png' ? 'delivery.png' : 'delivery.jpg';
  return { name, contentType, rowCount: null, pieces: piecesOf(bytes) };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
