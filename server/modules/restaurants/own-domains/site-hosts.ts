import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { FindSiteHost, SiteHost } from '#server/http/requests/site-host.ts';
import type { Log } from '#server/log.ts';
import { hasRecords } from './domain-steps.ts';

/** Milliseconds between two looks for changes that other processes made. */
const lookEveryMs = 2_000;

/** The own domains of all restaurants, in the memory of this process: every request and every handshake of the proxy asks. */
export interface SiteHosts {
  find: FindSiteHost;
  /** Whether the proxy may fetch a certificate for the name. */
  isCertified(name: string): boolean;
  /** Reads the domains again where one has changed. */
  refresh(): Promise<void>;
  /** Reads the domains, and again whenever they change. */
  start(log: Log): Promise<void>;
  stop(): Promise<void>;
}

interface Host extends SiteHost {
  isCertified: boolean;
}

/** Where the installation offers no own domains, every host is the platform's and the database is not asked. */
export function openSiteHosts({ db, config }: { db: Db; config: Pick<Config, 'publicUrl' | 'ownDomains'> }): SiteHosts {
  const platform = new URL(config.publicUrl).hostname;
  const isOffered = config.ownDomains !== undefined;
  let hosts = new Map<string, Host>();
  let version = '';
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const found = await platformTransaction(
      db,
      'site-lookup',
      async (tx) => {
        const served = tx.selectFrom('own_domains').where('state', '<>', 'waiting');
        // Adding up makes the order of the rows no matter, and counts what is gone.
        const { now } = await served
          .select(
            sql<string>`count(*) || ' ' || coalesce(sum(hashtextextended(
              concat_ws(' ', domain, restaurant_id, state, problem), 0)::numeric), 0)`.as('now'),
          )
          .executeTakeFirstOrThrow();
        if (now === version) return null;
        const rows = await served.select(['domain', 'restaurant_id', 'state', 'problem']).execute();
        const ids = rows.map(({ restaurant_id }) => restaurant_id);
        const restaurants =
          ids.length === 0
            ? []
            : await tx.selectFrom('restaurants').select(['id', 'slug']).where('id', 'in', ids).execute();
        return { now, rows, slugs: new Map(restaurants.map(({ id, slug }) => [id, slug])) };
      },
      { readOnly: true, isolation: 'repeatable read' },
    );
    if (found === null) return;
    hosts = new Map(
      found.rows.flatMap(({ domain, restaurant_id: restaurantId, state, problem }) => {
        const slug = found.slugs.get(restaurantId);
        if (slug === undefined) return [];
        return [[domain, { domain, restaurantId, slug, isCertified: hasRecords({ state, problem }) }] as const];
      }),
    );
    version = found.now;
  }

  async function refresh(): Promise<void> {
    if (!isOffered) return;
    // A reading that began earlier may miss a change of the caller.
    await reading?.catch(() => undefined);
    reading ??= read().finally(() => (reading = null));
    return reading;
  }

  return {
    find(name) {
      if (!isOffered || name === platform) return null;
      const host = hosts.get(name);
      if (host !== undefined) return host;
      // Health checks and people on the machine use addresses, and names without a dot.
      return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || !name.includes('.') ? null : 'nobody';
    },
    isCertified: (name) => hosts.get(name)?.isCertified === true,
    refresh,
    async start(log) {
      await refresh();
      if (!isOffered) return;
      timer = setInterval(() => {
        if (reading === null)
          refresh().catch((error: unknown) => log.warn({ err: error }, 'Own domains could not be read; trying again'));
      }, lookEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await reading?.catch(() => undefined);
    },
  };
}
