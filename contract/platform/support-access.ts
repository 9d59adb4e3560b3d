/** Support access: an admin of the platform looks at a restaurant for an hour at most, visibly for its owner (R26). */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf, idParams, instant, line } from '../base/fields.ts';
import type { RestaurantId, SessionId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

/** A support access that has not ended. */
export const SupportAccess = z.object({
  _id: idOf<SessionId>(),
  /** The name of the admin. */
  adminName: z.string(),
  reason: z.string(),
  beganAt: instant,
  endsAt: instant,
});
export type SupportAccess = z.infer<typeof SupportAccess>;

/** `token` reads what an owner reads, with guests masked, and changes nothing. */
export const beginSupportAccess = endpoint({
  summary: 'Begin support access: read a restaurant for an hour, which its owner sees.',
  callers: ['admin'],
  params: idParams<RestaurantId>(),
  body: z.object({ reason: line(limits.reason) }),
  answer: z.object({ token: z.string(), supportAccess: SupportAccess }),
  errors: ['request.not_found'],
});

/**
 * Restaurant staff see every running support access, and the owner can end it; an admin with support access sees only
 * their own.
 */
export const listSupportAccess = endpoint({
  summary: 'The support access that is open now: by whom, and why.',
  callers: merchant,
  answer: z.object({ supportAccess: z.array(SupportAccess) }),
  errors: [],
});

export const endSupportAccess = endpoint({
  summary: 'End support access at once.',
  callers: ['owner'],
  params: idParams<SessionId>(),
  inSupportAccess: 'always',
  answer: done,
  errors: ['request.not_found'],
});
