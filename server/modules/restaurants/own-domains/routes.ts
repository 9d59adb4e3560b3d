import { confirmationOf } from '#contract/base/success-text.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { checkSoon, removeDomain, setDomain } from './change-domain.ts';
import type { DomainDns } from './domain-dns.ts';
import { arriveAtSite, confirmArrival, hasArrived, leaveSite } from './hand-over.ts';
import { readOwnDomain } from './read-own-domain.ts';
import type { SiteHosts } from './site-hosts.ts';

interface RouteDeps extends Pick<Deps, 'db' | 'config' | 'clock' | 'withProof'> {
  hosts: SiteHosts;
  dns: DomainDns;
}

export function ownDomainRoutes(deps: RouteDeps) {
  const { db, config, clock, withProof, hosts } = deps;

  const answer = (restaurantId: RestaurantId) => readOwnDomain(deps, restaurantId);

  return {
    'GET /restaurant/get-own-domain': ({ caller }) => answer(caller.restaurantId),

    'POST /restaurant/set-own-domain': async ({ caller, body: { domain, ...proof }, clientAddress, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await withProof({ ...caller, clientAddress }, proof, (tx) => setDomain(tx, config, by, domain, clock()));
      await hosts.refresh();
      return { ...(await answer(caller.restaurantId)), ...confirmationOf('record.updated') };
    },

    'POST /restaurant/check-own-domain': async ({ caller }) => {
      await transaction(db, caller.restaurantId, (tx) => checkSoon(tx, caller, clock()));
      return answer(caller.restaurantId);
    },

    'POST /restaurant/remove-own-domain': async ({ caller, body: proof, clientAddress, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await withProof({ ...caller, clientAddress }, proof, (tx) => removeDomain(tx, by, clock()));
      await hosts.refresh();
      return { ...(await answer(caller.restaurantId)), ...confirmationOf('record.deleted') };
    },

    'POST /site/:slug/leave': ({ params, body, userAgent, clientAddress }) =>
      leaveSite(deps, params.slug, body, { userAgent, clientAddress }),

    'POST /site/:slug/arrive': ({ body, site, userAgent }) => arriveAtSite(deps, site, body, userAgent),

    'POST /site/:slug/confirm-arrival': async ({ body, site, userAgent }) => {
      await confirmArrival(deps, site, body, userAgent);
      return {};
    },

    'POST /site/:slug/has-arrived': ({ params, body }) => hasArrived(deps, params.slug, body.handOver),
  } satisfies Partial<Handlers>;
}
