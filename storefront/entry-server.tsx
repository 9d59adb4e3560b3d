/** The guest's site as the server renders it: the same page for every guest, so that it can be kept and served again. */
import { renderToString } from 'react-dom/server';
import type { Catalogue } from '#contract/catalogue.ts';
import { CallError, createClient } from '#contract/client.ts';
import type { Language } from '#contract/enumerations.ts';
import { wordsOf } from './messages/all-words.ts';
import { escaped, pageDocument } from './page-document.ts';
import type { PageNotes, SiteData } from './site.tsx';
import { SiteApp } from './site-app.tsx';

export interface RenderRequest {
  /** The restaurant's, the first segment of the path. */
  slug: string;
  /** The whole path of the request as sent: '/demo/pickup/Marina%20Walk'. */
  path: string;
  /** The query, with or without '?'. */
  search: string;
  /** The site's own; `?lang=` in the address wins. */
  language: string;
  /** 'https://order.example.com'. */
  origin: string;
  /** Answers the calls of the API in this process. */
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  now: Date;
}

export interface RenderedPage {
  status: number;
  html: string;
  headers: Record<string, string>;
  /** The same key within the same minute means the same page: it says whether outlets are open. null: not to be kept. */
  cacheKey: string | null;
}

export async function render(request: RenderRequest): Promise<RenderedPage> {
  const { slug, path, search, origin } = request;
  const query = new URLSearchParams(search);
  const language = (query.get('lang') ?? request.language) === 'ar' ? 'ar' : 'en';
  const address = `${origin}${path}`;
  let catalogue: Catalogue;
  try {
    const client = createClient({ fetch: request.fetch, token: () => null, origin });
    catalogue = await client.call('GET /site/:slug', { params: { slug } });
  } catch (error) {
    return withoutRestaurant(error, language, address);
  }

  const data: SiteData = { catalogue, renderedAt: request.now.toISOString(), language };
  const notes: PageNotes = {};
  const body = renderToString(
    <SiteApp data={data} words={wordsOf[language]} request={{ path, search }} notes={notes} />,
  );
  const title = notes.title ?? catalogue.restaurant.name;
  return {
    status: notes.statusCode ?? 200,
    html: pageDocument({ language, title, body, data, address }),
    headers: {},
    cacheKey: [catalogue.version, language, path, query.get('itemId') ?? ''].join(' '),
  };
}

/** No such restaurant, or none to be had at the moment. */
function withoutRestaurant(error: unknown, language: Language, address: string): RenderedPage {
  const status = error instanceof CallError ? error.status : 500;
  const isUnknown = status === 404;
  const words = wordsOf[language];
  const title = isUnknown ? words.restaurantUnknown : words.siteUnavailable;
  const hint = isUnknown ? words.restaurantUnknownHint : words.siteUnavailableHint;
  const body = `<main class="standalone"><h1>${escaped(title)}</h1><p>${escaped(hint)}</p></main>`;
  return {
    status: isUnknown ? 404 : 503,
    html: pageDocument({ language, title, body, data: null, address }),
    headers: isUnknown ? {} : { 'retry-after': '5' },
    cacheKey: null,
  };
}
