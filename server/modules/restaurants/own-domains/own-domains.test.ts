import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeOwner, makeRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';
import { type DomainApp, platform, startDomainApp, target } from '#server/test/servers/own-domains.ts';
import { startApp } from '#server/test/servers/app.ts';

let app: DomainApp;
beforeAll(async () => {
  app = await startDomainApp();
});
afterAll(() => app.close());

let made = 0;
const newDomain = () => `shop-${(made += 1)}.millers.test`;
/** Not `expect.poll`, which belongs to one test at a time. */
const eventually = (read: () => unknown, wanted: unknown) =>
  vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: 20_000 });

async function make() {
  const restaurant = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, restaurant.id);
  const read = async () => (await app.call('GET /restaurant/get-own-domain', {}, token)).ownDomain;
  const standing = async () => {
    const now = await read();
    return now && [now.state, now.problem];
  };
  /** Each look is due at once. */
  const check = () => app.call('POST /restaurant/check-own-domain', { body: {} }, token);
  return {
    ...restaurant,
    token,
    read,
    standing,
    check,
    set: async (domain: string) =>
      (await app.call('POST /restaurant/set-own-domain', { body: { domain, password: ownersPassword } }, token))
        .ownDomain!,
    /** Looks until the claim stands so. */
    async until(state: string, problem: string | null = null) {
      const look = async () => {
        await check();
        return standing();
      };
      await eventually(look, [state, problem]);
    },
    remove: () => app.call('POST /restaurant/remove-own-domain', { body: { password: ownersPassword } }, token),
    own: async () => (await app.call('GET /auth/me', {}, token)).restaurant!.ownDomain,
  };
}

const isServed = async (domain: string, slug: string) => {
  const { status, body } = await app.get(domain, `/api/v1/site/${slug}`);
  return status === 200 ? (JSON.parse(body) as { restaurant: { slug: string } }).restaurant.slug : status;
};

// Each test has restaurants and domains of its own, and waits for looks that come once a second.
describe.concurrent('an own domain', () => {
  test('is told its records, waits for them, and is where the site is once they and the certificate are there', async () => {
    const restaurant = await make();
    const domain = newDomain();
    expect(await restaurant.read()).toBeNull();
    const claimed = await restaurant.set(`https://${domain.toUpperCase()}./`);
    expect(claimed).toMatchObject({
      domain,
      state: 'waiting',
      problem: null,
      checkedAt: null,
      alias: { type: 'CNAME', name: domain, value: target },
      insteadOfAlias: [
        { type: 'A', name: domain, value: '192.0.2.10' },
        { type: 'AAAA', name: domain, value: '2001:db8::10' },
      ],
      proof: {
        type: 'TXT',
        name: `_order-manager.${domain}`,
        value: expect.stringMatching(/^order-manager=[\w-]{24}$/),
      },
    });
    await eventually(restaurant.standing, ['waiting', 'not_found']);
    app.setRecords(domain);
    await restaurant.until('waiting', 'proof_missing');
    expect(await isServed(domain, restaurant.slug)).toBe(404);
    app.broken.set(domain, 'certificate');
    app.setRecords(domain, 'something else', claimed.proof.value);
    await restaurant.until('seen', 'certificate');
    expect(await restaurant.own()).toBeNull();
    app.zone.authorities[domain] = ['ca.example.net'];
    await restaurant.until('seen', 'authority');
    app.broken.delete(domain);
    await restaurant.until('ready');
    expect(await restaurant.own()).toBe(domain);
    expect(await isServed(domain, restaurant.slug)).toBe(restaurant.slug);
    // Saying the same again changes nothing.
    expect((await restaurant.set(domain)).proof).toEqual(claimed.proof);
    await restaurant.until('ready');
  });

  test('is looked at while the name servers of another one take their time', async () => {
    const [slow, other] = [await make(), await make()];
    const domain = newDomain();
    const [asked, answering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.zone.slow.set(domain, () => {
      asked.resolve();
      return answering.promise;
    });
    await slow.set(domain);
    await asked.promise;
    const { domain: otherDomain, proof } = await other.set(newDomain());
    app.setRecords(otherDomain, proof.value);
    await other.until('ready');
    expect(await slow.standing()).toEqual(['waiting', null]);
    answering.resolve();
    await slow.until('waiting', 'not_found');
  });

  test.each([
    ['elsewhere', ['198.51.100.1']],
    ['elsewhere', ['192.0.2.10', '198.51.100.1']],
    ['ipv6_elsewhere', ['192.0.2.10', '2001:db8::bad']],
  ])('says %s where the records are %j', async (problem, addresses) => {
    const restaurant = await make();
    const domain = newDomain();
    const { proof } = await restaurant.set(domain);
    app.setRecords(domain, proof.value);
    app.zone.addresses[domain] = addresses;
    await restaurant.until('waiting', problem);
    // Another name of the target is right wherever that leads.
    app.zone.aliases[domain] = target;
    await restaurant.until('ready');
  });

  test('falls back to the address of the platform when it breaks, not at once, and comes back by itself', async () => {
    const restaurant = await make();
    const domain = newDomain();
    const { value } = (await restaurant.set(domain)).proof;
    app.setRecords(domain, value);
    await restaurant.until('ready');
    app.zone.silent.add(domain);
    await restaurant.until('ready', 'no_answer');
    expect(await restaurant.own()).toBe(domain);
    app.zone.silent.delete(domain);
    app.zone.addresses[domain] = ['198.51.100.1'];
    await restaurant.until('failing', 'elsewhere');
    expect(await restaurant.own()).toBeNull();
    app.setRecords(domain, value);
    await restaurant.until('ready');
    expect(await restaurant.own()).toBe(domain);
  });

  test('tells its owners once each time that it stops working, in their language, and not of a flap', async () => {
    const restaurant = await make();
    const [domain, inArabic] = [newDomain(), await makeOwner(app.db, restaurant.id)];
    await platformTransaction(app.db, 'administration', (tx) =>
      tx.updateTable('users').set({ language: 'ar' }).where('id', '=', inArabic.userId).execute(),
    );
    const mails = () => app.mails.filter(({ subject }) => subject.includes(domain));
    const { value } = (await restaurant.set(domain)).proof;
    app.broken.set(domain, 'certificate');
    app.setRecords(domain, value);
    await restaurant.until('seen', 'certificate');
    app.broken.delete(domain);
    await restaurant.until('ready');
    // Two looks are a flap.
    const failures = async () => {
      const { failures: count } = await platformTransaction(app.db, 'own-domains', (tx) =>
        tx.selectFrom('own_domains').select('failures').where('domain', '=', domain).executeTakeFirstOrThrow(),
      );
      return count;
    };
    for (const count of [1, 2]) {
      app.broken.set(domain, 'unreachable');
      await app.call('POST /restaurant/check-own-domain', { body: {} }, restaurant.token);
      await eventually(failures, count);
    }
    app.broken.delete(domain);
    await restaurant.until('ready');
    expect(mails()).toEqual([]);

    app.zone.addresses[domain] = ['198.51.100.1'];
    await restaurant.until('failing', 'elsewhere');
    await eventually(() => mails().length, 2);
    app.zone.addresses[domain] = [];
    await restaurant.until('failing', 'not_found');
    app.setRecords(domain, value);
    await restaurant.until('ready');
    app.setRecords(domain);
    await restaurant.until('failing', 'proof_missing');
    await eventually(() => mails().length, 4);
    const [one, other, ...again] = mails();
    // The two owners are told beside each other.
    const [first, second] = [one!, other!].toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
    expect([first!.subject, second!.subject]).toEqual([`${domain} doesn't work any more`, `لم يعد ${domain} يعمل`]);
    expect(first!.text).toContain('The domain leads somewhere else. Where you bought it, remove');
    expect(first!.text).toContain(`https://${platform}/dashboard/branding#site-address`);
    expect(second!.text).toContain('يقود النطاق إلى مكان آخر');
    expect(again.map(({ text }) => /TXT/.test(text))).toEqual([true, true]);
  });

  test('answers nobody once its restaurant has taken it away, and is looked at no more', async () => {
    const restaurant = await make();
    const domain = newDomain();
    app.setRecords(domain, (await restaurant.set(domain)).proof.value);
    await restaurant.until('ready');
    expect((await restaurant.remove()).ownDomain).toBeNull();
    expect(await restaurant.own()).toBeNull();
    for (const path of ['/', '/login', '/dashboard', `/${restaurant.slug}/menu`, `/api/v1/site/${restaurant.slug}`])
      expect((await app.get(domain, path)).status).toBe(404);
    await expect(restaurant.remove()).rejects.toMatchObject({ status: 404 });
    await expect(app.call('POST /restaurant/check-own-domain', { body: {} }, restaurant.token)).rejects.toMatchObject({
      status: 404,
    });
  });

  test('is given up for another one', async () => {
    const restaurant = await make();
    const [first, second] = [newDomain(), newDomain()];
    app.setRecords(first, (await restaurant.set(first)).proof.value);
    await restaurant.until('ready');
    const next = await restaurant.set(second);
    expect(next).toMatchObject({ domain: second, state: 'waiting' });
    expect(await restaurant.own()).toBeNull();
    expect((await app.get(first, '/api/v1/site/x')).status).toBe(404);
    app.setRecords(second, next.proof.value);
    await restaurant.until('ready');
    expect(await restaurant.own()).toBe(second);
  });

  test.each([platform, `shop.${platform}`, target, `a.${target}`, 'platform.test'])(
    'is never %s, which is the platform itself',
    async (domain) => {
      const restaurant = await make();
      await expect(restaurant.set(domain)).rejects.toMatchObject({
        status: 400,
        answer: { fields: { domain: { code: 'restaurant.domain_reserved' } } },
      });
    },
  );

  test.each(['localhost', '127.0.0.1', 'a.test/menu', '*.millers.test', 'printer.local', ''])(
    'cannot be %j',
    async (domain) => {
      const restaurant = await make();
      await expect(restaurant.set(domain)).rejects.toMatchObject({ status: 400 });
    },
  );

  test('changes with the password alone, and the audit log says so', async () => {
    const restaurant = await make();
    const domain = newDomain();
    const wrong = { body: { domain, password: 'not the password' } };
    await expect(app.call('POST /restaurant/set-own-domain', wrong, restaurant.token)).rejects.toMatchObject({
      answer: { code: 'auth.wrong_password' },
    });
    await restaurant.set(domain);
    await restaurant.remove();
    const { entries } = await app.call('GET /audit/entries', { query: {} }, restaurant.token);
    expect(entries.map(({ action, details }) => [action, details['domain']])).toEqual([
      ['restaurant.domain_changed', { before: domain, after: '' }],
      ['restaurant.domain_changed', { before: '', after: domain }],
    ]);
  });
});

describe.concurrent('two restaurants that want one domain', () => {
  test('both wait, and whose proof stands there has it', async () => {
    const [one, other] = [await make(), await make()];
    const domain = newDomain();
    const [, { proof }] = await Promise.all([one.set(domain), other.set(domain)]);
    app.setRecords(domain, proof.value);
    await other.until('ready');
    await one.until('waiting', 'proof_missing');
    expect(await isServed(domain, other.slug)).toBe(other.slug);
  });

  test('at once, both with their proof: exactly one gets it, and keeps it while its proof stands', async () => {
    const both = [await make(), await make()];
    const domain = newDomain();
    const claims = await Promise.all(both.map((restaurant) => restaurant.set(domain)));
    app.setRecords(domain, ...claims.map(({ proof }) => proof.value));
    const standings = async () => {
      await Promise.all(both.map(({ check }) => check()));
      return new Set((await Promise.all(both.map(({ standing }) => standing()))).map(String));
    };
    await eventually(standings, new Set(['ready,', 'waiting,taken']));
    const served = await platformTransaction(app.db, 'site-lookup', (tx) =>
      tx.selectFrom('own_domains').select('state').where('domain', '=', domain).orderBy('state').execute(),
    );
    expect(served).toEqual([{ state: 'ready' }, { state: 'waiting' }]);
  });

  test('one takes it over only once its proof has taken the place of the other', async () => {
    const [before, after] = [await make(), await make()];
    const domain = newDomain();
    const first = await before.set(domain);
    app.setRecords(domain, first.proof.value);
    await before.until('ready');
    const second = await after.set(domain);
    await after.until('waiting', 'proof_missing');
    app.setRecords(domain, first.proof.value, second.proof.value);
    await after.until('waiting', 'taken');
    expect([await before.own(), await after.own()]).toEqual([domain, null]);
    app.setRecords(domain, second.proof.value);
    await after.until('ready');
    expect(await before.standing()).toEqual(['waiting', expect.any(String)]);
    expect([await before.own(), await after.own()]).toEqual([null, domain]);
    const mails = () => app.mails.filter(({ subject }) => subject === `${domain} doesn't work any more`);
    await eventually(() => mails().length, 1);
    expect(mails()[0]!.text).toContain('Another restaurant has proven that the domain is theirs.');
    expect(await isServed(domain, after.slug)).toBe(after.slug);
  });
});

test('an installation without own domains offers none, asks no database, and every host is the platform', async () => {
  const plain = await startApp();
  try {
    const restaurant = await makeRestaurant(plain.db);
    const { token } = await makeOwner(plain.db, restaurant.id);
    expect(await plain.call('GET /restaurant/get-own-domain', {}, token)).toEqual({
      ownDomain: null,
      isOffered: false,
    });
    const body = { domain: 'order.millers.test', password: ownersPassword };
    await expect(plain.call('POST /restaurant/set-own-domain', { body }, token)).rejects.toMatchObject({
      answer: { code: 'restaurant.domains_not_offered' },
    });
    const { statusCode } = await plain.app.inject({ url: '/healthz', headers: { host: 'anything.example.com' } });
    expect(statusCode).toBe(200);
  } finally {
    await plain.close();
  }
});
