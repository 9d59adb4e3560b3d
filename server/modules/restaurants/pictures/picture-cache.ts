import { isId, type RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import { transaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { LruCache } from '#server/lru-cache.ts';
import { QueueFull } from '#server/work-queue.ts';
import { type PictureWidth, pictureWidths } from './address.ts';
import { type FileDeps, readPart } from './picture-files.ts';
import { findPictureSize } from './queries.ts';

const rememberedBytes = 24 * 1024 * 1024;
/** Milliseconds. Limited because the restaurant may be erased, and its pictures with it. */
const rememberedMs = 60 * MINUTE;
/** Requests that wait for the bucket: fewer than those at which the server refuses others for overload, so that one that hangs costs pictures alone. */
const waitingMax = 160;
const fileName = new RegExp(`^([0-9a-f]{64})-(${pictureWidths.join('|')})\\.webp$`);

/** One of the sizes of a picture, WebP, with its ETag. */
interface CachedPicture {
  bytes: Buffer;
  etag: string;
}

/** The pictures of all restaurants, remembered for a while by this process. A failure is never remembered. */
export class PictureCache {
  readonly #deps: Pick<FileDeps, 'db' | 'config'>;
  readonly #remembered = new LruCache<string, { bytes: Buffer; until: number }>(rememberedBytes);
  readonly #reading = new Map<string, Promise<Buffer>>();
  #waiting = 0;

  constructor(deps: Pick<FileDeps, 'db' | 'config'>) {
    this.#deps = deps;
  }

  /**
   * The picture in the file '<hash>-<width>.webp'.
   * @throws request.invalid, request.not_found; QueueFull where too many wait; as `readPart`
   */
  async read(restaurantId: string, file: string, now: number): Promise<CachedPicture> {
    const [, hash, width] = fileName.exec(file) ?? [];
    if (hash === undefined || !isId(restaurantId)) throw new Refusal('request.invalid');
    const etag = `"${hash}-${width}"`;
    const key = `${restaurantId.toLowerCase()}/${file}`;
    const known = this.#remembered.get(key);
    if (known !== undefined && now < known.until) return { bytes: known.bytes, etag };
    const bytes = await this.#wait(() =>
      this.#readOnce(restaurantId as RestaurantId, hash, Number(width) as PictureWidth),
    );
    this.#remembered.set(key, { bytes, until: now + rememberedMs }, bytes.length);
    return { bytes, etag };
  }

  async #wait<T>(read: () => Promise<T>): Promise<T> {
    if (this.#deps.config.pictureBucket !== undefined && this.#waiting >= waitingMax) throw new QueueFull(false);
    this.#waiting += 1;
    try {
      return await read();
    } finally {
      this.#waiting -= 1;
    }
  }

  /** A picture that many ask for at once is read once. */
  #readOnce(restaurantId: RestaurantId, hash: string, width: PictureWidth): Promise<Buffer> {
    const key = `${restaurantId.toLowerCase()} ${hash} ${width}`;
    const begun = this.#reading.get(key);
    if (begun !== undefined) return begun;
    const reading = this.#readStored(restaurantId, hash, width).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #readStored(restaurantId: RestaurantId, hash: string, width: PictureWidth): Promise<Buffer> {
    const { db, config } = this.#deps;
    const stored = await transaction(db, restaurantId, (tx) => findPictureSize(tx, restaurantId, hash, width), {
      readOnly: true,
    });
    if (stored === null) throw new Refusal('request.not_found');
    return readPart(config, restaurantId, stored, `${width}`);
  }
}
