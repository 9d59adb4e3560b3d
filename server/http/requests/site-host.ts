import type { IncomingMessage } from 'node:http';
import type { RestaurantId } from '#contract/base/ids.ts';

/** The own domain of a restaurant's site, as the host of a request. */
export interface SiteHost {
  domain: string;
  restaurantId: RestaurantId;
  /** A slug of the restaurant, the present one or a former one. */
  slug: string;
}

/**
 * Finds the restaurant whose own domain a name is, in memory, because each request asks. Null for the names of the platform;
 * 'nobody' for names that lead here and are neither, such as a domain that its restaurant has taken away.
 */
export type FindSiteHost = (name: string) => SiteHost | 'nobody' | null;

/** Names by Host header, because each request asks and most ask for one of a few. */
const names = new Map<string, string>();
const mostNames = 1_000;
const longestHost = 300;

/** The name that a Host header asks for: in lower case, without the port and the dot that ends a full name. */
export function hostName({ headers: { host = '' } }: Pick<IncomingMessage, 'headers'>): string {
  const known = names.get(host);
  if (known !== undefined) return known;
  const name = host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  if (host.length <= longestHost) {
    if (names.size >= mostNames) names.clear();
    names.set(host, name);
  }
  return name;
}

/** Paths that are the same on every host; all others belong to the site on an own domain. */
const sharedPaths = /^\/(?:api|assets|media)(?:\/|$)/;

/** The address that the router knows a request to an own domain by: that of the same page below the slug. */
export function addressOnPlatform(url: string, site: ReturnType<FindSiteHost>): string {
  return site === null || site === 'nobody' || sharedPaths.test(url) ? url : `/${site.slug}${url}`;
}
