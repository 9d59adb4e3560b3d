/** The first page at a site's own domain takes over what the browser kept at the platform's address (decision 67). */
import { type CallAnswer, CallError, createClient } from '#contract/base/client.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { handOverMark } from '#contract/restaurants/hand-over-mark.ts';
import { newKey, parseStoredBasket } from '../basket/stored-basket.ts';
import type { SiteData } from '../site.tsx';
import { parseSession } from './session.ts';

/**
 * Stores the basket and the sign-in that the former address has left for this browser, unless there are others here, and says so to
 * the server, upon which the former address removes its copy. Until then the token stays in the page's address, for a reload. Only
 * whoever comes from the former address has left something: a link from elsewhere could carry the sign-in of somebody else.
 */
export async function arrive({ catalogue, formerOrigin }: SiteData): Promise<void> {
  const handOver = location.hash.slice(handOverMark.length);
  if (formerOrigin === undefined || originOf(document.referrer) !== formerOrigin) return removeHash();
  const { _id: restaurantId, slug } = catalogue.restaurant;
  try {
    const client = createClient({ fetch: (url, init) => fetch(url, init), token: () => null });
    const input = { params: { slug }, body: { handOver, collector: collectorOf(handOver) } };
    storeArrived(restaurantId, await client.call('POST /site/:slug/arrive', input));
    // The page appears meanwhile.
    void client.call('POST /site/:slug/confirm-arrival', { ...input, keepalive: true }).then(removeHash, giveUp);
  } catch (error) {
    giveUp(error);
  }
}

/** After a reload this tab is the one that has asked before. */
function collectorOf(handOver: string): string {
  const [before, collector = newKey()] = (sessionStorage.getItem('collector') ?? '').split(' ');
  const mine = before === handOver ? collector : newKey();
  sessionStorage.setItem('collector', `${handOver} ${mine}`);
  return mine;
}

function storeArrived(restaurantId: RestaurantId, { basket, session }: CallAnswer<'POST /site/:slug/arrive'>): void {
  const [basketKey, sessionKey, arrivedKey] = [
    `basket.${restaurantId}`,
    `customer.${restaurantId}`,
    `arrived.${restaurantId}`,
  ];
  const { idempotencyKey } = parseStoredBasket(basket);
  const hasBasket = parseStoredBasket(localStorage.getItem(basketKey)).items.length > 0;
  // One that came before may have been ordered since: where the confirmation was lost, the former address sends it again.
  if (basket !== null && !hasBasket && localStorage.getItem(arrivedKey) !== idempotencyKey) {
    localStorage.setItem(basketKey, basket);
    localStorage.setItem(arrivedKey, idempotencyKey);
  }
  if (session !== null && parseSession(localStorage.getItem(sessionKey)) === null)
    localStorage.setItem(sessionKey, session);
}

/** Where no answer came, a reload asks again. Otherwise there is nothing, or nothing can be stored: the guest begins anew. */
function giveUp(error: unknown): void {
  if (!(error instanceof CallError) || (error.status > 0 && error.status < 500)) removeHash();
}

/** Unless the guest is elsewhere by now. */
function removeHash(): void {
  if (location.hash.startsWith(handOverMark))
    history.replaceState(history.state, '', location.pathname + location.search);
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : null);
