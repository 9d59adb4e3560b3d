import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { FileAnswer } from '#server/http/answers/file-answer.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { readPart } from '#server/modules/restaurants/pictures/picture-files.ts';
import { findProblemPhoto } from './queries.ts';

/** The photo of a problem; for a guest, of their own order alone. @throws request.not_found also once it was erased; as `readPart` */
export async function readProblemPhoto(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  restaurantId: RestaurantId,
  orderId: OrderId,
  customerId: CustomerId | null,
): Promise<FileAnswer> {
  const read = { readOnly: true } as const;
  const photo = await transaction(
    db,
    restaurantId,
    (tx) => findProblemPhoto(tx, restaurantId, orderId, customerId),
    read,
  );
  if (photo === null) throw new Refusal('request.not_found');
  const { contentType } = photo;
  const bytes = await readPart(config, restaurantId, photo, 'original');
  const name = contentType === 'image/png' ? 'problem.png' : 'problem.jpg';
  return { name, contentType, rowCount: null, pieces: piecesOf(bytes) };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
