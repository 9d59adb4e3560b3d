import { request } from 'node:http';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { api } from '#contract/base/api.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { makeSample, type Sample } from '#server/test/data/sample-input.ts';
import { makeCustomer, makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { makeDist } from '#server/test/servers/pages.ts';
import { type DomainApp, getFrom, platform, startDomainApp } from '#server/test/servers/own-domains.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { openAskListener } from './ask-listener.ts';
import { removeExpiredHandOvers } from './hand-over.ts';

let app: DomainApp;
let dist: string;
let origin: string;
let one: Served;
let other: Served;
interface Served extends Sample {
  domain: string;
  owner: string;
  guest: string;
}
beforeAll(async () => {
  dist = await makeDist();
  app = await startDomainApp(dist);
  origin = await app.listen();
  [one, other] = [await serve('one.millers.test'), await serve('other.millers.test')];
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

async function serve(domain: string): Promise<Served> {
  const sample = await makeSample(app);
  const { token: owner } = await makeOwner(app.db, sample.id);
  const { token: guest } = await makeCustomer(app.db, sample.id);
  const body = { domain, password: ownersPassword };
  const { ownDomain } = await app.call('POST /restaurant/set-own-domain', { body }, owner);
  app.setRecords(domain, ownDomain!.proof.value);
  await vi.waitUntil(
    async () => {
      await app.call('POST /restaurant/check-own-domain', { body: {} }, owner);
      // Every process hears of a changed site by its events.
      return (await app.get(platform, `/${sample.slug}/menu`)).status === 301;
    },
    { timeout: 20_000, interval: 200 },
  );
  return { ...sample, domain, owner, guest };
}

const as = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the site at its own domain', () => {
  test('has its pages below the root, and calls itself by that address', async () => {
    for (const path of ['/', '/menu', '/t/abc', '/dashboard', '/login', '/healthz']) {
      const { status, body } = await app.get(one.domain, path);
      expect([path, status]).toEqual([path, 200]);
      expect(body).toContain(`"base":"","path":"${path}"`);
      expect(body).toContain(`"origin":"https://${one.domain}"`);
    }
    const { headers } = await app.get(one.domain, '/menu');
    expect(headers['strict-transport-security']).toBe('max-age=2592000');
    expect((await app.get(platform, '/login')).headers['strict-transport-security']).toContain('includeSubDomains');
  });

  test.each(['ONE.millers.test', 'one.millers.test.', 'one.millers.test:443', 'One.Millers.Test.:8443'])(
    'is at %s too',
    async (host) => {
      expect((await app.get(host, '/.well-known/order-manager')).body).toBe(one.id);
    },
  );

  test('is the one whose domain was asked, also when the answer is a finished one', async () => {
    for (let n = 0; n < 3; n++) {
      for (const { domain, slug } of [one, other]) {
        const page = await getFrom(origin, domain, '/menu');
        expect(page.body).toContain(`"slug":"${slug}"`);
        expect(page.body).toContain(`"origin":"https://${domain}"`);
        const data = await getFrom(origin, domain, `/api/v1/site/${slug}`);
        expect((JSON.parse(data.body) as { restaurant: { slug: string } }).restaurant.slug).toBe(slug);
      }
      expect((await getFrom(origin, platform, `/${one.slug}/menu`)).status).toBe(301);
      expect((await getFrom(origin, 'nobody.millers.test', '/menu')).status).toBe(404);
      expect((await getFrom(origin, 'nobody.millers.test', `/api/v1/site/${one.slug}`)).status).toBe(404);
    }
  });

  test('never answers for another restaurant, whatever a call names', async () => {
    const { body } = await app.get(one.domain, `/api/v1/site/${other.slug}`);
    expect((JSON.parse(body) as { restaurant: { slug: string } }).restaurant.slug).toBe(one.slug);
    expect((await app.get(one.domain, `/${other.slug}/menu`)).body).toContain(`"slug":"${one.slug}"`);
    expect((await app.get(one.domain, '/api/v1/auth/customer', as(one.guest))).status).toBe(200);
    expect((await app.get(one.domain, '/api/v1/auth/customer', as(other.guest))).status).toBe(401);
    const quote = { method: 'POST' as const, url: '/api/v1/order/quote-order', payload: {} };
    const asSite = { host: one.domain, ...as(other.siteToken) };
    expect((await app.app.inject({ ...quote, headers: asSite })).statusCode).toBe(401);
    const picture = `/media/${other.id}/${'0'.repeat(64)}-176.webp`;
    expect((await app.get(one.domain, picture)).body).toContain('request.no_route');
  });

  test('has nothing of the dashboard: of the calls only those of guests, and none for people who work', async () => {
    const kinds: Record<string, number> = {};
    for (const [route, { callers, isOfSites }] of Object.entries<Endpoint>(api)) {
      const [method, path] = route.split(' ') as ['GET', string];
      const url = `/api/v1${path.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')}`;
      const reply = await app.app.inject({ method, url, headers: { host: one.domain, ...as(one.owner) } });
      const isGuests =
        isOfSites === true || callers.some((kind) => ['site', 'customer', 'registration'].includes(kind));
      expect([route, reply.statusCode]).toEqual([route, isGuests ? 401 : 404]);
      kinds[isGuests ? 'guests' : 'others'] = (kinds[isGuests ? 'guests' : 'others'] ?? 0) + 1;
    }
    expect(kinds).toEqual({ guests: expect.any(Number), others: expect.any(Number) });
    for (const path of ['/api/docs', '/api/openapi.json', '/api/v1/none', '/media/x', '/assets/none.js'])
      expect([path, (await app.get(one.domain, path)).status]).toEqual([path, 404]);
    expect((await app.get(one.domain, '/assets/app-a1b2.js')).status).toBe(200);
  });

  test('is what codes, tables, lists of sites and people see', async () => {
    const { tables } = await app.call('GET /dining/get-tables/:id', { params: { id: one.outletId } }, one.owner);
    expect(tables[0]!.address).toMatch(new RegExp(`^https://${one.domain}/t/`));
    expect((await app.get(platform, '/sitemap.xml')).body).not.toContain(one.slug);
    const { restaurant } = await app.call('GET /auth/me', {}, one.owner);
    expect(restaurant).toMatchObject({ ownDomain: one.domain, slug: one.slug });
  });

  test('names the host in a code, so that phones fill it in there', async () => {
    const payload = { restaurantName: other.slug, number: '+971501234567', language: 'en' };
    const { statusCode } = await app.app.inject({
      method: 'POST',
      url: '/api/v1/auth/sent-otp',
      headers: { host: one.domain },
      payload,
    });
    expect(statusCode).toBe(200);
    await expect.poll(() => app.sms.at(-1)?.text).toMatch(new RegExp(`\n\n@${one.domain} #\\d+$`));
  });
});

describe('the former address', () => {
  test.each([
    '/menu',
    '/menu?lang=ar',
    '/t/abc',
    '//evil.example.com',
    '/@evil.example.com',
    '/%2f%2fevil.example.com',
    '',
  ])('leads with %j to the own domain and nowhere else', async (rest) => {
    const { status, headers } = await app.get(platform, `/${one.slug}${rest}`);
    expect([status, headers['cache-control'], headers['vary']]).toEqual([301, 'no-cache', 'sec-fetch-mode']);
    const to = new URL(String(headers['location']));
    expect([to.origin, to.pathname + to.search]).toEqual([`https://${one.domain}`, rest || '/']);
  });

  test('leads browsers by a page that may run its one script, and ends the worker of the site', async () => {
    const navigation = { 'sec-fetch-mode': 'navigate' };
    const page = await app.get(platform, `/${one.slug}/menu?x="><script>`, navigation);
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'sha256-[\w+/=]+'; connect-src 'self'/);
    expect(page.body).not.toContain('"><script>');
    expect(page.body).toContain(`<link rel="canonical" href="https://${one.domain}/menu`);
    const worker = await app.get(platform, `/${one.slug}/service-worker.js`);
    expect([worker.status, worker.body]).toEqual([200, expect.stringContaining('registration.unregister()')]);
  });

  test('still answers calls of pages that were open', async () => {
    expect((await app.get(platform, `/api/v1/site/${one.slug}`)).status).toBe(200);
    expect((await app.get(platform, '/api/v1/auth/customer', as(one.guest))).status).toBe(200);
  });
});

describe('the listener for the proxy', () => {
  test('allows a certificate for served domains alone, without asking the database, and not through a proxy', async () => {
    const asked: string[] = [];
    const listener = await openAskListener(
      { isCertified: (name) => asked.push(name) > 0 && name === one.domain },
      { host: '127.0.0.1', port: 0 },
    );
    const ask = (query: string, headers = {}, method = 'GET') =>
      new Promise<number>((done, fail) => {
        request({ host: '127.0.0.1', port: listener.port, path: query, headers, method, agent: false }, (reply) => {
          reply.resume();
          done(reply.statusCode!);
        })
          .on('error', fail)
          .end();
      });
    expect(await ask(`/?domain=${one.domain}`)).toBe(200);
    expect(await ask(`/allowed?domain=${one.domain.toUpperCase()}.`)).toBe(200);
    expect(await ask('/?domain=foreign.example.com')).toBe(404);
    expect(await ask('/')).toBe(404);
    expect(await ask(`/?domain=${one.domain}`, { 'x-forwarded-for': '203.0.113.1' })).toBe(404);
    expect(await ask(`/?domain=${one.domain}`, {}, 'POST')).toBe(404);
    await listener.close();
  });
});

describe('a hand-over', () => {
  const kept = { basket: '{"items":[]}', session: '{"token":"abc"}' };
  const browser = { 'user-agent': 'Phone 1' };
  const leave = async () => {
    const reply = await app.app.inject({
      method: 'POST',
      url: `/api/v1/site/${one.slug}/leave`,
      headers: { host: platform, ...browser },
      payload: kept,
    });
    return reply.json<{ handOver: string }>().handOver;
  };
  const callAs = async (route: string, payload: object, host: string, headers: Record<string, string> = browser) => {
    const url = `/api/v1/site/${one.slug}/${route}`;
    const reply = await app.app.inject({ method: 'POST', url, headers: { host, ...headers }, payload });
    return reply.statusCode === 200 ? reply.json<object>() : reply.statusCode;
  };
  const me = 'the tab of this guest';
  const arrive = (handOver: string, host = one.domain, headers = browser, collector = me) =>
    callAs('arrive', { handOver, collector }, host, headers);
  const confirm = (handOver: string, host = one.domain, headers = browser, collector = me) =>
    callAs('confirm-arrival', { handOver, collector }, host, headers);
  const hasArrived = (handOver: string) => callAs('has-arrived', { handOver }, platform);

  test('brings what was left again until it is confirmed, and then no more', async () => {
    const handOver = await leave();
    expect(await confirm(handOver), 'nobody has collected it').toBe(404);
    expect(await arrive(handOver)).toEqual(kept);
    expect(await hasArrived(handOver)).toEqual({ hasArrived: false });
    expect(await arrive(handOver), 'whose first answer was lost').toEqual(kept);
    expect(await confirm(handOver)).toEqual({});
    expect(await hasArrived(handOver)).toEqual({ hasArrived: true });
    expect(await arrive(handOver)).toBe(404);
    expect(await confirm(handOver), 'whose first answer was lost').toEqual({});
    expect(await hasArrived('nothing was left under this')).toEqual({ hasArrived: false });
  });

  test('is for one of those who ask at once, and for nobody else after that', async () => {
    const handOver = await leave();
    const collectors = ['collector number one', 'collector number two', 'collector number three'];
    const answers = await Promise.all(collectors.map((collector) => arrive(handOver, one.domain, browser, collector)));
    expect(answers.filter((answer) => answer !== 404)).toEqual([kept]);
    const winner = collectors[answers.findIndex((answer) => answer !== 404)]!;
    for (const collector of collectors) {
      const expected = collector === winner ? kept : 404;
      expect(await arrive(handOver, one.domain, browser, collector)).toEqual(expected);
      if (collector !== winner) expect(await confirm(handOver, one.domain, browser, collector)).toBe(404);
    }
    expect(await confirm(handOver, other.domain, browser, winner)).toBe(404);
    expect(await confirm(handOver, one.domain, { 'user-agent': 'Phone 2' }, winner)).toBe(404);
    expect(await hasArrived(handOver)).toEqual({ hasArrived: false });
  });

  test('is for this domain and this browser, and for a minute, also where it was begun', async () => {
    const handOver = await leave();
    expect(await arrive(handOver, other.domain)).toBe(404);
    expect(await arrive(handOver, platform)).toBe(404);
    expect(await arrive(handOver, one.domain, { 'user-agent': 'Phone 2' })).toBe(404);
    expect(await arrive(handOver)).toEqual(kept);
    const late = await leave();
    app.clock.advance(61_000);
    expect(await arrive(late)).toBe(404);
    expect(await arrive(handOver)).toBe(404);
    expect(await confirm(handOver)).toBe(404);
  });

  test('stands in the database under nothing that reads it', async () => {
    const handOver = await leave();
    const readWaiting = () =>
      platformTransaction(app.db, 'clean-up', (tx) =>
        tx.selectFrom('hand_overs').selectAll().where('sealed', '<>', Buffer.alloc(0)).execute(),
      );
    const stored = await readWaiting();
    expect(stored.length).toBeGreaterThan(0);
    for (const { sealed, token_hash: tokenHash } of stored) {
      expect(sealed.toString('latin1')).not.toContain('abc"}');
      expect([tokenHash.toString('utf8'), tokenHash.toString('base64url')]).not.toContain(handOver);
    }
    app.clock.advance(61_000);
    await removeExpiredHandOvers(app.db, app.clock.now());
    expect(await readWaiting()).toEqual([]);
  });

  test('is not for a site that has no own domain, nor from one', async () => {
    const { slug } = await makeSample(app);
    const leaving = { method: 'POST' as const, payload: kept };
    const refused = await app.app.inject({
      ...leaving,
      url: `/api/v1/site/${slug}/leave`,
      headers: { host: platform },
    });
    expect(refused.statusCode).toBe(404);
    const there = { host: one.domain };
    expect(
      (await app.app.inject({ ...leaving, url: `/api/v1/site/${one.slug}/leave`, headers: there })).statusCode,
    ).toBe(404);
  });

  test('leaves for 30 days that it arrived, and not what it was', async () => {
    const handOver = await leave();
    await arrive(handOver);
    await confirm(handOver);
    app.clock.advance(29 * 86_400_000);
    await removeExpiredHandOvers(app.db, app.clock.now());
    const stored = await platformTransaction(app.db, 'clean-up', (tx) =>
      tx.selectFrom('hand_overs').select('sealed').execute(),
    );
    expect(new Set(stored.map(({ sealed }) => sealed.length))).toEqual(new Set([0]));
    expect(await hasArrived(handOver)).toEqual({ hasArrived: true });
    app.clock.advance(2 * 86_400_000);
    expect(await hasArrived(handOver)).toEqual({ hasArrived: false });
  });
});
