import type { IncomingHttpHeaders } from 'node:http';
import type { CallerKind, Endpoint } from '#contract/base/endpoint.ts';
import type { Caller, FindCaller, MerchantCaller } from './caller.ts';
import type { SeenTokens } from './seen-tokens.ts';
import type { SiteHost } from './site-host.ts';
import { Refusal } from '../answers/refusal.ts';

const anonymous: Caller = { kind: 'anonymous' };
/** Bearer tokens as RFC 6750 spells them, long enough for ours. */
const bearer = /^Bearer ([\w.~+/-]{16,256}=*)$/i;

/** The bearer token in the Authorization header, the only one that counts (R69); null without one. */
export function bearerToken({ authorization }: IncomingHttpHeaders): string | null {
  return (authorization === undefined ? undefined : bearer.exec(authorization)?.[1]) ?? null;
}

/** The caller, identified by the bearer token alone; anonymous without a valid one. */
export async function identify(
  token: string | null,
  findCaller: FindCaller,
  seenTokens: SeenTokens,
  now: Date,
): Promise<Caller> {
  if (token === null) return anonymous;
  const caller = (await findCaller(token, now)) ?? anonymous;
  seenTokens.note(token, caller);
  return caller;
}

/** Whether a call neither changes anything nor downloads a file. */
export function onlyReads(method: string, { isReading, answer }: Endpoint): boolean {
  return (method === 'GET' || isReading === true) && answer !== 'file';
}

/** Refuses callers that the endpoint does not declare. An endpoint for anonymous callers admits everybody. */
export function requireCaller(
  caller: Caller,
  { callers, isRestaurantWide, whileLocked, whileClosed, inSupportAccess }: Endpoint,
  reads: boolean,
): void {
  if (isSupportAccess(caller) && inSupportAccess !== 'always' && (!reads || inSupportAccess === 'never'))
    throw new Refusal('support.reads_only');
  if ('isClosed' in caller && caller.isClosed && whileClosed !== true) {
    // Guests of a closed restaurant may read; its staff may do what anonymous callers may.
    if (!('userId' in caller ? callers.includes('anonymous') : reads)) throw new Refusal('restaurant.closed');
  }
  if (callers.includes('anonymous')) return;
  if (!callers.includes(caller.kind))
    throw new Refusal(caller.kind === 'anonymous' ? 'auth.required' : 'auth.forbidden');
  if (isRestaurantWide === true && isLimited(caller)) throw new Refusal('auth.forbidden');
  if ('isLocked' in caller && caller.isLocked && whileLocked !== true && !reads) throw new Refusal('auth.locked');
}

/** Whether the endpoint is a guest's, and so answers on the own domains of restaurants as well. */
export function isOfSites({ callers, isOfSites: isDeclared }: Endpoint): boolean {
  return isDeclared === true || guests.some((kind) => callers.includes(kind));
}

const guests = ['site', 'customer', 'registration'] as const satisfies readonly CallerKind[];

/** On an own domain only that restaurant's guests are known; others' tokens, and those of people who work, are nobody's there. */
export function requireGuestOf(caller: Caller, site: SiteHost | null): void {
  if (site === null || caller.kind === 'anonymous') return;
  const isGuest = guests.some((kind) => kind === caller.kind);
  if (!isGuest || !('restaurantId' in caller) || caller.restaurantId !== site.restaurantId)
    throw new Refusal('auth.required');
}

/** Whether the caller is limited to some of the outlets. */
function isLimited(caller: Caller): boolean {
  return 'outletIds' in caller && caller.outletIds !== null;
}

/** Whether the caller may change what concerns the whole restaurant: an owner, or a manager of all outlets. */
export function mayManageRestaurant(caller: MerchantCaller): boolean {
  return caller.kind !== 'staff' && !isLimited(caller);
}

/** Whether the caller is an admin with support access, for whom guests are masked. */
export function isSupportAccess(caller: Caller): boolean {
  return 'isSupportAccess' in caller && caller.isSupportAccess;
}
