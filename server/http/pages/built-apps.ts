import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, type Prepared } from '../answers/prepared.ts';

/** The input of the storefront's renderer, `storefront/entry-server.tsx`. */
export interface PageRequest {
  slug: string;
  /** The whole path, '/millers-cafe/checkout'; `search` is '?a=b' or ''. */
  path: string;
  search: string;
  /** One of the languages that the site is offered in. */
  language: string;
  /** The product's public address: 'https://order.example.com'. */
  origin: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  now: Date;
}

/** A complete page. `cacheKey` null means for this request only. */
export interface RenderedPage {
  status: number;
  html: string;
  headers?: Record<string, string>;
  cacheKey?: string | null;
}

/** The two apps as built into `dist`. */
export interface BuiltApps {
  assetsFolder: string;
  /** The single page of the dashboard. */
  dashboard: Prepared;
  render: (request: PageRequest) => Promise<RenderedPage>;
}

/** Loads the output of `npm run build`. @throws an Error that says to build. */
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
