/** Certificates of own domains by the shipped Caddyfile, from a certificate authority on this machine. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeOwner, makeRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';
import { beside } from './guests.ts';
import { freePort, makeMachine } from './machine.ts';
import { areInstalled, runProgram } from './programs.ts';

const isInstalled = areInstalled('caddy', 'pebble', 'pebble-challtestsrv');
const caddyfile = join(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile');
const [platform, target, domain] = ['orders.platform.test', 'sites.platform.test', 'order.millers.test'];

async function makeAuthority(folder: string, ports: { http: number; https: number }) {
  const [directory, management, dns, records] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'].concat(
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      certificate,
      ...subject,
    ),
    { stdio: 'ignore' },
  );
  const pebble = {
    listenAddress: `127.0.0.1:${directory}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate,
    privateKey: key,
    httpPort: ports.http,
    tlsPort: ports.https,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  runProgram(
    'pebble-challtestsrv',
    ['-defaultIPv4', '', '-defaultIPv6', '', '-http01', '', '-https01', '', '-tlsalpn01', ''].concat(
      '-dns01',
      `127.0.0.1:${dns}`,
      '-management',
      `127.0.0.1:${records}`,
    ),
  );
  runProgram('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dns}`], {
    PEBBLE_VA_NOSLEEP: '1',
    PEBBLE_WFE_NONCEREJECT: '0',
  });
  const read = (path: string) => get({ port: management, path, isSecure: true, ca: certificate });
  await expect.poll(() => read('/roots/0').then(({ status }) => status), { timeout: 10_000 }).toBe(200);
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, (await read('/roots/0')).body);
  return {
    directory: `https://127.0.0.1:${directory}/dir`,
    certificate,
    roots,
    nameServer: `127.0.0.1:${dns}`,
    /** Sets a record, as who has the domain does. */
    setRecord: async (kind: 'add-a' | 'set-cname' | 'set-txt', record: object) => {
      const body = JSON.stringify(record);
      await expect
        .poll(() =>
          fetch(`http://127.0.0.1:${records}/${kind}`, { method: 'POST', body }).then(
            ({ ok }) => ok,
            () => false,
          ),
        )
        .toBe(true);
    },
  };
}

interface Asked {
  port: number;
  path: string;
  host?: string;
  isSecure: boolean;
  /** The file of the roots that are trusted. */
  ca?: string;
}

/** Visits this machine under a name. */
async function get({
  port,
  path,
  host,
  isSecure,
  ca,
}: Asked): Promise<{ status: number; body: string; location?: string }> {
  const trusted = ca === undefined ? undefined : await readFile(ca);
  return new Promise((done, fail) => {
    const options = { host: '127.0.0.1', port, path, agent: false, ...(host !== undefined && { headers: { host } }) };
    const secure = { ...options, ca: trusted, ...(host !== undefined && { servername: host }) };
    const asked = isSecure ? tlsRequest(secure) : plainRequest(options);
    asked.on('error', fail);
    asked.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then(
        (body) => done({ status, body, ...(headers.location && { location: headers.location }) }),
        fail,
      );
    });
    asked.end();
  });
}

test.skipIf(!isInstalled)(
  "a restaurant sets its records, its domain gets a certificate by itself, and foreign names get none, where Debian's caddy and pebble are",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'om-authority-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [http, https, askPort] = await Promise.all([freePort(), freePort(), freePort()]);
    const authority = await makeAuthority(folder, { http, https });
    for (const name of [platform, target, 'foreign.example.test'])
      await authority.setRecord('add-a', { host: `${name}.`, addresses: ['127.0.0.1'] });

    const machine = await makeMachine();
    onTestFinished(() => machine.remove());
    await machine.startReady({
      environment: {
        PUBLIC_URL: `https://${platform}:${https}`,
        TRUST_PROXY: '1',
        DEV_IN_PUBLIC: 'yes-i-know',
        OWN_DOMAINS_TARGET: target,
        OWN_DOMAINS_ASK: `127.0.0.1:${askPort}`,
        OWN_DOMAINS_PROXY: `127.0.0.1:${https}`,
        OWN_DOMAINS_DNS: authority.nameServer,
        NODE_EXTRA_CA_CERTS: authority.roots,
      },
    });
    runProgram('caddy', ['run', '--config', caddyfile, '--adapter', 'caddyfile'], {
      XDG_DATA_HOME: join(folder, 'data'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      HOME: folder,
      CADDY_OPTIONS: ['admin off', 'skip_install_trust', `http_port ${http}`, `https_port ${https}`]
        .concat(`acme_ca ${authority.directory}`, `acme_ca_root ${authority.certificate}`)
        .join('\n'),
      DOMAIN: platform,
      UPSTREAM: `127.0.0.1:${machine.port}`,
      ASK: `127.0.0.1:${askPort}`,
    });
    const visit = (host: string, path: string) => get({ port: https, path, host, isSecure: true, ca: authority.roots });
    const soon = { timeout: 60_000, interval: 500 };
    await expect.poll(() => visit(platform, '/healthz').then(({ status }) => status, String), soon).toBe(200);

    const { id, slug, token } = await beside(machine, async ({ db }) => {
      const restaurant = await makeRestaurant(db);
      return { ...restaurant, ...(await makeOwner(db, restaurant.id)) };
    });
    const call = async (route: string, body?: object) => {
      const reply = await fetch(`${machine.url}/api/v1/restaurant/${route}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return (await reply.json()) as { ownDomain: { state: string; problem: string; proof: { value: string } } };
    };
    const { ownDomain } = await call('set-own-domain', { domain, password: ownersPassword });
    await expect(visit(domain, '/.well-known/order-manager')).rejects.toThrow();
    await authority.setRecord('set-cname', { host: `${domain}.`, target: `${target}.` });
    await authority.setRecord('set-txt', { host: `_order-manager.${domain}.`, value: ownDomain.proof.value });

    await expect.poll(async () => (await call('get-own-domain')).ownDomain.state, soon).toBe('ready');
    expect(await visit(domain, '/.well-known/order-manager')).toMatchObject({ status: 200, body: id });
    const site = await visit(domain, `/api/v1/site/${slug}`);
    expect(JSON.parse(site.body)).toMatchObject({ restaurant: { slug, domain } });
    expect((await visit(domain, '/api/v1/auth/terms')).status).toBe(404);
    const plain = await get({ port: http, path: '/menu', host: domain, isSecure: false });
    expect([plain.status, plain.location]).toEqual([308, `https://${domain}/menu`]);

    // The proxy asks for each of them, and is refused from memory.
    const foreign = Array.from({ length: 100 }, (_, n) => `n${n}.foreign.example.test`);
    const handshakes = await Promise.allSettled(foreign.map((name) => visit(name, '/')));
    expect(handshakes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect((await get({ port: askPort, path: '/?domain=foreign.example.test', isSecure: false })).status).toBe(404);
    // The question of the proxy is no page of the public address.
    expect((await visit(platform, `/?domain=${domain}`)).status).toBe(404);

    await call('remove-own-domain', { password: ownersPassword });
    expect((await visit(domain, `/api/v1/site/${slug}`)).status).toBe(404);
  },
);
