import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { getByNetwork, makeDist, type NetworkReply, startPages } from '#server/test/servers/pages.ts';

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

async function listen() {
  const app = await startPages(dist, { now: () => now, version: () => version });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (path: string, headers?: Record<string, string>) => getByNetwork(app, path, headers);
}

const textOf = ({ body }: NetworkReply) => brotliDecompressSync(body).toString();
const withoutMoment = ({ status, headers: { date: _, 'x-request-id': __, ...headers } }: NetworkReply) => [
  status,
  headers,
];

test('a page that is kept is the one that its reader would get from the router: by language, version and time', async () => {
  const get = await listen();
  const arabic = { 'accept-language': 'ar' };
  for (let n = 0; n < 2; n++) {
    expect(textOf(await get('/shop'))).toContain('"language":"en","origin":"http://shop.test","version":"v1"');
    expect(textOf(await get('/shop', arabic))).toContain('"language":"ar"');
    expect(textOf(await get('/shop', { ...arabic, cookie: 'a=b; lang=en' }))).toContain('"language":"en"');
    expect(textOf(await get('/shop?lang=ar'))).toContain('"language":"ar"');
    expect(textOf(await get('/shop?lang=en', arabic))).toContain('"language":"en"');
  }
  version = 'v2';
  for (let n = 0; n < 2; n++) expect(textOf(await get('/shop'))).toContain('"version":"v2"');
  now = new Date('2026-03-01T10:59:59.999Z');
  for (let n = 0; n < 2; n++) expect(textOf(await get('/shop'))).toContain('10:00:10');
  now = new Date('2026-03-01T11:00:00Z');
  for (let n = 0; n < 2; n++) expect(textOf(await get('/shop'))).toContain('11:00:00');
});

test.each(['/shop', '/english', '/shop?lang=ar', '/assets/app-a1b2.js'])(
  '%s has the headers and bytes that the router sent',
  async (path) => {
    const get = await listen();
    const [first, second] = [await get(path), await get(path)];
    expect(withoutMoment(second)).toEqual(withoutMoment(first));
    expect(second.body.equals(first.body)).toBe(true);
    const known = { 'if-none-match': String(first.headers['etag']) };
    expect((await get(path, known)).status).toBe(304);
  },
);

test('a file is kept under one address, so that ever new ones of it displace nothing', async () => {
  const own = await makeDist();
  onTestFinished(() => rm(own, { recursive: true }));
  const app = await startPages(own, { now: () => now, version: () => version });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const addresses = ['/assets/app-a1b2.js', '/assets/app-a1b2.js?1', '/assets/%61pp-a1b2.js'];
  const statuses = async () => Promise.all(addresses.map(async (address) => (await getByNetwork(app, address)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  // From here on only what is kept can be sent.
  await rm(join(own, 'client', 'assets'), { recursive: true });
  expect(await statuses()).toEqual([200, 404, 404]);
});

test('a page stays that of its reader, whichever headers others sent before', async () => {
  const get = await listen();
  await get('/shop', { 'accept-language': 'ar' });
  await get('/shop', { 'accept-language': 'en' });
  for (let n = 0; n < 40; n++) {
    const language = n % 3 === 0 ? 'ar' : 'en';
    const cookie = `${'x'.repeat(n * 10)}=1; lang=${language}`;
    expect(textOf(await get('/shop', { cookie }))).toContain(`"language":"${language}"`);
  }
});
