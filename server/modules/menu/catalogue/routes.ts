import { accentTokens } from '#contract/restaurants/brand-colours.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  type IconPurpose,
  iconPurposes,
  type IconSize,
  iconSizes,
  makeIcon,
} from '#server/modules/restaurants/pictures/make-icon.ts';
import { findPictureSize } from '#server/modules/restaurants/pictures/queries.ts';
import { LruCache } from '#server/lru-cache.ts';

export function catalogueRoutes({ catalogues }: Pick<Deps, 'catalogues'>) {
  return {
    'GET /site/:slug': async ({ params }) => {
      const kept = await catalogues.findBySlug(params.slug);
      if (kept === null) throw new Refusal('request.not_found');
      return kept.prepared;
    },
  } satisfies Partial<Handlers>;
}

const rememberedBytes = 8 * 1024 * 1024;

/** Serves `GET /:slug/icon-maskable-512.png` and the other icons of an installed site. */
export function siteIconPages({ db, catalogues }: Pick<Deps, 'db' | 'catalogues'>): OpenRoute[] {
  const remembered = new LruCache<string, Buffer>(rememberedBytes);

  async function findIcon(slug: string, size: IconSize, purpose: IconPurpose): Promise<Buffer> {
    const site = await catalogues.findBySlug(slug);
    if (site === null) throw new Refusal('request.no_route');
    const { _id: restaurantId, accent, logo } = site.catalogue.restaurant;
    const key = `${restaurantId} ${accent} ${logo} ${size} ${purpose}`;
    const kept = remembered.get(key);
    if (kept !== undefined) return kept;
    const hash = logo?.split('/').at(-1);
    const picture =
      hash === undefined
        ? null
        : await transaction(db, restaurantId, (tx) => findPictureSize(tx, restaurantId, hash, 640), { readOnly: true });
    const { accent: background, onAccent: foreground } = accentTokens(accent);
    const icon = await makeIcon(picture, { background, foreground }, size, purpose);
    remembered.set(key, icon, icon.length);
    return icon;
  }

  return iconSizes.flatMap((size) =>
    iconPurposes.map((purpose): OpenRoute => ({
      method: 'GET',
      url: `/:slug/icon-${purpose}-${size}.png`,
      why: 'The icon of a site, for phones.',
      handler: async (request, reply) => {
        const { slug } = request.params as { slug: string };
        return reply
          .headers({
            'content-type': 'image/png',
            'content-security-policy': "sandbox; default-src 'none'",
            'cache-control': 'public, max-age=86400',
          })
          .send(await findIcon(slug, size, purpose));
      },
    })),
  );
}
