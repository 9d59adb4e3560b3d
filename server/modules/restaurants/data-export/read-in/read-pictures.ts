import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { makePicture } from '#server/modules/restaurants/pictures/picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';
import type { CheckedArchive } from './check-archive.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

/**
 * Stores the pictures of an archive as uploads are stored: decoded and encoded again, in all sizes, within the quota (R63, R66).
 * @returns the new name of each by its old one.
 */
export async function readPictures(
  tx: Tx,
  restaurantId: RestaurantId,
  archive: CheckedArchive,
  now: Date,
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const name of archive.pictureNames()) {
    const picture = await readPicture(restaurantId, archive, name);
    await storePictures(tx, restaurantId, [picture], now).catch((error: unknown) => {
      throw error instanceof Refusal ? new UnreadableArchive('it has more pictures than a restaurant may have') : error;
    });
    made.set(nameOf(name), picture.hash);
  }
  return made;
}

/** A picture or a photo, made anew. @throws UnreadableArchive */
export async function readPicture(restaurantId: RestaurantId, archive: CheckedArchive, name: string): Promise<Picture> {
  try {
    return await makePicture(restaurantId, await archive.file(name));
  } catch (error) {
    throw error instanceof Refusal ? new UnreadableArchive(`${name} is no picture that can be shown`, error) : error;
  }
}

/** The name of a file without its folder and its ending. */
const nameOf = (path: string) => path.slice(path.indexOf('/') + 1, path.lastIndexOf('.'));
