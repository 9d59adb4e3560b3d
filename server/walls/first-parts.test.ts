/** The first parts of addresses that are no sites: the server's routes, the words that no restaurant gets, and the proxies agree. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reservedSlugs } from '#server/modules/restaurants/slug.ts';
import { startApp } from '../test/servers/app.ts';
import { makeDist } from '../test/servers/pages.ts';

let firstParts: string[];
let dist: string;
beforeAll(async () => {
  dist = await makeDist();
  const found = new Set<string>();
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook(
      'onRoute',
      ({ url }) => void found.add(url.split('/')[1]!),
    );
  subscribe('fastify.initialization', watch);
  const server = await startApp({ distFolder: dist });
  unsubscribe('fastify.initialization', watch);
  await server.close();
  firstParts = [...found].filter((part) => part !== '' && !part.startsWith(':')).toSorted();
});
afterAll(() => rm(dist, { recursive: true }));

test('no restaurant gets one of them', () => {
  expect(firstParts).toEqual(expect.arrayContaining(['api', 'assets', 'dashboard', 'driver', 'media', 'print']));
  expect(firstParts.filter((part) => /^[a-z0-9-]+$/.test(part) && !reservedSlugs.has(part))).toEqual([]);
});

test.each([
  ['Caddyfile', /\((api\|[^)]*)\)/g, '|'],
  ['nginx.conf', /\((api\|[^)]*)\)/g, '|'],
  ['haproxy.cfg', /acl is_no_site .* -- (.*)$/gm, ' '],
])('%s takes none of them for a site', async (file, list, between) => {
  const shipped = await readFile(join(import.meta.dirname, '..', '..', 'deploy', file), 'utf8');
  const lists = [...shipped.matchAll(list)].map(([, parts]) => parts!.replaceAll('\\', '').split(between).toSorted());
  expect(lists.length).toBeGreaterThan(0);
  for (const parts of lists) expect(parts).toEqual(firstParts);
});
