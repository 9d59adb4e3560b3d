import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId, type RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type PictureWidth, pictureWidths } from './address.ts';
import { findPictureSize } from './queries.ts';
import { LruCache } from '#server/lru-cache.ts';

const rememberedBytes = 24 * 1024 * 1024;
/** Milliseconds. Limited because the restaurant may be erased, and its pictures with it. */
const rememberedMs = 60 * MINUTE;
const fileName = new RegExp(`^([0-9a-f]{64})-(${pictureWidths.join('|')})\\.webp$`);

/**
 * Serves `GET /media/:restaurantId/:file`, `file` being '<hash>-<width>.webp'. The content of an address never changes,
 * so it may be cached for a year; opened as a page, it can run nothing (R65).
 */
export function picturePage({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const remembered = new LruCache<string, { bytes: Buffer; until: number }>(rememberedBytes);

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { restaurantId, file } = request.params as { restaurantId: string; file: string };
    const [, hash, width] = fileName.exec(file) ?? [];
    if (hash === undefined || !isId(restaurantId)) throw new Refusal('request.invalid');

    const key = `${restaurantId.toLowerCase()}/${file}`;
    const known = remembered.get(key);
    const now = clock().getTime();
    let bytes = known !== undefined && now < known.until ? known.bytes : undefined;
    if (bytes === undefined) {
      const found = await transaction(
        db,
        restaurantId as RestaurantId,
        (tx) => findPictureSize(tx, restaurantId as RestaurantId, hash, Number(width) as PictureWidth),
        { readOnly: true },
      );
      if (found === null) throw new Refusal('request.not_found');
      bytes = found;
      remembered.set(key, { bytes, until: now + rememberedMs }, bytes.length);
    }

    return reply
      .headers({
        'content-type': 'image/webp',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        etag: `"${hash}-${width}"`,
      })
      .send(bytes);
  };
}
