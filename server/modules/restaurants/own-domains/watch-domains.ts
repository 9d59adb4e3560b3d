import { MINUTE } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { checkRecords } from './check-records.ts';
import type { CheckSite } from './check-site.ts';
import type { DomainDns } from './domain-dns.ts';
import { hasRecords } from './domain-steps.ts';
import type { OwnDomainRow } from './queries.ts';
import { settleDomain } from './settle-domain.ts';
import type { SiteHosts } from './site-hosts.ts';

const lookEveryMs = 1_000;
/** Domains that are looked at together: a name server that takes its time holds up its own domain alone. */
const mostAtOnce = 20;
/** Longer than a look takes; a server that ends during one leaves it to the next. */
const lookWithinMs = 2 * MINUTE;

export interface DomainChecks {
  dns: DomainDns;
  checkSite: CheckSite;
}

/** Looks at the own domains that are due, in the elected server of the database. */
export function watchDomains(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'log'>,
  { dns, checkSite }: DomainChecks,
  hosts: SiteHosts,
  isElected: () => boolean,
): { stop(): Promise<void> } {
  const { db, config, clock, log } = deps;
  const looks = new Set<Promise<void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let taking: Promise<void> | null = null;

  async function lookAtDue(): Promise<void> {
    if (looks.size === mostAtOnce) return;
    for (const claim of await takeDue(mostAtOnce - looks.size)) {
      const look = lookAt(claim)
        .catch((error: unknown) =>
          log.warn({ err: error, domain: claim.domain }, 'A domain could not be looked at; trying again'),
        )
        .finally(() => looks.delete(look));
      looks.add(look);
    }
  }

  function takeDue(most: number): Promise<OwnDomainRow[]> {
    const now = clock();
    return platformTransaction(db, 'own-domains', (tx) =>
      tx
        .updateTable('own_domains')
        .set({ next_check_at: new Date(now.getTime() + lookWithinMs) })
        .where('restaurant_id', 'in', (eb) =>
          eb
            .selectFrom('own_domains')
            .select('restaurant_id')
            .where('next_check_at', '<=', now)
            .orderBy('next_check_at')
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .returningAll()
        .execute(),
    );
  }

  async function lookAt(claim: OwnDomainRow): Promise<void> {
    const { problem, proofs } = await checkRecords(dns, claim, config.ownDomains!.target);
    if (signal.aborted) return;
    const seen = await settleDomain(deps, claim, { found: problem ?? 'seen', proofs });
    // The proxy asks for the name during the visit.
    await hosts.refresh();
    if (problem !== null || seen === null || !hasRecords(seen)) return noteChange(claim, seen);
    const found = (await siteProblem(claim)) ?? 'ready';
    // A visit that was broken off has found nothing; the next server makes another.
    if (signal.aborted) return;
    noteChange(claim, await settleDomain(deps, claim, { found, proofs }));
    await hosts.refresh();
  }

  async function siteProblem({ domain, restaurant_id }: OwnDomainRow) {
    const problem = await checkSite(domain, restaurant_id, signal);
    if (problem !== 'certificate' || signal.aborted) return problem;
    const authorities = await dns.authorities(domain).catch(() => []);
    return authorities.length > 0 ? 'authority' : problem;
  }

  function noteChange(before: OwnDomainRow, after: OwnDomainRow | null): void {
    if (after === null || (after.state === before.state && after.problem === before.problem)) return;
    const { domain, restaurant_id: restaurantId, state, problem } = after;
    log.info({ restaurantId, domain, state, problem }, 'An own domain has changed');
  }

  function take(): Promise<void> {
    taking ??= lookAtDue()
      .catch((error: unknown) => log.warn({ err: error }, 'Own domains could not be looked at; trying again'))
      .finally(() => (taking = null));
    return taking;
  }

  const timer =
    config.ownDomains === undefined
      ? undefined
      : setInterval(() => {
          if (isElected()) void take();
        }, lookEveryMs).unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await taking;
      await Promise.all(looks);
    },
  };
}
