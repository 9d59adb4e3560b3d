import { rm } from 'node:fs/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { getByNetwork, makeDist, type NetworkReply, startPages } from '#server/test/servers/pages.ts';

const begin = new Date('2026-03-01T10:00:10Z').getTime();

let dist: string;
let now: number;
let version: string;
beforeAll(async () => {
  dist = await makeDist();
});
afterAll(() => rm(dist, { recursive: true }));
beforeEach(() => {
  now = begin;
  version = 'v1';
});
afterEach(closeBareServers);

interface Stored {
  body: string;
  etag: string;
  storedAt: number;
  freshMs: number;
  staleMs: number;
}

/** A shared cache that does what the headers of answers say (RFC 9111, RFC 5861), with its own header first (RFC 9213). */
class SharedCache {
  readonly #ask: (path: string, headers: Record<string, string>) => Promise<NetworkReply>;
  readonly #readsOwnHeader: boolean;
  readonly #stored = new Map<string, Stored>();
  /** When the server was asked, in milliseconds of the simulated clock. */
  readonly asked: number[] = [];

  constructor(ask: (path: string, headers: Record<string, string>) => Promise<NetworkReply>, readsOwnHeader: boolean) {
    this.#ask = ask;
    this.#readsOwnHeader = readsOwnHeader;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<string> {
    const found = this.#stored.get(path);
    if (found === undefined) return this.#fetch(path, headers);
    const age = now - found.storedAt;
    if (age < found.freshMs) return found.body;
    if (age >= found.freshMs + found.staleMs) return this.#fetch(path, headers, found);
    const { body } = found;
    // Others ask at the same moment and get the stale one as well; only the first asks the server.
    await this.#fetch(path, headers, found);
    return body;
  }

  async #fetch(path: string, headers: Record<string, string>, known?: Stored): Promise<string> {
    this.asked.push(now);
    const reply = await this.#ask(path, { ...headers, ...(known && { 'if-none-match': known.etag }) });
    const body = reply.status === 304 ? known!.body : brotliDecompressSync(reply.body).toString();
    const own = this.#readsOwnHeader ? reply.headers['cdn-cache-control'] : undefined;
    const rules = String(own ?? reply.headers['cache-control']);
    const seconds = (name: string) => Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(rules)?.[1] ?? Number.NaN);
    const fresh = [seconds('s-maxage'), seconds('max-age')].find((value) => !Number.isNaN(value)) ?? 0;
    const isSame = String(reply.headers['vary']).toLowerCase() === 'accept-encoding';
    if (!/no-cache|no-store|private/.test(rules) && isSame && fresh > 0) {
      const staleMs = (seconds('stale-while-revalidate') || 0) * 1_000;
      this.#stored.set(path, {
        body,
        etag: String(reply.headers['etag']),
        storedAt: now,
        freshMs: fresh * 1_000,
        staleMs,
      });
    }
    return body;
  }
}

async function startBehindCache(readsOwnHeader: boolean): Promise<SharedCache> {
  const app = await startPages(dist, { now: () => new Date(now), version: () => version });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return new SharedCache((path, headers) => getByNetwork(app, path, headers), readsOwnHeader);
}

test.each([
  ['a cache that reads CDN-Cache-Control', '/shop?lang=ar', true],
  ['a cache that reads CDN-Cache-Control', '/english', true],
  ['a cache that reads Cache-Control alone', '/shop?lang=ar', false],
  ['a cache that reads Cache-Control alone', '/api/v1/echo/shop', false],
])(
  'behind %s, %s is asked for once a second instead of 1,000 times, and a change is seen within two',
  async (_, path, readsOwnHeader) => {
    const cache = await startBehindCache(readsOwnHeader);
    const changedAt = begin + 2_345;
    const stale: number[] = [];
    for (; now < begin + 6_000; now++) {
      if (now === changedAt) version = 'v2';
      const body = await cache.get(path);
      if (now >= changedAt && !body.includes('"version":"v2"')) stale.push(now - changedAt);
    }
    expect(Math.max(...stale)).toBeLessThan(2_000);
    expect(cache.asked.length).toBeLessThanOrEqual(6);
    for (const [index, at] of cache.asked.entries())
      if (index > 0) expect(at - cache.asked[index - 1]!).toBeGreaterThanOrEqual(1_000);
  },
);

test('behind a cache, a change by the clock is seen within two seconds as well', async () => {
  const hour = new Date('2026-03-01T11:00:00Z').getTime();
  const cache = await startBehindCache(true);
  const stale: number[] = [];
  for (now = hour - 2_500; now < hour + 3_500; now++) {
    const isNew = (await cache.get('/english')).includes('"at":"2026-03-01T11:00:0');
    if (now < hour) expect(isNew).toBe(false);
    else if (!isNew) stale.push(now - hour);
  }
  expect(Math.max(...stale)).toBeLessThan(2_000);
});

test('after a quiet hour nobody gets the page of before', async () => {
  const cache = await startBehindCache(true);
  await cache.get('/english');
  version = 'v2';
  now += 3_600_000;
  expect(await cache.get('/english')).toContain('"version":"v2"');
});

test('a page whose language the reader decides is kept by no shared cache', async () => {
  const cache = await startBehindCache(true);
  expect(await cache.get('/shop', { 'accept-language': 'en' })).toContain('"language":"en"');
  expect(await cache.get('/shop', { 'accept-language': 'ar' })).toContain('"language":"ar"');
  expect(await cache.get('/shop', { cookie: 'lang=ar' })).toContain('"language":"ar"');
  expect(cache.asked).toHaveLength(3);
});
