import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Prepared } from './prepared.ts';

/** What the storefront's page maker is asked: `storefront/entry-server.tsx` answers. */
export interface PageRequest {
  slug: string;
  /** The whole path, '/millers-cafe/checkout', and what follows it, '?a=b' or ''. */
  path: string;
  search: string;
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
      dashboard: await preparePage(await readFile(join(folder, 'client', 'dashboard', 'index.html'), 'utf8')),
      render: (bundle as Pick<BuiltApps, 'render'>).render,
    };
  } catch (error) {
    throw new Error(`The apps are not built in ${folder}. Run "npm run build".`, { cause: error });
  }
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** A page as it is sent: compressed once, with an ETag of its content. */
export async function preparePage(html: string): Promise<Prepared> {
  const body = Buffer.from(html);
  const [gzipped, brotli] = await Promise.all([
    compressGzip(body, { level: 6 }),
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  ]);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return new Prepared({ body, etag, brotli, gzip: gzipped });
}
