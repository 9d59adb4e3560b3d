import { isId, type RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { LruCache } from '#server/lru-cache.ts';
import { type PictureWidth, pictureWidths } from './address.ts';
import { findPictureSize } from './queries.ts';

const rememberedBytes = 24 * 1024 * 1024;
/** Milliseconds. Limited because the restaurant may be erased, and its pictures with it. */
const rememberedMs = 60 * MINUTE;
const fileName = new RegExp(`^([0-9a-f]{64})-(${pictureWidths.join('|')})\\.webp$`);

/** One of the sizes of a picture, WebP, with its ETag. */
interface CachedPicture {
  bytes: Buffer;
  etag: string;
}

/** The pictures of all restaurants, remembered for a while by this process. */
export class PictureCache {
  readonly #db: Db;
  readonly #remembered = new LruCache<string, { bytes: Buffer; until: number }>(rememberedBytes);

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * The picture in the file '<hash>-<width>.webp'.
   * @throws request.invalid, request.not_found
   */
  async read(restaurantId: string, file: string, now: number): Promise<CachedPicture> {
    const [, hash, width] = fileName.exec(file) ?? [];
    if (hash === undefined || !isId(restaurantId)) throw new Refusal('request.invalid');
    const etag = `"${hash}-${width}"`;
    const key = `${restaurantId.toLowerCase()}/${file}`;
    const known = this.#remembered.get(key);
    if (known !== undefined && now < known.until) return { bytes: known.bytes, etag };
    const bytes = await transaction(
      this.#db,
      restaurantId as RestaurantId,
      (tx) => findPictureSize(tx, restaurantId as RestaurantId, hash, Number(width) as PictureWidth),
      { readOnly: true },
    );
    if (bytes === null) throw new Refusal('request.not_found');
    this.#remembered.set(key, { bytes, until: now + rememberedMs }, bytes.length);
    return { bytes, etag };
  }
}
