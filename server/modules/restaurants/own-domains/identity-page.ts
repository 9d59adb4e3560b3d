import { Refusal } from '#server/http/answers/refusal.ts';
import type { OpenRoute } from '#server/http/open-routes.ts';
import { identityPath } from './check-site.ts';

/** Says on an own domain whose it is: the server visits it to know that it is served. */
export const domainIdentityPage: OpenRoute = {
  method: 'GET',
  url: `/:slug${identityPath}`,
  why: 'For the look at an own domain, which comes through the proxy.',
  isOfSites: true,
  handler: async ({ site }, reply) => {
    if (site === null) throw new Refusal('request.no_route');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(site.restaurantId);
  },
};
