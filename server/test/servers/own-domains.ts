/** The product on a platform that offers own domains, with the name servers and the proxy in the hands of the test. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import type { DomainProblem } from '#contract/base/enumerations.ts';
import type { CheckSite } from '#server/modules/restaurants/own-domains/check-site.ts';
import { startApp, type TestApp } from './app.ts';

export const platform = 'orders.platform.test';
export const target = 'sites.platform.test';
const targetAddresses = ['192.0.2.10', '2001:db8::10'];

/** The records of names, as name servers would answer; a name under `silent` has none that does, one under `slow` once that is over. */
interface Zone {
  addresses: Record<string, string[]>;
  aliases: Record<string, string>;
  texts: Record<string, string[]>;
  authorities: Record<string, string[]>;
  silent: Set<string>;
  slow: Map<string, () => Promise<void>>;
}

export interface DomainApp extends TestApp {
  zone: Zone;
  /** Problems that the visit of a domain finds, whatever is there. */
  broken: Map<string, DomainProblem>;
  /** Sets the records that the page tells. */
  setRecords: (domain: string, ...proofs: string[]) => void;
  /** A request to a host, through the router. */
  get: (host: string, url: string, headers?: Record<string, string>) => Promise<Reply>;
}

interface Reply {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

export async function startDomainApp(distFolder?: string): Promise<DomainApp> {
  const zone: Zone = {
    addresses: { [target]: targetAddresses },
    aliases: {},
    texts: {},
    authorities: {},
    silent: new Set(),
    slow: new Map(),
  };
  const broken = new Map<string, DomainProblem>();
  const ask = async <Answer>(name: string, answer: Answer): Promise<Answer> => {
    await zone.slow.get(name)?.();
    if (zone.silent.has(name)) throw new Error('ETIMEOUT');
    return answer;
  };
  const visit: CheckSite = async (domain, restaurantId) => {
    const found = broken.get(domain);
    if (found !== undefined) return found;
    const { statusCode, body } = await app.app.inject({
      url: '/.well-known/order-manager',
      headers: { host: domain },
    });
    return statusCode === 200 && body === restaurantId ? null : 'other_server';
  };
  const app = await startApp({
    config: {
      publicUrl: `https://${platform}`,
      ownDomains: { target, ask: { host: '127.0.0.1', port: 0 }, proxy: undefined, nameServers: [] },
    },
    ...(distFolder !== undefined && { distFolder }),
    domainChecks: {
      dns: {
        addresses: (name) => ask(name, zone.addresses[name] ?? []),
        alias: (name) => ask(name, zone.aliases[name] ?? null),
        texts: (name) => ask(name, zone.texts[name] ?? []),
        authorities: (name) => ask(name, zone.authorities[name] ?? []),
      },
      checkSite: visit,
    },
  });
  return {
    ...app,
    zone,
    broken,
    setRecords: (domain, ...proofs) => {
      zone.addresses[domain] = targetAddresses;
      zone.texts[`_order-manager.${domain}`] = proofs;
    },
    async get(host, url, headers = {}) {
      const reply = await app.app.inject({ method: 'GET', url, headers: { host, ...headers } } as InjectOptions);
      return { status: reply.statusCode, headers: reply.headers, body: reply.body };
    },
  };
}

/** A request over the network, which finished answers are sent to as well. */
export function getFrom(origin: string, host: string, path: string): Promise<Reply> {
  return new Promise((done, fail) => {
    request(new URL(path, origin), { headers: { host }, agent: false }, (reply) => {
      text(reply).then((body) => done({ status: reply.statusCode!, headers: reply.headers, body }), fail);
    })
      .on('error', fail)
      .end();
  });
}
