import { MINUTE } from '#contract/base/time.ts';
import { apiRoot } from '#contract/base/api.ts';
import type { Config } from '#server/config.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { listCatalogueChanges } from '#server/events/queries.ts';
import type { Log } from '#server/log.ts';
import { ownOrigin } from '#server/http/pages/own-origin.ts';
import { postToGateway } from '#server/modules/outbound/gateway.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import { JobFailed, type JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { getSitePlace } from '#server/modules/restaurants/queries.ts';

const lookEveryMs = 1_000;
/** Milliseconds that a change may take from its own time to its commit, and before a server was elected. */
const marginMs = MINUTE;
const lookBackMs = 60 * MINUTE;
/** A cache that cannot be told for so long has forgotten the page by itself. */
const usefulForMs = 10 * MINUTE;

interface PurgeSchedule {
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Writes a job for each restaurant whose site has changed, where a cache in front of the server wants to be told
 * (CDN_PURGE_URL). Changes are read from the events, so those of orders that sell a dish out count, and none is lost when a
 * server ends (decision 60).
 */
export function schedulePurges(
  { db, config, clock, log }: Pick<Deps, 'db' | 'config' | 'clock' | 'log'>,
  isElected: () => boolean,
): PurgeSchedule {
  let lookedUntil: number | null = null;
  let looking = Promise.resolve();
  let isLooking = false;

  async function schedule(): Promise<void> {
    const now = clock();
    const until = now.getTime();
    const from = lookedUntil === null ? until - lookBackMs : Math.min(lookedUntil, until) - marginMs;
    await platformTransaction(db, 'outbox', async (tx) => {
      for (const { restaurantId, seq } of await listCatalogueChanges(tx, new Date(from))) {
        const { slug, ownDomain } = await getSitePlace(tx, restaurantId);
        const payload = { slug, ownDomain };
        // The number of the change is the key: a change that is read again writes no second job.
        await enqueue(tx, { restaurantId, queue: 'purge', payload, key: String(seq), usefulForMs }, now);
      }
    });
    lookedUntil = until;
  }

  function look(): Promise<void> {
    isLooking = true;
    looking = looking
      .then(schedule)
      .catch((error: unknown) => log.warn({ err: error }, 'Changed sites could not be looked for; trying again'))
      .finally(() => (isLooking = false));
    return looking;
  }

  const timer =
    config.purge === undefined
      ? undefined
      : setInterval(() => {
          // The next elected server looks back an hour. A slow database is not asked again before it has answered.
          if (!isElected()) lookedUntil = null;
          else if (!isLooking) void look();
        }, lookEveryMs).unref();

  return {
    look,
    stop() {
      clearInterval(timer);
      return looking;
    },
  };
}

/** Posts `{ site, addresses }`: the addresses below which all pages and data of the site are. */
export function purgeHandler({ config, log }: { config: Pick<Config, 'publicUrl' | 'purge'>; log: Log }): JobHandler {
  return {
    atOnce: config.purge === undefined ? 0 : 4,
    withinMs: 10_000,
    retries: () => ({ most: 1_000, firstMs: 1_000, longestMs: 30_000 }),
    async perform({ payload, key }) {
      const site = payload['slug'] as string;
      const ownDomain = (payload['ownDomain'] ?? null) as string | null;
      const { publicUrl, purge } = config;
      const below = (address: string) => `${address}${apiRoot}/site/${site}`;
      const own = ownDomain === null ? [] : [ownOrigin(publicUrl, ownDomain)];
      const addresses = [`${publicUrl}/${site}`, ...own, ...[publicUrl, ...own].map(below)];
      const headers = { 'idempotency-key': `${site}-${key}` };
      const isAccepted = await postToGateway({ ...purge!, name: 'purge' }, { site, addresses }, headers, log);
      if (!isAccepted) throw new JobFailed('The cache did not accept the purge of a site', 'not_accepted');
    },
  };
}
