import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { RestaurantId } from '#contract/base/ids.ts';
import { endpoint } from '#contract/base/endpoint.ts';
import { addOpenRoutes } from '#server/http/open-routes.ts';
import { Prepared } from '#server/http/answers/prepared.ts';
import { loadBuiltApps } from '#server/http/pages/built-apps.ts';
import { pageRoutes } from '#server/http/pages/pages.ts';
import { startBareServer } from './bare-server.ts';

/** A site that shows when it was rendered, its input, and the answer of the API. It says something else at each full hour. */
const bundle = `
async function render(request) {
  const { slug, base, path, search, language, origin, now } = request;
  globalThis.renderedPages = (globalThis.renderedPages ?? 0) + 1;
  if (slug === 'broken') throw new Error('no page for you');
  const answer = await request.fetch(origin + '/api/v1/echo/' + slug, { method: 'GET', headers: {} });
  const { version } = await answer.json();
  const text = JSON.stringify({ slug, base, path, search, language, origin, version, at: now.toISOString() });
  const hour = 3_600_000;
  const until = (Math.floor(now / hour) + 1) * hour;
  const filler = '<p>dish</p>'.repeat(200);
  return { status: slug === 'unknown' ? 404 : 200, html: '<!doctype html>' + text + filler, kept: slug === 'private' ? null : { version, until } };
}
  export { render };`;

/** How often a page was rendered, in all servers of this file. */
export const countRendered = () => (globalThis as { renderedPages?: number }).renderedPages ?? 0;

/** A `dist` folder with that site. The caller removes it. */
export async function makeDist(): Promise<string> {
  const dist = await mkdtemp(join(tmpdir(), 'om-dist-'));
  await mkdir(join(dist, 'ssr'), { recursive: true });
  await mkdir(join(dist, 'client', 'assets'), { recursive: true });
  await mkdir(join(dist, 'client', 'dashboard'), { recursive: true });
  await writeFile(join(dist, 'package.json'), '{"type":"module"}');
  await writeFile(join(dist, 'ssr', 'storefront.js'), bundle);
  await writeFile(join(dist, 'client', 'dashboard', 'index.html'), '<!doctype html><title>Order Manager</title>');
  await mkdir(join(dist, 'client', 'storefront', 'driver'), { recursive: true });
  await writeFile(
    join(dist, 'client', 'storefront', 'driver', 'index.html'),
    '<!doctype html><title>Deliveries</title>',
  );
  await writeFile(join(dist, 'client', 'dashboard', 'service-worker.js'), 'addEventListener("push", () => {})');
  await writeFile(join(dist, 'client', 'assets', 'app-a1b2.js'), 'console.log(1)');
  await writeFile(join(dist, 'client', 'assets', 'app-a1b2.js.br'), brotliCompressSync('console.log(1)'));
  await writeFile(join(dist, 'client', 'secret.txt'), 'secret');
  return dist;
}

/** A server of that site's pages. `version` is that of its content. */
export async function startPages(
  dist: string,
  { now, version }: { now: () => Date; version: () => string },
): Promise<FastifyInstance> {
  const echo = endpoint({
    summary: '',
    callers: ['anonymous'],
    params: z.object({ slug: z.string() }),
    answer: z.object({ version: z.string() }),
    errors: [],
  });
  const menu = async () => {
    const made = version();
    return new Prepared(JSON.stringify({ version: made }), made, () => version() === made);
  };
  const app = await startBareServer(
    { 'GET /echo/:slug': echo },
    { 'GET /echo/:slug': menu },
    { isReady: false, expectsErrors: true },
  );
  const routes = await pageRoutes(app, {
    apps: await loadBuiltApps(dist),
    origin: 'http://shop.test',
    originOf: (domain) => `http://${domain}`,
    tileOrigins: ['https://tiles.test'],
    languages: ['en', 'ar'],
    clock: now,
    findSite: async (slug) => {
      if (slug === 'unknown') return null;
      const found = version();
      return {
        slug: slug.toLowerCase() === 'old-shop' ? 'shop' : slug.toLowerCase(),
        restaurantId: '00000000-0000-4000-8000-000000000001' as RestaurantId,
        domain: null,
        version: found,
        isCurrent: () => version() === found,
        languages: slug === 'english' ? ['en'] : ['en', 'ar'],
      };
    },
  });
  addOpenRoutes(app, routes);
  await app.ready();
  return app;
}

/** An answer with its bytes as they were sent. */
export interface NetworkReply {
  status: number;
  headers: Record<string, unknown>;
  body: Buffer;
}

/** Asks a listening server over a connection of its own. */
export function getByNetwork(
  app: FastifyInstance,
  path: string,
  headers: Record<string, string> = {},
): Promise<NetworkReply> {
  const { port } = app.server.address() as AddressInfo;
  const sent = { 'accept-encoding': 'br', ...headers };
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: sent, agent: false }, (response) => {
      buffer(response).then((body) => done({ status: response.statusCode!, headers: response.headers, body }), fail);
    });
    asked.on('error', fail).end();
  });
}
