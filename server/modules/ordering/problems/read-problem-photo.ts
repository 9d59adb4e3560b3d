import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { FileAnswer } from '#server/http/answers/file-answer.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findProblemPhoto } from './queries.ts';

/** The photo of a problem; for a guest, of their own order alone. @throws request.not_found also once it was erased. */
export async function readProblemPhoto(
  db: Db,
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
  const { contentType, bytes } = photo;
  const name = contentType === 'image/png' ? 'problem.png' : 'problem.jpg';
  return { name, contentType, rowCount: null, pieces: piecesOf(bytes) };
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
