import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '#contract/base/endpoint.ts';
import type { Caller, FindCaller } from './caller.ts';
import { Refusal } from '../answers/refusal.ts';

const anonymous: Caller = { kind: 'anonymous' };
/** Bearer tokens as RFC 6750 spells them, of a length that ours have room in. */
const bearer = /^Bearer ([\w.~+/-]{16,256}=*)$/i;

/** Who calls, by the bearer token in the Authorization header and nothing else (R69); without a good one, anonymous. */
export async function identify(
  { authorization }: IncomingHttpHeaders,
  findCaller: FindCaller,
  now: Date,
): Promise<Caller> {
  const token = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  if (token === undefined) return anonymous;
  return (await findCaller(token, now)) ?? anonymous;
}

/** Whether a call changes nothing and hands no file out. */
export function onlyReads(method: string, { isReading, answer }: Endpoint): boolean {
  return (method === 'GET' || isReading === true) && answer !== 'file';
}

/** Refuses whom the endpoint does not declare. Where anybody may call, everybody may. */
export function requireCaller(
  caller: Caller,
  { callers, isRestaurantWide, whileLocked, whileClosed, inSupport }: Endpoint,
  reads: boolean,
): void {
  if (isSupport(caller) && inSupport !== 'always' && (!reads || inSupport === 'never'))
    throw new Refusal('support.reads_only');
  if ('isClosed' in caller && caller.isClosed && whileClosed !== true) {
    // Guests read what they ordered; whoever works here does what anybody may.
    if (!('userId' in caller ? callers.includes('anonymous') : reads)) throw new Refusal('restaurant.closed');
  }
  if (callers.includes('anonymous')) return;
  if (!callers.includes(caller.kind))
    throw new Refusal(caller.kind === 'anonymous' ? 'auth.required' : 'auth.forbidden');
  if (isRestaurantWide === true && isLimited(caller)) throw new Refusal('auth.forbidden');
  if ('isLocked' in caller && caller.isLocked && whileLocked !== true && !reads) throw new Refusal('auth.locked');
}

/** Whether somebody works at some of the outlets alone. */
export function isLimited(caller: Caller): boolean {
  return 'outletIds' in caller && caller.outletIds !== null;
}

/** Whether an admin of the platform looks on: guests are masked for them. */
export function isSupport(caller: Caller): boolean {
  return 'isSupport' in caller && caller.isSupport;
}
