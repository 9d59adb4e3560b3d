import { createHash, randomBytes } from 'node:crypto';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import type { Db } from '#server/db/connect.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import type { SiteHost } from '#server/http/requests/site-host.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { consumeOne, counterKey } from '#server/rate-limits/rate-counters.ts';
import { keyOf, seal, unseal } from '#server/sealing.ts';
import { findNamedRestaurant } from '../find-restaurant.ts';

/** The texts that a browser keeps for a site. */
interface Kept {
  basket: string | null;
  session: string | null;
}

/** For a redirect, and a slow line. */
const validMs = MINUTE;
/** So long the server remembers that something arrived, without what it was; the former address forgets its copy then. */
const receiptMs = 30 * DAY;
/** A network may be that of a whole hotel. */
const mostInMinute = 60;

/**
 * Keeps what a browser has for a site at its former address, until the same browser asks for it at the own domain. It is sealed under
 * the token, which the server forgets. @throws request.not_found for a site that is not at an own domain; rate.limited
 */
export async function leaveSite(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  slug: string,
  kept: Kept,
  browser: { userAgent: string; clientAddress: string },
): Promise<{ handOver: string }> {
  const now = clock();
  const restaurant = await findNamedRestaurant(db, slug);
  const domain = restaurant?.ownDomain ?? null;
  if (restaurant === null || domain === null) throw new Refusal('request.not_found');
  if (config.rateLimits) {
    const key = counterKey('hand-over', networkOf(browser.clientAddress));
    const taken = await consumeOne(db, key, mostInMinute, 60, now);
    if (!taken.isAllowed) throw new Refusal('rate.limited', { seconds: taken.retryAfterSeconds });
  }
  const token = randomBytes(24).toString('base64url');
  const { id } = restaurant;
  const row = {
    restaurant_id: id,
    token_hash: hashOf(token),
    domain,
    browser_hash: hashOf(browser.userAgent),
    sealed: seal(keyOf(token, 'hand-over'), id, Buffer.from(JSON.stringify(kept))),
    expires_at: new Date(now.getTime() + validMs),
  };
  await transaction(db, id, (tx) => tx.insertInto('hand_overs').values(row).execute());
  return { handOver: token };
}

interface Arrival {
  handOver: string;
  collector: string;
}

/**
 * Gives out what was left, to whoever asks first, and to them again until they have confirmed it: an answer may be lost.
 * @throws request.not_found on another domain, in another browser, for another collector, too late, or once confirmed.
 */
export async function arriveAtSite(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  site: SiteHost | null,
  { handOver, collector }: Arrival,
  userAgent: string,
): Promise<Kept> {
  if (site === null) throw new Refusal('request.not_found');
  const { restaurantId, domain } = site;
  const claimed = hashOf(userAgent + collector);
  const left = await transaction(db, restaurantId, (tx) =>
    tx
      .updateTable('hand_overs')
      .set({ browser_hash: claimed })
      .where('restaurant_id', '=', restaurantId)
      .where('token_hash', '=', hashOf(handOver))
      .where('domain', '=', domain)
      .where('browser_hash', 'in', [hashOf(userAgent), claimed])
      .where('sealed', '<>', arrived)
      .where('expires_at', '>', clock())
      .returning('sealed')
      .executeTakeFirst(),
  );
  if (left === undefined) throw new Refusal('request.not_found');
  return JSON.parse(unseal(keyOf(handOver, 'hand-over'), restaurantId, left.sealed).toString()) as Kept;
}

/** Forgets what was left, and remembers for the former address that it arrived. @throws request.not_found as `arriveAtSite` */
export async function confirmArrival(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  site: SiteHost | null,
  { handOver, collector }: Arrival,
  userAgent: string,
): Promise<void> {
  if (site === null) throw new Refusal('request.not_found');
  const { restaurantId, domain } = site;
  const now = clock();
  const { numUpdatedRows } = await transaction(db, restaurantId, (tx) =>
    tx
      .updateTable('hand_overs')
      .set({ sealed: arrived, expires_at: new Date(now.getTime() + receiptMs) })
      .where('restaurant_id', '=', restaurantId)
      .where('token_hash', '=', hashOf(handOver))
      .where('domain', '=', domain)
      .where('browser_hash', '=', hashOf(userAgent + collector))
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw new Refusal('request.not_found');
}

/** @throws request.not_found for a site that nobody has. */
export async function hasArrived(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  slug: string,
  handOver: string,
): Promise<{ hasArrived: boolean }> {
  const restaurant = await findNamedRestaurant(db, slug);
  if (restaurant === null) throw new Refusal('request.not_found');
  const receipt = await transaction(db, restaurant.id, (tx) =>
    tx
      .selectFrom('hand_overs')
      .select('sealed')
      .where('restaurant_id', '=', restaurant.id)
      .where('token_hash', '=', hashOf(handOver))
      .where('sealed', '=', arrived)
      .where('expires_at', '>', clock())
      .executeTakeFirst(),
  );
  return { hasArrived: receipt !== undefined };
}

export async function removeExpiredHandOvers(db: Db, now: Date): Promise<void> {
  await platformTransaction(db, 'clean-up', (tx) =>
    tx.deleteFrom('hand_overs').where('expires_at', '<=', now).execute(),
  );
}

/** In the place of what was left. */
const arrived = Buffer.alloc(0);

const hashOf = (text: string) => createHash('sha256').update(text).digest();
