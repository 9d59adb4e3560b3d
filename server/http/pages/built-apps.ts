import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CallResponse } from '#contract/base/client.ts';
import { Prepared } from '../answers/prepared.ts';

/** The input of the storefront's renderer, `storefront/entry-server.tsx`. */
export interface PageRequest {
  slug: string;
  /** '/millers-cafe', or '' on an own domain. */
  base: string;
  /** The whole path, which begins with the base, '/millers-cafe/checkout'; `search` is '?a=b' or ''. */
  path: string;
  search: string;
  /** One of the languages that the site is offered in. */
  language: string;
  /** The address that the site is at: 'https://order.example.com'. */
  origin: string;
  /** The platform's origin: equal to `origin`, except on an own domain. */
  platformOrigin: string;
  fetch: (url: string, init: RequestInit) => Promise<CallResponse>;
  now: Date;
}

/** A complete page. */
export interface RenderedPage {
  status: number;
  html: string;
  headers?: Record<string, string>;
  /** How long it is the same for everybody; null: it is for this request only. */
  kept?: {
    /** The version of the site's content from which the page was rendered. */
    version: string;
    /** Milliseconds since the epoch until which it is true. */
    until: number;
  } | null;
}

/** The two apps as built into `dist`. */
export interface BuiltApps {
  assetsFolder: string;
  /** The single page of the dashboard. */
  dashboard: Prepared;
  /** The single page of a driver. */
  driver: Prepared;
  /** The script of the dashboard's service worker. */
  dashboardWorker: Prepared;
  render: (request: PageRequest) => Promise<RenderedPage>;
}

/** Loads the output of `npm run build`. @throws an Error that says to build. */
export async function loadBuiltApps(folder: string): Promise<BuiltApps> {
  try {
    const bundle: unknown = await import(pathToFileURL(join(folder, 'ssr', 'storefront.js')).href);
    return {
      assetsFolder: join(folder, 'client', 'assets'),
      dashboard: new Prepared(await readFile(join(folder, 'client', 'dashboard', 'index.html'), 'utf8')),
      driver: new Prepared(await readFile(join(folder, 'client', 'storefront', 'driver', 'index.html'), 'utf8')),
      dashboardWorker: new Prepared(await readFile(join(folder, 'client', 'dashboard', 'service-worker.js'), 'utf8')),
      render: (bundle as Pick<BuiltApps, 'render'>).render,
    };
  } catch (error) {
    throw new Error(`The apps are not built in ${folder}. Run "npm run build".`, { cause: error });
  }
}
