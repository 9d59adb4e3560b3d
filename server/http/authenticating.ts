import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Caller, FindCaller } from './caller.ts';
import { Refusal } from './refusal.ts';

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

/** Refuses whom the endpoint does not declare. Where anybody may call, everybody may. */
export function requireCaller(caller: Caller, { callers, isRestaurantWide }: Endpoint): void {
  if (callers.includes('anonymous')) return;
  if (!callers.includes(caller.kind))
    throw new Refusal(caller.kind === 'anonymous' ? 'auth.required' : 'auth.forbidden');
  if (isRestaurantWide === true && isLimited(caller)) throw new Refusal('auth.forbidden');
}

/** Whether somebody works at some of the outlets alone. */
export function isLimited(caller: Caller): boolean {
  return 'outletIds' in caller && caller.outletIds !== null;
}
