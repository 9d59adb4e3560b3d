/** The proxies of `deploy/` lead each site to one of several servers, whichever way it is asked for. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from './machine.ts';
import { areInstalled, runProgram, writeNginxFile } from './programs.ts';

const deployed = (name: string) => readFile(join(import.meta.dirname, '..', '..', 'deploy', name), 'utf8');
const platform = 'orders.example.com';

let folder: string;
const servers: Server[] = [];
/** Names of servers that live, and are not ready. */
const unready = new Set<string>();
/** Names of servers that end a connection when a request comes, as one that dies at that moment. */
const dying = new Set<string>();
/** Names of the servers that were sent a POST. */
const posted: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-hashing-'));
  for (const name of ['one', 'two']) {
    const server = createServer(({ url, method, socket }, response) => {
      if (method === 'POST') posted.push(name);
      if (dying.has(name) && url !== '/readyz') return void socket.destroy();
      if (url === '/readyz' && unready.has(name)) response.statusCode = 503;
      response.end(name);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    servers.push(server);
  }
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Each starts a proxy with the shipped settings, but for ports and certificates, and returns its port. */
const proxies: Record<string, () => Promise<number>> = {
  caddy: async () => {
    const [http, https] = [await freePort(), await freePort()];
    const file = join(folder, 'Caddyfile');
    const text = await deployed('Caddyfile');
    await writeFile(
      file,
      text
        .replace(/^\{$/m, `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}`)
        // No certificates: own domains are served without TLS.
        .replace('https:// {\n\ttls {\n\t\ton_demand\n\t}', `http://*.example.test:${http} {`),
    );
    runProgram('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
      DOMAIN: `http://${platform}:${http}`,
      UPSTREAM: servers.map((server) => `127.0.0.1:${portOf(server)}`).join(' '),
      HOME: folder,
    });
    return http;
  },
  nginx: async () => {
    const port = await freePort();
    const text = await deployed('nginx.conf');
    const http = text
      .slice(0, text.lastIndexOf('server {'))
      .replace('server 127.0.0.1:3000;', servers.map((server) => `server 127.0.0.1:${portOf(server)};`).join(' '))
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replaceAll(/^ +ssl_certificate.*$/gm, '');
    runProgram('nginx', await writeNginxFile(folder, http));
    return port;
  },
  haproxy: async () => {
    const port = await freePort();
    const text = await deployed('haproxy.cfg');
    const file = join(folder, 'haproxy.cfg');
    await writeFile(
      file,
      text
        .replace('maxconn 20000', 'maxconn 100')
        .replace('bind :80', `bind 127.0.0.1:${port}`)
        .replaceAll(/^ +(bind :443|http-request redirect).*$/gm, '')
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${portOf(servers[0]!)}`)
        .replaceAll('127.0.0.1:3001', `127.0.0.1:${portOf(servers[1]!)}`),
    );
    runProgram('haproxy', ['-f', file]);
    return port;
  },
};

type Asked = { page?: string; host?: string; method?: string };
function ask(port: number, path: string, { page, host = platform, method = 'GET' }: Asked = {}) {
  return new Promise<string>((done) => {
    const headers = { host, ...(page !== undefined && { referer: `https://${platform}${page}` }) };
    const sent = request({ port, method, host: '127.0.0.1', path, headers }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => done(response.statusCode === 200 ? text : String(response.statusCode)));
    });
    sent.on('error', () => done('away'));
    sent.end();
  });
}

describe.each(Object.keys(proxies))('%s, where it is installed', (program) => {
  const isInstalled = areInstalled(program);
  test.skipIf(!isInstalled)('leads a site to one server, sites to both, and staff by their address', async () => {
    const port = await proxies[program]!();
    await expect.poll(() => ask(port, '/some-site/menu'), { timeout: 10_000 }).toMatch(/^(one|two)$/);
    const sites = Array.from({ length: 40 }, (_, n) => `site-${n}`);
    const found: string[] = [];
    for (const site of sites) {
      const server = await ask(port, `/${site}/menu`);
      found.push(server);
      const others = [
        await ask(port, `/${site}`),
        await ask(port, `/${site}/menu?lang=ar`),
        await ask(port, `/api/v1/site/${site}`),
        await ask(port, '/api/v1/order/create-order', { page: `/${site}/checkout` }),
        await ask(port, '/api/v1/order/quote-order', { page: `/${site}?lang=ar` }),
      ];
      expect(others, site).toEqual(Array(5).fill(server));
    }
    expect(found.filter((server) => server === 'one').length).toBeGreaterThan(5);
    expect(found.filter((server) => server === 'two').length).toBeGreaterThan(5);
    // From one address: whatever they ask for is with one server.
    const ofStaff = [
      await ask(port, '/dashboard/orders'),
      await ask(port, '/api/v1/order/history', { page: '/dashboard/history' }),
      await ask(port, '/api/v1/auth/signin', { page: '/login' }),
      await ask(port, '/'),
    ];
    const others = Array.from({ length: 20 }, (_, n) => [`/print/token-${n}`, `/payments/notify/kind/${n}`]).flat();
    for (const path of [...others, '/print/epson', '/healthz', '/robots.txt']) ofStaff.push(await ask(port, path));
    expect(new Set(ofStaff).size).toBe(1);
  });

  test.skipIf(!isInstalled)('leads the pictures of a restaurant to one server, restaurants to both', async () => {
    const port = await proxies[program]!();
    await expect.poll(() => ask(port, '/some-site/menu'), { timeout: 10_000 }).toMatch(/^(one|two)$/);
    const found: string[] = [];
    for (let n = 0; n < 20; n++) {
      const restaurant = `/media/0190a1b2-0000-7000-8000-${String(n).padStart(12, '0')}`;
      const server = await ask(port, `${restaurant}/a-640.webp`);
      const others = [
        await ask(port, `${restaurant}/b-88.webp`),
        await ask(port, `${restaurant}/a-640.webp`, { page: '/some-site/menu' }),
        await ask(port, `${restaurant}/a-640.webp`, { page: '/dashboard/menu' }),
      ];
      expect(others, restaurant).toEqual(Array(3).fill(server));
      found.push(server);
    }
    expect(new Set(found)).toEqual(new Set(['one', 'two']));
  });

  test.skipIf(!isInstalled)('leads an own domain to one server, whatever its page', async () => {
    const port = await proxies[program]!();
    await expect.poll(() => ask(port, '/menu'), { timeout: 10_000 }).toMatch(/^(one|two)$/);
    const found: string[] = [];
    for (let n = 0; n < 20; n++) {
      const host = `shop-${n}.example.test`;
      const answers = [
        await ask(port, '/', { host }),
        await ask(port, '/menu', { host }),
        await ask(port, '/checkout', { host }),
      ];
      expect(answers, host).toEqual(Array(3).fill(answers[0]));
      found.push(answers[0]!);
    }
    expect(new Set(found)).toEqual(new Set(['one', 'two']));
  });

  test.skipIf(!isInstalled)('asks the servers also while none is ready', async () => {
    const port = await proxies[program]!();
    await expect.poll(() => ask(port, '/some-site/menu'), { timeout: 10_000 }).toMatch(/^(one|two)$/);
    for (const name of ['one', 'two']) unready.add(name);
    onTestFinished(() => unready.clear());
    // A few of the checks that they make each second.
    await sleep(4_000);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(port, `/site-${n}/menu`)));
    expect(new Set(answers)).toEqual(new Set(['one', 'two']));
  });

  test.skipIf(!isInstalled)('fails nobody when a server is gone', async () => {
    const port = await proxies[program]!();
    const sites = Array.from({ length: 20 }, (_, n) => `/site-${n}/menu`);
    const askAll = async () => new Set(await Promise.all(sites.map((site) => ask(port, site))));
    await expect.poll(askAll, { timeout: 10_000 }).toEqual(new Set(['one', 'two']));
    const [gone] = servers as [Server];
    const address = gone.address() as AddressInfo;
    gone.close();
    gone.closeAllConnections();
    onTestFinished(async () => void (await once(gone.listen(address.port, '127.0.0.1'), 'listening')));
    expect(await askAll()).toEqual(new Set(['two']));
  });

  test.skipIf(!isInstalled)('asks the other server when one ends its connection without an answer', async () => {
    const port = await proxies[program]!();
    const sites = Array.from({ length: 20 }, (_, n) => `/site-${n}/menu`);
    const askAll = async () => new Set(await Promise.all(sites.map((site) => ask(port, site))));
    await expect.poll(askAll, { timeout: 10_000 }).toEqual(new Set(['one', 'two']));
    dying.add('one');
    onTestFinished(() => dying.clear());
    expect(await askAll()).toEqual(new Set(['two']));
    // A call that changes something may have done so: whoever made it decides whether to make it again.
    posted.length = 0;
    await Promise.all(sites.map((site) => ask(port, site, { method: 'POST' })));
    expect(posted).toHaveLength(sites.length);
  });
});
