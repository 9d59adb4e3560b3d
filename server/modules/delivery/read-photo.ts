import type { DeliveryId, RestaurantId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { FileAnswer } from '#server/http/answers/file-answer.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { readPart } from '#server/modules/restaurants/pictures/picture-files.ts';
import { findDeliveryPhoto } from './queries.ts';

/** The photo by which an order was handed over. @throws request.not_found also once it was erased; as `readPart` */
export async function readPhoto(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
  id: DeliveryId,
): Promise<FileAnswer> {
  const find = (tx: Tx) => findDeliveryPhoto(tx, restaurantId, id);
  const photo = await transaction(db, restaurantId, find, { readOnly: true });
  if (photo === null) throw new Refusal('request.not_found');
  const { contentType } = photo;
  const bytes = await readPart(config, restaurantId, photo, 'original');
  const name = contentType === 'image/png' ? 'delivery.png' : 'delivery.jpg';
  return { name, contentType, rowCount: null, pieces: piecesOf(bytes) };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
