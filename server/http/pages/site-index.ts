import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenRoute } from '../open-routes.ts';
import { Prepared } from '../answers/prepared.ts';
import { sendPrepared } from '../answers/send-prepared.ts';

/** Milliseconds for which the index of all sites is cached. */
const cacheMs = 10 * 60_000;

interface SiteIndexOptions {
  origin: string;
  /** The slugs of the sites that search engines may show. */
  listSites: () => Promise<string[]>;
  clock: () => Date;
}

/** `/robots.txt`, and `/sitemap.xml`, which names the sitemap of each site. */
export function siteIndexRoutes({ origin, listSites, clock }: SiteIndexOptions): OpenRoute[] {
  const robots = new Prepared(
    `User-agent: *\nDisallow: /api/\nDisallow: /dashboard/\nDisallow: /dev/\n\nSitemap: ${origin}/sitemap.xml\n`,
  );
  let kept: { index: Promise<Prepared>; until: number } | null = null;

  function findIndex(): Promise<Prepared> {
    const now = clock().getTime();
    if (kept !== null && now < kept.until) return kept.index;
    const made = { index: listSites().then((slugs) => new Prepared(indexOf(slugs, origin))), until: now + cacheMs };
    kept = made;
    made.index.catch(() => {
      if (kept === made) kept = null;
    });
    return made.index;
  }

  const why = 'For search engines.';
  return [
    {
      method: 'GET',
      url: '/robots.txt',
      why,
      handler: async (request, reply) => sendPrepared(robots, 'text/plain; charset=utf-8', request, reply),
    },
    {
      method: 'GET',
      url: '/sitemap.xml',
      why,
      handler: async (request: FastifyRequest, reply: FastifyReply) =>
        sendPrepared(await findIndex(), 'application/xml; charset=utf-8', request, reply),
    },
  ];
}

function indexOf(slugs: readonly string[], origin: string): string {
  const sitemaps = slugs.map((slug) => `<sitemap><loc>${origin}/${slug}/sitemap.xml</loc></sitemap>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${sitemaps.join('\n')}
</sitemapindex>
`;
}
