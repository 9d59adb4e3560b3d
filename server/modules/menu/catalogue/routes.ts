import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { iconPurposes, iconSizes } from '#server/modules/restaurants/pictures/make-icon.ts';
import { requireSite } from './require-site.ts';
import { SiteIcons } from './site-icons.ts';

export function catalogueRoutes({ catalogues }: Pick<Deps, 'catalogues'>) {
  return {
    'GET /site/:slug': async ({ params }) => (await requireSite(catalogues, params.slug)).prepared,
  } satisfies Partial<Handlers>;
}

/** Serves `GET /:slug/icon-maskable-512.png` and the other icons of an installed site. */
export function siteIconPages(deps: Pick<Deps, 'db' | 'config' | 'catalogues' | 'clock' | 'log'>): OpenRoute[] {
  const icons = new SiteIcons(deps);
  return iconSizes.flatMap((size) =>
    iconPurposes.map((purpose): OpenRoute => ({
      method: 'GET',
      url: `/:slug/icon-${purpose}-${size}.png`,
      why: 'The icon of a site, for phones.',
      isOfSites: true,
      handler: async (request, reply) => {
        const { slug } = request.params as { slug: string };
        return reply
          .headers({
            'content-type': 'image/png',
            'content-security-policy': "sandbox; default-src 'none'",
            'cache-control': 'public, max-age=86400',
          })
          .send(await icons.read(slug, size, purpose));
      },
    })),
  );
}
