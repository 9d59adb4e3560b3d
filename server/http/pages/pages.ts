import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RestaurantId } from '#contract/base/ids.ts';
import { LruCache } from '#server/lru-cache.ts';
import type { BuiltApps, PageRequest, RenderedPage } from './built-apps.ts';
import { inProcessReader } from './in-process-reader.ts';
import { negotiateLanguage } from '../requests/negotiate-language.ts';
import type { OpenRoute } from '../open-routes.ts';
import { sendMoved } from './moved-site.ts';
import { Prepared } from '../answers/prepared.ts';
import { Refusal } from '../answers/refusal.ts';
import { contentPolicy } from '../answers/safety-headers.ts';
import { accepts, askedEachTime, sendPrepared, sharedForASecond } from '../answers/send-prepared.ts';

interface PagesOptions {
  apps: BuiltApps;
  origin: string;
  /** Servers of the dashboard's map tiles. */
  tileOrigins: readonly string[];
  /** Languages of a page that belongs to no site, the default first. */
  languages: readonly string[];
  clock: () => Date;
  /** The origin of an own domain. */
  originOf: (domain: string) => string;
  /** A site, usually from memory; null for an unknown one. */
  findSite: (slug: string) => Promise<Site | null>;
}

interface Site {
  /** The current one, which may differ from the requested one. */
  slug: string;
  restaurantId: RestaurantId;
  /** The own domain that the site is at; null: it is below the platform's address. */
  domain: string | null;
  /** It changes with anything that the home page of the site shows. */
  version: string;
  /** Whether the site still has this version. */
  isCurrent: () => boolean;
  /** The default first. */
  languages: readonly string[];
}

const html = 'text/html; charset=utf-8';
/** Files that a site generates beside its pages. */
const fileTypes: Record<string, string> = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/manifest.webmanifest': 'application/manifest+json; charset=utf-8',
  '/service-worker.js': 'text/javascript; charset=utf-8',
};
const openRouteReason = 'A page of the apps, for browsers.';
const dashboardPages = [
  '/',
  '/login',
  '/login/company',
  '/login/company/callback/:restaurantId',
  '/signup',
  '/forgot-password',
  '/recover-password',
  '/verify-email',
  '/accept-invitation',
  '/dashboard',
  '/dashboard/*',
];

/** The specification misspells these two addresses, which stay; the correct spelling redirects to them. */
const aliases = {
  '/dashboard/restaurants': '/dashboard/resturants',
  '/dashboard/create-restaurant': '/dashboard/create-resturant',
};

/** Serves the built files, the dashboard's single page, and the sites' pages, which are rendered here. */
export async function pageRoutes(app: FastifyInstance, options: PagesOptions): Promise<OpenRoute[]> {
  await app.register(fastifyStatic, {
    root: options.apps.assetsFolder,
    serve: false,
    preCompressed: true,
    // The name of each file changes with its content.
    immutable: true,
    maxAge: '1y',
  });
  const site = sitePages(app, options);
  const dashboardPolicy = contentPolicy(options.tileOrigins);
  return [
    {
      method: 'GET',
      url: '/assets/*',
      why: openRouteReason,
      isOfSites: true,
      handler: async (request, reply) => {
        const { '*': file } = request.params as { '*': string };
        if (!/^[\w-][\w.-]*$/.test(file)) throw new Refusal('request.no_route');
        // Other addresses of the same file would take the place of pages.
        if (request.url === `/assets/${file}`) reply.shelving = { isCurrent: () => true, languages: null };
        return reply.sendFile(file);
      },
    },
    ...dashboardPages.map((url): OpenRoute => ({
      method: 'GET',
      url,
      why: openRouteReason,
      handler: async (request, reply) => sendPage(options.apps.dashboard, dashboardPolicy, request, reply),
    })),
    {
      method: 'GET',
      url: '/driver',
      why: 'The page of a driver, for browsers.',
      handler: async (request, reply) => sendPage(options.apps.driver, contentPolicy(), request, reply),
    },
    {
      method: 'GET',
      url: '/dashboard/service-worker.js',
      why: 'A script of Order Manager, for browsers.',
      handler: async (request, reply) => {
        void reply.header('content-security-policy', dashboardPolicy);
        return sendPrepared(options.apps.dashboardWorker, fileTypes['/service-worker.js']!, request, reply);
      },
    },
    ...Object.entries(aliases).map(([url, target]): OpenRoute => ({
      method: 'GET',
      url,
      why: openRouteReason,
      handler: async (_, reply) => reply.redirect(target, 301),
    })),
    { method: 'GET', url: '/:slug', why: openRouteReason, isOfSites: true, handler: site },
    { method: 'GET', url: '/:slug/*', why: openRouteReason, isOfSites: true, handler: site },
  ];
}

function sendPage(page: Prepared, policy: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  void reply.header('content-security-policy', policy);
  return sendPrepared(page, html, request, reply);
}

/** Bytes of the cached pages, roughly, with their encodings. */
const cacheMaxBytes = 24 * 1024 * 1024;

interface CachedPage {
  /** The site and the version of its content. */
  madeOf: string;
  page: Promise<KeptPage | RenderedPage>;
}

/** A page for its next readers, until an outlet opens or closes or a menu begins or ends (decision 112). */
interface KeptPage {
  prepared: Prepared;
  /** Whether the page is still true by the clock, which may also be set back. */
  isTrue: () => boolean;
}

type SitePageRequest = Omit<PageRequest, 'fetch' | 'now'> & { clientAddress: string };

function sitePages(
  app: FastifyInstance,
  { apps, origin, originOf, languages, clock, findSite, tileOrigins }: PagesOptions,
): OpenRoute['handler'] {
  const kept = new LruCache<string, CachedPage>(cacheMaxBytes);
  // Guests set their pin on the street map, too.
  const policy = contentPolicy(tileOrigins);

  function render({ clientAddress, ...asked }: SitePageRequest): Promise<RenderedPage> {
    return apps.render({ ...asked, fetch: inProcessReader(app, clientAddress), now: clock() });
  }

  /** A page from the cache, rendered anew when its content has changed, or the time. */
  async function findKept(asked: SitePageRequest, version: string): Promise<KeptPage | RenderedPage> {
    const key = `${asked.language} ${asked.origin}${asked.path}${asked.search}`;
    // An own domain may have another restaurant by then.
    const madeOf = `${asked.slug} ${version}`;
    for (;;) {
      const found = kept.get(key);
      if (found?.madeOf !== madeOf) return makeKept(key, asked, { madeOf, version });
      const page = await found.page;
      if (!('prepared' in page) || page.isTrue()) return page;
      // Another reader may have had it rendered anew by now.
      if (kept.get(key) === found) return makeKept(key, asked, { madeOf, version });
    }
  }

  function makeKept(
    key: string,
    asked: SitePageRequest,
    { madeOf, version }: { madeOf: string; version: string },
  ): Promise<KeptPage | RenderedPage> {
    const from = clock().getTime();
    const made: CachedPage = { madeOf, page: render(asked).then((page) => prepareForCache(page, version, from)) };
    kept.set(key, made, 0);
    made.page.then(
      (page) => {
        if (kept.get(key) !== made) return;
        if ('prepared' in page) kept.set(key, made, weightOf(page.prepared));
        else kept.delete(key);
      },
      () => {
        if (kept.get(key) === made) kept.delete(key);
      },
    );
    return made.page;
  }

  function prepareForCache(page: RenderedPage, version: string, from: number): KeptPage | RenderedPage {
    const { status, html, kept: keeping = null } = page;
    // A change while it was rendered, which may be taken back: the version that was asked for has another page.
    if (status !== 200 || keeping?.version !== version) return page;
    const { until } = keeping;
    const isTrue = () => {
      const now = clock().getTime();
      return from <= now && now < until;
    };
    return { prepared: new Prepared(html), isTrue };
  }

  return async (request, reply) => {
    const { slug } = request.params as { slug: string };
    if (slug === 'api' || !/^[a-z0-9-]{1,80}$/i.test(slug)) throw new Refusal('request.no_route');
    const { site } = request;
    // Addresses below the pictures and files that no route has.
    if (site !== null && slug !== site.slug) throw new Refusal('request.no_route');
    const [address, search] = splitAddress(request.originalUrl);
    // The first part of an address may be percent-encoded, and is longer than the name of the site then.
    const below = site === null ? /^\/[^/]*(.*)$/s.exec(address)![1]! : address;
    const found = await findSite(slug);
    if (site === null && found !== null && found.domain !== null) {
      const { restaurantId, domain } = found;
      const moved = originOf(domain);
      return sendMoved({ slug: found.slug, restaurantId, address: `${moved}${below || '/'}${search}` }, request, reply);
    }
    if (site === null && found !== null && found.slug !== slug.toLowerCase()) {
      // Revalidated each time, because the site may return to this address.
      void reply.header('cache-control', 'no-cache');
      return reply.redirect(`/${found.slug}${below}${search}`, 301);
    }
    const base = site === null ? `/${found?.slug ?? slug}` : '';
    const path = base === '' ? below : address;
    const { cookie, 'accept-language': acceptLanguage } = request.headers;
    const offered = found?.languages ?? languages;
    const { language, isInAddress } = negotiateLanguage({ search, cookie, acceptLanguage }, offered);
    const isNegotiated = !isInAddress && offered.length > 1;
    const vary = isNegotiated ? 'accept-encoding, accept-language, cookie' : 'accept-encoding';
    const read = searchOfPage(path, search, isInAddress ? language : null);
    const asked: SitePageRequest = {
      slug,
      base,
      path,
      search: read,
      language,
      origin: site === null ? origin : originOf(site.domain),
      platformOrigin: origin,
      clientAddress: request.ip,
    };
    const isKept = found !== null && cacheableSearch.test(read);
    const page = await (isKept ? findKept(asked, found.version) : render(asked));
    void reply.headers({ 'content-language': language, 'content-security-policy': policy });
    if (!('prepared' in page)) return sendRendered(page, vary, request, reply);
    // Other addresses of the same page would take the place of pages.
    if (isKept && request.originalUrl === path + read) {
      // A kept answer has the bytes of one encoding: holding the page would hold all of them.
      const { isTrue } = page;
      const isCurrent = () => isTrue() && found.isCurrent();
      reply.shelving = { isCurrent, languages: isNegotiated ? offered : null };
    }
    return sendPrepared(page.prepared, fileTypes[below] ?? html, request, reply, {
      vary,
      caching: isNegotiated ? askedEachTime : sharedForASecond,
    });
  };
}

/** The queries that pages read, besides `lang`: on which paths, and which values. */
const pageQueries = [
  { name: 'itemId', path: /\/item$/, value: /^[\da-f-]{36}$/i },
  { name: 'next', path: /\/auth(?:\/|$)/, value: /^checkout$/ },
] as const;

/** The search without what the page does not read, so that nobody has one page rendered under ever new addresses. */
function searchOfPage(path: string, search: string, language: string | null): string {
  if (search === '') return '';
  const given = new URLSearchParams(search);
  const read = new URLSearchParams(language === null ? {} : { lang: language });
  for (const { name, path: onPath, value } of pageQueries) {
    const text = given.get(name);
    if (text !== null && onPath.test(path) && value.test(text)) read.set(name, text);
  }
  return read.size === 0 ? '' : `?${read.toString()}`;
}

/** Cacheable searches; a page with any other search is rarely requested twice. */
const cacheableSearch = /^(\?lang=[a-z]{2})?$/;

/** Bytes, roughly: the body, and two encodings of at most a fifth each, made later. */
const weightOf = ({ body }: Prepared): number => body.length * 1.4;

/** The path without a trailing slash, and the search with its question mark. */
function splitAddress(url: string): [path: string, search: string] {
  const at = url.indexOf('?');
  const [path, search] = at === -1 ? [url, ''] : [url.slice(0, at), url.slice(at)];
  return [path.replace(/(.)\/$/, '$1'), search];
}

const compress = promisify(gzip);

async function sendRendered(
  page: RenderedPage,
  vary: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.code(page.status).headers({
    'content-type': html,
    'cache-control': 'no-cache',
    vary,
    ...page.headers,
  });
  if (!accepts(request.headers['accept-encoding'], 'gzip')) return reply.send(page.html);
  return reply.header('content-encoding', 'gzip').send(await compress(page.html, { level: 5 }));
}
