/**
 * The service worker of one restaurant's site: it keeps the menu that was loaded last, to be read without a connection, and says how
 * old it is. Calls of the API pass it by. Files are kept by their names, which change with their content, in a cache of this build;
 * the next build's worker takes over once no page of this one is open, and clears that away, so no page ever gets a mixture. To a
 * guest who wants it, it shows what the server pushes of their orders.
 */
import { scripts, start, words as wordFiles } from 'virtual:client-assets';
import type { Language } from '#contract/base/enumerations.ts';
import { dateLocales } from '../language/language.ts';
import { pathsOf } from '../routing/paths.ts';
import { documentWords } from './words.ts';

interface Settings {
  build: string;
  /** '/demo', or '' on an own domain: what the worker answers for. */
  base: string;
  menu: string;
  /** The page of the guest's orders. */
  orders: string;
  /** The sentence above a page that comes from the cache, by its language; {time} is when it was loaded. */
  notes: Record<Language, string>;
  /** For the day of that time. */
  locales: Record<Language, string>;
}

export function serviceWorker(base: string): string {
  const paths = pathsOf(base);
  const settings: Settings = {
    build: [start, ...scripts, ...Object.values(wordFiles)].map((file) => file.replace(/^.*[-/]/, '')).join('.'),
    base: paths.base,
    menu: paths.menu(),
    orders: paths.myOrders(),
    notes: { en: documentWords.en.offline, ar: documentWords.ar.offline },
    locales: dateLocales,
  };
  return `(${runWorker.toString()})(${JSON.stringify(settings)});\n`;
}

/** The part of a worker's surroundings that is used here: the types of the page know nothing of workers. */
interface Worker {
  location: { origin: string; hostname: string };
  caches: CacheStorage;
  clients: { claim: () => Promise<void>; openWindow: (address: string) => Promise<unknown> };
  registration: { showNotification: (title: string, options: object) => Promise<void> };
  addEventListener: (
    type: 'install' | 'activate' | 'fetch' | 'push' | 'notificationclick',
    listener: (event: {
      request: Request;
      data: { json: () => unknown } | null;
      notification: { close: () => void };
      waitUntil: (work: Promise<unknown>) => void;
      respondWith: (response: Promise<Response>) => void;
    }) => void,
  ) => void;
}

/** Runs in the worker, as text: it may use nothing of this file but its argument. */
function runWorker({ build, base, menu, orders, notes, locales }: Settings): void {
  // The types of the page are those of a window.
  const worker = globalThis as unknown as Worker;
  const prefix = `site ${base} `;
  const cacheName = `${prefix}${build}`;
  const cachedAtHeader = 'x-kept-at';
  /** Pictures and files; a menu has some hundred. */
  const mostFiles = 600;

  worker.addEventListener('install', (event) => event.waitUntil(cacheMenu()));
  worker.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches().then(() => worker.clients.claim())));
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== worker.location.origin) return;
    if (pathname.startsWith('/assets/') || pathname.startsWith('/media/')) event.respondWith(fileOf(request));
    else if (request.mode === 'navigate' && (pathname === base || pathname.startsWith(`${base}/`)))
      event.respondWith(pageOf(request, pathname, event.waitUntil.bind(event)));
  });

  worker.addEventListener('push', (event) => event.waitUntil(showNews(event.data)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(worker.clients.openWindow(orders));
  });

  /** Something is shown in any case: a browser ends the subscription of a page that takes a push in silence. */
  function showNews(data: { json: () => unknown } | null): Promise<void> {
    let news: { language?: string; title?: string; body?: string } = {};
    try {
      news = data?.json() ?? {};
    } catch {
      // Not of this server's making.
    }
    const { language = 'en', title = worker.location.hostname, body = '' } = news;
    return worker.registration.showNotification(title, {
      body,
      icon: `${base}/icon-any-192.png`,
      lang: language,
      dir: language === 'ar' ? 'rtl' : 'ltr',
    });
  }

  async function cacheMenu(): Promise<void> {
    const page = await fetch(menu, { cache: 'no-cache' });
    if (page.ok) await cachePage(menu, page);
  }

  /** The page and what it needs to be seen; what the page loads later is kept when it does. */
  async function cachePage(address: string, page: Response): Promise<void> {
    const cache = await worker.caches.open(cacheName);
    const text = await page.text();
    const files = [...new Set([...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!))];
    await Promise.all(files.map(async (file) => (await cache.match(file)) ?? cache.add(file)));
    const headers = { 'content-type': 'text/html; charset=utf-8', [cachedAtHeader]: new Date().toISOString() };
    await cache.put(address, new Response(text, { headers }));
  }

  async function deleteOldCaches(): Promise<void> {
    const names = await worker.caches.keys();
    const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(old.map((name) => worker.caches.delete(name)));
  }

  async function fileOf(request: Request): Promise<Response> {
    const cache = await worker.caches.open(cacheName);
    const kept = await cache.match(request);
    if (kept !== undefined) return kept;
    const file = await fetch(request);
    if (file.status === 200) {
      const names = await cache.keys();
      if (names.length >= mostFiles) await cache.delete(names.find(({ url }) => url.includes('/media/')) ?? names[0]!);
      await cache.put(request, file.clone());
    }
    return file;
  }

  async function pageOf(
    request: Request,
    pathname: string,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<Response> {
    try {
      const page = await fetch(request);
      // A full disk is no reason to show nothing.
      if (page.ok && pathname === menu) waitUntil(cachePage(request.url, page.clone()).catch(() => undefined));
      return page;
    } catch (error) {
      const cache = await worker.caches.open(cacheName);
      const kept = await cache.match(request.url);
      if (kept !== undefined) return withAge(kept);
      if (pathname !== menu) return Response.redirect(menu);
      const other = await cache.match(menu);
      if (other !== undefined) return withAge(other);
      throw error;
    }
  }

  async function withAge(kept: Response): Promise<Response> {
    const text = await kept.text();
    const language = text.includes('<html lang="ar"') ? 'ar' : 'en';
    const keptAt = new Date(kept.headers.get(cachedAtHeader) ?? 0);
    const isToday = keptAt.toDateString() === new Date().toDateString();
    const time = new Intl.DateTimeFormat(locales[language], {
      ...(isToday ? {} : { dateStyle: 'medium' as const }),
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(keptAt);
    const note = `<p class="kept-note" role="status">${notes[language].replace('{time}', time)}</p>`;
    const html = text.replace(/<body[^>]*>/, (body) => `${body}${note}`);
    return new Response(html, { headers: kept.headers });
  }
}
