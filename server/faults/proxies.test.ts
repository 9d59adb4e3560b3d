/** The shipped files for nginx and HAProxy in front of the server, walked as browsers do: by HTTP/2 over TLS. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { beside, makeKitchens, orderIn, placedOrder } from './guests.ts';
import { type Machine, freePort, makeMachine } from './machine.ts';
import { areInstalled, runProgram, writeNginxFile } from './programs.ts';

const [platform, domain] = ['orders.example.com', 'order.millers.test'];

interface Place {
  folder: string;
  http: number;
  https: number;
  server: number;
  /** Nothing listens there. */
  away: number;
}

/** Writes the shipped file with the ports and paths of this machine. Returns the arguments that run it. */
const proxies: Record<string, (place: Place) => Promise<string[]>> = {
  nginx: async ({ folder, http, https, server }) => {
    const shipped = await readShipped('nginx.conf', {
      'server 127.0.0.1:3000;': `server 127.0.0.1:${server};`,
      'listen 443 ssl http2;': `listen 127.0.0.1:${https} ssl http2;`,
      'listen 80;': `listen 127.0.0.1:${http};`,
      '/etc/ssl/certs/orders.example.com.pem': join(folder, 'certificate.pem'),
      '/etc/ssl/private/orders.example.com.key': join(folder, 'key.pem'),
    });
    return writeNginxFile(folder, shipped);
  },
  haproxy: async ({ folder, http, https, server, away }) => {
    const shipped = await readShipped('haproxy.cfg', {
      // It needs twice as many open files, which the distribution's unit gives it.
      'maxconn 20000': 'maxconn 200',
      'bind :80': `bind 127.0.0.1:${http}`,
      'bind :443 ssl': `bind 127.0.0.1:${https} ssl`,
      '/etc/haproxy/orders.example.com.pem': join(folder, 'both.pem'),
      'one 127.0.0.1:3000': `one 127.0.0.1:${server}`,
      'two 127.0.0.1:3001': `two 127.0.0.1:${away}`,
    });
    await writeFile(join(folder, 'haproxy.cfg'), shipped);
    return ['-f', join(folder, 'haproxy.cfg')];
  },
};

async function readShipped(name: string, replaced: Record<string, string>): Promise<string> {
  let shipped = await readFile(join(import.meta.dirname, '..', '..', 'deploy', name), 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    expect(shipped).toContain(from);
    shipped = shipped.replaceAll(from, to);
  }
  return shipped;
}

/** A certificate of both names. */
async function makeCertificate(folder: string): Promise<void> {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const names = ['-subj', `/CN=${platform}`, '-addext', `subjectAltName=DNS:${platform},DNS:${domain}`];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...names], {
    stdio: 'ignore',
  });
  const both = await Promise.all([certificate, key].map((file) => readFile(file, 'utf8')));
  await writeFile(join(folder, 'both.pem'), both.join(''));
}

/** Asks under a name; `body` is that of a POST. */
async function open({ folder, https }: Place, host: string, path: string, headers = {}, body?: string) {
  const session = connect(`https://127.0.0.1:${https}`, {
    ca: await readFile(join(folder, 'certificate.pem')),
    servername: host,
  });
  onTestFinished(() => session.destroy());
  const stream = session.request({
    ...headers,
    ':authority': host,
    ':path': path,
    ':method': body === undefined ? 'GET' : 'POST',
  });
  stream.end(body);
  const [answered] = (await Promise.race([
    once(stream, 'response'),
    once(session, 'error').then(([error]) => Promise.reject(error)),
  ])) as [{ ':status': number }];
  return { status: answered[':status'], stream };
}

async function ask(...asked: Parameters<typeof open>): Promise<{ status: number; body: string }> {
  const { status, stream } = await open(...asked);
  return { status, body: await text(stream) };
}

/** Puts the restaurant's site at the domain, as if its records had been seen. */
async function giveDomain(machine: Machine, restaurantId: RestaurantId): Promise<void> {
  const now = new Date();
  await beside(machine, ({ db }) =>
    platformTransaction(db, 'own-domains', (tx) =>
      tx
        .insertInto('own_domains')
        .values({
          restaurant_id: restaurantId,
          domain,
          proof: 'order-manager=test',
          claimed_at: now,
          next_check_at: new Date(now.getTime() + 3_600_000),
          state: 'ready',
        })
        .execute(),
    ),
  );
}

describe.each(Object.entries(proxies))('%s, where it is installed', (program, configure) => {
  test.skipIf(!areInstalled(program, 'openssl'))('passes an order, a stream and an own domain on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'om-proxy-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // Its workers are another user.
    await chmod(folder, 0o711);
    await makeCertificate(folder);
    const machine = await makeMachine();
    onTestFinished(() => machine.remove());
    const [http, https, away, askPort] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
    const place: Place = { folder, http, https, away, server: machine.port };
    await machine.startReady({
      environment: {
        PUBLIC_URL: `https://${platform}`,
        TRUST_PROXY: '1',
        DEV_IN_PUBLIC: 'yes-i-know',
        OWN_DOMAINS_TARGET: 'sites.example.com',
        OWN_DOMAINS_ASK: `127.0.0.1:${askPort}`,
      },
    });
    runProgram(program, await configure(place));
    await expect
      .poll(() => ask(place, platform, '/healthz').then(({ status }) => status, String), { timeout: 20_000 })
      .toBe(200);
    const plain = await fetch(`http://127.0.0.1:${http}/demo/menu`, { redirect: 'manual' });
    expect([301, 302]).toContain(plain.status);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/.*\/demo\/menu$/);

    const { restaurants, guests, staffTokens } = await makeKitchens(machine, 1, 1);
    await giveDomain(machine, restaurants[0]!.id);
    const screen = await open(place, platform, '/api/v1/events', {
      authorization: `Bearer ${staffTokens[0]}`,
      accept: 'text/event-stream',
    });
    let heard = '';
    screen.stream.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
    expect(screen.status).toBe(200);

    const placeBy = async (host: string) => {
      const { headers, body } = placedOrder(guests[0]!, randomUUID());
      const placed = await ask(place, host, '/api/v1/order/create-order', headers, body);
      expect(placed).toMatchObject({ status: 200 });
      const { orderId } = orderIn(placed.body);
      // A proxy that buffers would keep it until the stream ends.
      await expect.poll(() => heard, { timeout: 20_000 }).toContain(orderId);
    };
    await placeBy(platform);
    // Each process looks for changed domains every two seconds.
    const site = () => ask(place, domain, `/api/v1/site/${restaurants[0]!.slug}`);
    await expect.poll(() => site().then(({ status }) => status), { timeout: 10_000 }).toBe(200);
    expect(JSON.parse((await site()).body)).toMatchObject({ restaurant: { slug: restaurants[0]!.slug } });
    await placeBy(domain);
    expect((await ask(place, domain, '/api/v1/auth/terms')).status).toBe(404);
  });
});
