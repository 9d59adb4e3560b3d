import type { Catalogue } from '#contract/menu/catalogue.ts';
import { pathsOf } from '../routing/paths.ts';
import { escapeHtml } from './escape.ts';
import type { SiteAddress } from './page-facts.ts';

/**
 * The pages of a restaurant for search engines: the menu, and each outlet in each mode that it offers. A dish is found in the menu;
 * at every outlet and in every mode it would be the same page again.
 */
export function sitemap({ outlets, items }: Catalogue, { origin, base }: SiteAddress): string {
  const paths = pathsOf(base);
  const pages =
    items.length === 0
      ? []
      : [
          paths.menu(),
          ...outlets.flatMap(({ name, modes }) =>
            (['pickup', 'delivery'] as const)
              .filter((mode) => modes[mode].acceptsOrders)
              .map((mode) => paths.outlet(mode, name)),
          ),
        ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map((page) => `<url><loc>${escapeHtml(`${origin}${page}`)}</loc></url>`).join('\n')}
</urlset>
`;
}
