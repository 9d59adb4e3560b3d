/** The first page at a site's own domain takes over what the browser kept at the platform's address (decision 67). */
import { createClient } from '#contract/base/client.ts';
import { handOverMark } from '#contract/restaurants/hand-over-mark.ts';
import { parseStoredBasket } from '../basket/stored-basket.ts';
import type { SiteData } from '../site.tsx';
import { parseSession } from './session.ts';

/**
 * Stores the basket and the sign-in that the former address has left for this browser, unless there are others here. Only whoever
 * comes from that address has left something: a link from elsewhere could carry the sign-in of somebody else.
 */
export async function arrive({ catalogue, formerOrigin }: SiteData): Promise<void> {
  const handOver = location.hash.slice(handOverMark.length);
  history.replaceState(history.state, '', location.pathname + location.search);
  if (formerOrigin === undefined || originOf(document.referrer) !== formerOrigin) return;
  const { _id: restaurantId, slug } = catalogue.restaurant;
  try {
    const client = createClient({ fetch: (url, init) => fetch(url, init), token: () => null });
    const { basket, session } = await client.call('POST /site/:slug/arrive', { params: { slug }, body: { handOver } });
    const [basketKey, sessionKey] = [`basket.${restaurantId}`, `customer.${restaurantId}`];
    const hasBasket = parseStoredBasket(localStorage.getItem(basketKey)).items.length > 0;
    if (basket !== null && !hasBasket) localStorage.setItem(basketKey, basket);
    if (session !== null && parseSession(localStorage.getItem(sessionKey)) === null)
      localStorage.setItem(sessionKey, session);
  } catch {
    // Nothing was left, or nothing can be stored: the guest begins anew.
  }
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : null);
