import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Log } from './log.ts';
import { platformTransaction } from './db/transaction.ts';
import { openSiteCheck } from './modules/restaurants/own-domains/check-site.ts';
import { awaitEnds } from './stop-work.ts';
import { makeOwner, makeRestaurant, ownersPassword } from './test/data/restaurant.ts';
import { startApp } from './test/servers/app.ts';
import { freshDatabase } from './test/servers/database.ts';
import { testLog } from './test/servers/log.ts';

const warn = vi.fn<Log['warn']>();
const log: Log = { ...testLog, warn };

test('work that does not end is left and named, and all other work is waited for', async () => {
  const never = new Promise<void>(() => undefined);
  let isConcluded = false;
  const jobs = Promise.resolve().then(() => (isConcluded = true));
  await awaitEnds({ domains: never, jobs, companies: never }, log, 50);
  expect(isConcluded).toBe(true);
  expect(warn.mock.calls).toEqual([
    [{ work: ['domains', 'companies'] }, 'Work in the background had not ended and is left to the next server'],
  ]);
});

test('work that ends by itself is not left, and a failure is the caller’s', async () => {
  warn.mockClear();
  await awaitEnds({ jobs: Promise.resolve(), sums: Promise.resolve() }, log);
  const failed = new Error('An order could not be written');
  await expect(awaitEnds({ jobs: Promise.reject(failed) }, log)).rejects.toBe(failed);
  expect(warn).not.toHaveBeenCalled();
});

test('a stop breaks off the visit of a domain whose proxy says nothing, and leaves the domain as it was', async () => {
  const proxy = createServer().listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const config = {
    publicUrl: 'http://orders.platform.test',
    ownDomains: {
      target: 'sites.platform.test',
      ask: { host: '127.0.0.1', port: 0 },
      proxy: { host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
      nameServers: [],
    },
  };
  const proof = Promise.withResolvers<string>();
  const dns = {
    addresses: async () => ['192.0.2.10'],
    alias: async () => null,
    texts: async () => [await proof.promise],
    authorities: async () => [],
  };
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const app = await startApp({ database, config, domainChecks: { dns, checkSite: openSiteCheck(config) } });
  const { id } = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, id);
  const visited = once(proxy, 'connection');
  const body = { domain: 'order.millers.test', password: ownersPassword };
  const { ownDomain } = await app.call('POST /restaurant/set-own-domain', { body }, token);
  proof.resolve(ownDomain!.proof.value);
  await visited;
  await app.app.close();
  const domains = await platformTransaction(app.db, 'site-lookup', (tx) =>
    tx.selectFrom('own_domains').select(['domain', 'state', 'problem', 'failures']).execute(),
  );
  expect(domains).toEqual([{ domain: body.domain, state: 'seen', problem: null, failures: 0 }]);
  expect(app.log.filter((line) => line.includes('is left to the next server'))).toEqual([]);
});
