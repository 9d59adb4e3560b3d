import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { PictureCache } from './picture-cache.ts';

/**
 * Serves `GET /media/:restaurantId/:file`, `file` being '<hash>-<width>.webp'. The content of an address never changes,
 * so it may be cached for a year; opened as a page, it can run nothing (R65).
 */
export function picturePage({ db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>) {
  const pictures = new PictureCache({ db, config });

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { restaurantId, file } = request.params as { restaurantId: string; file: string };
    const { bytes, etag } = await pictures.read(restaurantId, file, clock().getTime());
    return reply
      .headers({
        'content-type': 'image/webp',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        etag,
      })
      .send(bytes);
  };
}
