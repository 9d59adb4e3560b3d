import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, type Prepared } from '../answers/prepared.ts';

/** What the storefront's page maker is asked: `storefront/entry-server.tsx` answers. */
export interface PageRequest {
  slug: string;
  /** The whole path, '/millers-cafe/checkout', and what follows it, '?a=b' or ''. */
  path: string;
  search: string;
  /** One of those that the site is offered in. */
  language: string;
  /** Where the product is reached: 'https://order.example.com'. */
  origin: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  now: Date;
}

/** A complete page. `cacheKey` null: it is for this request only. */
export interface RenderedPage {
  status: number;
  html: string;
  headers?: Record<string, string>;
  cacheKey?: string | null;
}

/** The two apps as the build left them in `dist`. */
export interface BuiltApps {
  assetsFolder: string;
  /** The one page of the dashboard. */
  dashboard: Prepared;
  render: (request: PageRequest) => Promise<RenderedPage>;
}

/** Loads what `npm run build` made. @throws an Error that says to build. */
export async function loadBuiltApps(folder: string): Promise<BuiltApps> {
  try {
    const bundle: unknown = await import(pathToFileURL(join(folder, 'ssr', 'storefront.js')).href);
    return {
      assetsFolder: join(folder, 'client', 'assets'),
      dashboard: await prepare(await readFile(join(folder, 'client', 'dashboard', 'index.html'), 'utf8')),
      render: (bundle as Pick<BuiltApps, 'render'>).render,
    };
  } catch (error) {
    throw new Error(`The apps are not built in ${folder}. Run "npm run build".`, { cause: error });
  }
}
