/** The guest's site as the server renders it: the same page for every guest, so that it can be kept and served again. */
import { renderToString } from 'react-dom/server';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import { CallError, type CallResponse, createClient } from '#contract/base/client.ts';
import type { Currency } from '#contract/base/currency-digits.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { escapeHtml } from './document/escape.ts';
import { manifest } from './document/manifest.ts';
import { pageFacts, type SiteAddress } from './document/page-facts.ts';
import { serviceWorker } from './document/service-worker.ts';
import { pageTrueUntil } from './document/page-true-until.ts';
import { sitemap } from './document/sitemap.ts';
import { documentWords } from './document/words.ts';
import { restaurantName } from './language/in-language.ts';
import { moneySample, ownNames } from './language/language.ts';
import { matchPattern, pathBelow } from './routing/match-route.ts';
import { emptyBasket } from './basket/stored-basket.ts';
import { readMenu } from './state/menu.ts';
import { showSales } from './state/sales.ts';
import { wordsOf } from './words/all-words.ts';
import { pageDocument } from './document/page-document.ts';
import { pathsOf, patternsWhileClosed } from './routing/paths.ts';
import { ItemPanel } from './screens/menu/item/item-panel.tsx';
import type { PageNotes, SiteData } from './site.tsx';
import { SiteApp } from './site-app.tsx';

export interface RenderRequest {
  slug: string;
  /** '/demo', or '' on an own domain. */
  base: string;
  /** The whole path, which begins with the base: '/demo/pickup/Marina%20Walk'. */
  path: string;
  /** The query, with or without '?'. */
  search: string;
  /** One of those that the restaurant offers. */
  language: string;
  /** 'https://order.example.com'. */
  origin: string;
  /** The platform's origin: equal to `origin`, except on an own domain. */
  platformOrigin: string;
  /** Answers the calls of the API in this process. */
  fetch: (url: string, init: RequestInit) => Promise<CallResponse>;
  now: Date;
}

export interface RenderedPage {
  status: number;
  html: string;
  headers: Record<string, string>;
  /** The version of the catalogue, and until when, in milliseconds since the epoch, it means the same page for everybody. null: not to be kept. */
  kept: { version: string; until: number } | null;
}

export async function render(request: RenderRequest): Promise<RenderedPage> {
  const { slug, base, path, search, origin } = request;
  const query = new URLSearchParams(search);
  const language: Language = request.language === 'ar' ? 'ar' : 'en';
  let catalogue: Catalogue;
  try {
    const client = createClient({ fetch: request.fetch, token: () => null, origin });
    catalogue = await client.call('GET /site/:slug', { params: { slug } });
  } catch (error) {
    return withoutRestaurant(error, language);
  }

  const { version } = catalogue;
  const below = pathBelow(base, path);
  if (catalogue.restaurant.isClosed === true && !isReadWhileClosed(below)) return closedPage(catalogue, language, base);
  const file = siteFile(below, catalogue, language, { origin, base });
  if (file !== null) return { status: 200, html: file, headers: {}, kept: { version, until: Infinity } };

  const { platformOrigin: formerOrigin } = request;
  const words = wordsOf[language];
  const asked = { path: below ?? '', basket: emptyBasket(), now: request.now };
  const data: SiteData = {
    catalogue: showSales(catalogue, { words, language }, asked),
    base,
    ...(formerOrigin !== origin && { formerOrigin }),
    renderedAt: request.now.toISOString(),
    language,
    moneySample: moneySample(catalogue.restaurant.currency as Currency, language),
  };
  const notes: PageNotes = {};
  const body = renderToString(
    <SiteApp data={data} words={words} request={{ path, search, ItemPanel }} notes={notes} />,
  );
  const title = notes.title ?? restaurantName(catalogue.restaurant, language);
  const subject = { menu: readMenu(catalogue), language, origin, base, now: request.now };
  const facts = notes.statusCode === undefined ? pageFacts(subject, path, query) : null;
  return {
    status: notes.statusCode ?? 200,
    html: pageDocument({ language, title, body, data, facts }),
    headers: {},
    kept: { version, until: pageTrueUntil(catalogue, asked) },
  };
}

function isReadWhileClosed(path: string | null): boolean {
  return path !== null && patternsWhileClosed.some((pattern) => matchPattern(pattern, path) !== null);
}

/** The page of a restaurant that its owner has closed; in the browser there is a screen that says the same. */
function closedPage({ restaurant }: Catalogue, language: Language, base: string): RenderedPage {
  const { languages } = restaurant;
  const words = documentWords[language];
  const title = words.restaurantClosed(restaurantName(restaurant, language));
  const others = languages
    .filter((other) => other !== language)
    .map((other) => linkTo(`?lang=${other}`, ownNames[other], other));
  const body =
    `<main class="standalone"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words.restaurantClosedHint)}</p>` +
    `<p>${[linkTo(pathsOf(base).myOrders(), words.myOrders), ...others].join(' ')}</p></main>`;
  const html = pageDocument({ language, title, body, data: null, facts: null });
  return { status: 410, html, headers: {}, kept: null };
}

function linkTo(address: string, text: string, language?: Language): string {
  const lang = language === undefined ? '' : ` lang="${language}" hreflang="${language}"`;
  return `<a href="${escapeHtml(address)}"${lang}>${escapeHtml(text)}</a>`;
}

/** Files beside the pages, made of the same catalogue; `server/http/pages/pages.ts` knows their types. */
function siteFile(path: string | null, catalogue: Catalogue, language: Language, address: SiteAddress): string | null {
  const { origin, base } = address;
  if (path === '/sitemap.xml') return sitemap(catalogue, address);
  if (path === '/manifest.webmanifest') return JSON.stringify(manifest(catalogue, language, base));
  if (path === '/service-worker.js') return serviceWorker(base);
  // The platform's own names the sitemaps of the sites below it.
  if (path === '/robots.txt' && base === '')
    return `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`;
  return null;
}

/** No such restaurant, or none to be had at the moment. */
function withoutRestaurant(error: unknown, language: Language): RenderedPage {
  const status = error instanceof CallError ? error.status : 500;
  const isUnknown = status === 404;
  const words = documentWords[language];
  const title = isUnknown ? words.restaurantUnknown : words.siteUnavailable;
  const hint = isUnknown ? words.restaurantUnknownHint : words.siteUnavailableHint;
  const body = `<main class="standalone"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(hint)}</p></main>`;
  return {
    status: isUnknown ? 404 : 503,
    html: pageDocument({ language, title, body, data: null, facts: null }),
    headers: isUnknown ? {} : { 'retry-after': '5' },
    kept: null,
  };
}
