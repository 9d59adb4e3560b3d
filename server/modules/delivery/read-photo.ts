import type { DeliveryId, RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { FileAnswer } from '#server/http/answers/file-answer.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { readPart } from '#server/modules/restaurants/pictures/picture-files.ts';

/** The photo by which an order was handed over. @throws request.not_found also once it was erased; as `readPart` */
export async function readPhoto(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
  id: DeliveryId,
): Promise<FileAnswer> {
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
        .select(['content_type', 'bytes', 'file'])
        .where('delivery_photos.restaurant_id', '=', restaurantId)
        .where('delivery_id', '=', id)
        .executeTakeFirst(),
    { readOnly: true },
  );
  if (photo === undefined) throw new Refusal('request.not_found');
  const { content_type: contentType } = photo;
  const bytes = await readPart(config, restaurantId, photo, 'original');
  const name = contentType === 'image/png' ? 'delivery.png' : 'delivery.jpg';
  return { name, contentType, rowCount: null, pieces: piecesOf(bytes) };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
