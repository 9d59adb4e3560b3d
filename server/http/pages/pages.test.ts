import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { countRendered, makeDist, startPages } from '#server/test/servers/pages.ts';
import { loadBuiltApps } from './built-apps.ts';

let dist: string;
let now: Date;
let version: string;

beforeAll(async () => {
  dist = await makeDist();
});
afterAll(() => rm(dist, { recursive: true }));
beforeEach(() => {
  now = new Date('2026-03-01T10:00:10Z');
  version = 'v1';
});
afterEach(closeBareServers);

async function start() {
  const app = await startPages(dist, { now: () => now, version: () => version });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  return { app, get };
}

describe('the dashboard', () => {
  test.each([
    '/',
    '/login',
    '/login/company?restaurant=1',
    '/login/company/callback/1?code=2',
    '/signup',
    '/forgot-password',
    '/recover-password',
    '/verify-email',
    '/dashboard',
    '/dashboard/',
    '/dashboard/live-orders/1',
  ])('%s is its single page', async (url) => {
    const reply = await (await start()).get(url);
    expect([reply.statusCode, reply.body]).toEqual([200, '<!doctype html><title>Order Manager</title>']);
    expect(reply.headers['content-security-policy']).toContain("script-src 'self';");
    expect(reply.headers['content-security-policy']).toContain("img-src 'self' data: blob: https://tiles.test;");
    expect(reply.headers['cache-control']).toBe('no-cache');
  });

  test.each([
    ['/dashboard/restaurants', '/dashboard/resturants'],
    ['/dashboard/create-restaurant', '/dashboard/create-resturant'],
  ])('%s redirects to %s', async (url, target) => {
    const reply = await (await start()).get(url);
    expect([reply.statusCode, reply.headers['location']]).toEqual([301, target]);
  });
});

describe('the built files', () => {
  test('are cached for a year and sent compressed', async () => {
    const reply = await (await start()).get('/assets/app-a1b2.js', { 'accept-encoding': 'br' });
    expect(reply.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
    });
    expect(reply.headers['content-type']).toMatch(/javascript/);
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe('console.log(1)');
  });

  test.each([
    '/assets/none.js',
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/%2e%2e%2fsecret.txt',
    '/assets/..%5csecret.txt',
    '/assets/%00',
    '/assets/app-a1b2.js%00.css',
    '/assets//etc/passwd',
    '/assets/%E0%A4%A',
  ])('%s is no file', async (url) => {
    const reply = await (await start()).get(url);
    expect([400, 404]).toContain(reply.statusCode);
    expect(reply.body).not.toMatch(/^secret|root:/);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  });
});

test.each(['/assets', '/assets/', '/assets/.', '/dashboard/', '/'])('%s lists no files', async (url) => {
  const { body } = await (await start()).get(url);
  expect(body).not.toMatch(/app-a1b2|secret\.txt|storefront\.js/);
});

const dish = '0194f1a0-0000-7000-8000-000000000000';

describe('a page of a site', () => {
  test('is rendered with data of the API and cached until the version changes, or what it says by the clock', async () => {
    const { get } = await start();
    const before = countRendered();
    const first = await get('/shop');
    expect(first.headers['content-security-policy']).toContain("img-src 'self' data: blob: https://tiles.test;");
    expect(first.body).toContain(
      '{"slug":"shop","base":"/shop","path":"/shop","search":"","language":"en","origin":"http://shop.test","version":"v1"',
    );
    expect((await get('/shop/')).body).toBe(first.body);
    expect((await get('/shop', { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304);
    const compressed = await get('/shop', { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(first.body);
    expect(countRendered() - before).toBe(1);

    version = 'v2';
    const changed = await get('/shop');
    expect(changed.body).toContain('"version":"v2"');
    expect(changed.headers['etag']).not.toBe(first.headers['etag']);
    now = new Date('2026-03-01T10:59:59.999Z');
    expect((await get('/shop')).body).toBe(changed.body);
    now = new Date('2026-03-01T11:00:00Z');
    expect((await get('/shop')).body).toContain('11:00:00');
    expect(countRendered() - before).toBe(3);
    // The clock of the machine is set back.
    now = new Date('2026-03-01T10:30:00Z');
    expect((await get('/shop')).body).toContain('10:30:00');
    expect(countRendered() - before).toBe(4);
  });

  test('is rendered once for concurrent requests after its time', async () => {
    const { get } = await start();
    await get('/shop');
    now = new Date('2026-03-01T11:00:00Z');
    const before = countRendered();
    const replies = await Promise.all(Array.from({ length: 20 }, () => get('/shop')));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect(replies[0]!.body).toContain('11:00:00');
    expect(countRendered() - before).toBe(1);
  });

  test('is not cached as the version that was asked for where it changed meanwhile, because that may come back', async () => {
    let asked = 0;
    const app = await startPages(dist, { now: () => now, version: () => (++asked === 2 ? 'v2' : 'v1') });
    const get = async () => (await app.inject('/shop')).body;
    expect(await get()).toContain('"version":"v2"');
    const before = countRendered();
    expect(await get()).toContain('"version":"v1"');
    expect(await get()).toContain('"version":"v1"');
    expect(countRendered() - before).toBe(1);
  });

  test('is rendered once, whatever queries stand in its address that it does not read', async () => {
    const { get } = await start();
    const before = countRendered();
    const first = await get('/shop');
    for (const search of [
      '?x=1',
      '?x=2',
      '?itemId=1',
      '?next=checkout',
      '?lang=zz',
      '?lang=%00',
      '?&&&',
      '?lang=zzz&y',
    ]) {
      expect((await get(`/shop${search}`)).body).toBe(first.body);
    }
    expect(countRendered() - before).toBe(1);
  });

  test('is rendered once for concurrent requests', async () => {
    const { get } = await start();
    const before = countRendered();
    const replies = await Promise.all(Array.from({ length: 20 }, () => get('/shop')));
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
    expect(countRendered() - before).toBe(1);
  });

  test('is not cached when the site forbids it, nor for a dish', async () => {
    const { get } = await start();
    await get('/private');
    now = new Date('2026-03-01T10:00:20Z');
    expect((await get('/private')).body).toContain('10:00:20');
    expect((await get('/shop/pickup/Marina')).body).toContain('"path":"/shop/pickup/Marina"');
    expect((await get('/shop?lang=ar')).body).toContain('"search":"?lang=ar"');
    expect((await get(`/shop/pickup/Marina/item?itemId=${dish}&lineId=1`)).body).toContain(
      `"search":"?itemId=${dish}"`,
    );
    expect((await get('/shop/auth?next=checkout&x=1')).body).toContain('"search":"?next=checkout"');
    expect((await get('/shop')).body).toContain('"search":""');
  });
});

describe('a page in several languages', () => {
  const inArabic = { 'accept-language': 'ar-AE,ar;q=0.9' };

  test('is in the language of its reader, and names the headers that decided', async () => {
    const { get } = await start();
    const [english, arabic, chosen] = [
      await get('/shop', { 'accept-language': 'en' }),
      await get('/shop', inArabic),
      await get('/shop', { ...inArabic, cookie: 'lang=en' }),
    ];
    expect([english, arabic, chosen].map(({ headers }) => headers['content-language'])).toEqual(['en', 'ar', 'en']);
    expect(arabic.body).toContain('"language":"ar"');
    expect(arabic.headers['vary']).toBe('accept-encoding, accept-language, cookie');
    expect(chosen.headers['etag']).toBe(english.headers['etag']);
  });

  test('is cached once per language, without mixing them', async () => {
    const { get } = await start();
    const before = countRendered();
    const english = await get('/shop');
    const arabic = await get('/shop', inArabic);
    await get('/shop', { cookie: 'lang=ar' });
    expect(countRendered() - before).toBe(2);
    const known = { 'if-none-match': String(english.headers['etag']) };
    expect((await get('/shop', known)).statusCode).toBe(304);
    const other = await get('/shop', { ...known, ...inArabic });
    expect([other.statusCode, other.headers['etag']]).toEqual([200, arabic.headers['etag']]);
  });

  test('is the same for everybody when the address names the language, or there is only one', async () => {
    const { get } = await start();
    const named = await get('/shop?lang=ar', { 'accept-language': 'en', cookie: 'lang=en' });
    expect(named.headers).toMatchObject({ 'content-language': 'ar', vary: 'accept-encoding' });
    const only = await get('/english?lang=ar', { ...inArabic, cookie: 'lang=ar' });
    expect(only.headers).toMatchObject({ 'content-language': 'en', vary: 'accept-encoding' });
  });

  test('chooses its language the same way when it is not cached', async () => {
    const { get } = await start();
    expect((await get('/private', inArabic)).headers).toMatchObject({
      'content-language': 'ar',
      vary: 'accept-encoding, accept-language, cookie',
    });
    expect((await get('/unknown', inArabic)).body).toContain('"language":"ar"');
  });
});

describe('a site that has moved', () => {
  test.each([
    ['/old-shop', '/shop'],
    ['/OLD-Shop/menu', '/shop/menu'],
    ['/old-shop/pickup/Marina%20Walk?itemId=7&lang=ar', '/shop/pickup/Marina%20Walk?itemId=7&lang=ar'],
    ['/old-shop//evil.test/', '/shop//evil.test'],
    ['/%6Fld-sho%70/menu', '/shop/menu'],
    ['/%6Fld-shop', '/shop'],
  ])('%s redirects to %s', async (url, target) => {
    const reply = await (await start()).get(url);
    const { statusCode, headers } = reply;
    expect([statusCode, headers['location'], headers['cache-control']]).toEqual([301, target, 'no-cache']);
  });
});

describe('a page that is not cached', () => {
  test('is rendered for each request and sent compressed', async () => {
    const reply = await (await start()).get(`/shop/item?itemId=${dish}`, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(reply.rawPayload).toString()).toContain(`"path":"/shop/item","search":"?itemId=${dish}"`);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  });

  test('an unknown site has its own page', async () => {
    const reply = await (await start()).get('/unknown');
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('a failing page is an error page for a browser, again and again', async () => {
    const { get } = await start();
    for (let i = 0; i < 2; i++) {
      const reply = await get('/broken', { accept: 'text/html,application/xhtml+xml' });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
      expect(reply.body).not.toContain('no page for you');
    }
  });

  test.each(['/api', '/api/v1/nothing', '/api/nothing', '//evil.test', '/a%2fb', '/%3Cscript%3E', '/favicon.ico'])(
    '%s is not a site',
    async (url) => {
      expect((await (await start()).get(url)).statusCode).toBe(404);
    },
  );

  test('cannot be posted to', async () => {
    const reply = await (await start()).app.inject({ method: 'POST', url: '/shop/checkout', payload: {} });
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

test('a build that is missing, or whose pages cannot be drawn, is named before the server is ready', async () => {
  await expect(loadBuiltApps('/nowhere')).rejects.toThrow('The apps are not built in /nowhere. Run "npm run build".');
  const broken = await makeDist();
  await writeFile(join(broken, 'ssr', 'storefront.js'), 'import "./assets/gone.js";');
  await expect(loadBuiltApps(broken)).rejects.toThrow(`The apps are not built in ${broken}.`);
  await rm(broken, { recursive: true });
});
