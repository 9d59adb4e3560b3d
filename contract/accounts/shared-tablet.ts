/** A tablet that several people share: each identifies themselves by PIN, and the audit log names them. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf } from '../base/fields.ts';
import type { UserId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

const password = z.string().max(limits.passwordMax * 4);
const pin = z.string().regex(/^\d{4,6}$/, 'account.pin_malformed');

/** `hasLockedPin` is true after too many wrong tries, until the person sets a new PIN or signs in with a password. */
export const TabletPerson = z.object({ _id: idOf<UserId>(), name: z.string(), hasLockedPin: z.boolean() });
export type TabletPerson = z.infer<typeof TabletPerson>;

export const getTablet = endpoint({
  summary: 'The people who can take over this shared tablet by PIN.',
  callers: merchant,
  inSupportAccess: 'never',
  answer: z.object({
    people: z.array(TabletPerson),
    /** The caller has a PIN. */
    hasPin: z.boolean(),
  }),
  errors: [],
});

/** Null removes the PIN. The password proves who is setting it, and unlocks a PIN after too many wrong tries. */
export const setPin = endpoint({
  summary: "Set the caller's PIN for shared tablets.",
  callers: merchant,
  body: z.object({ password, pin: pin.nullable() }),
  answer: done,
  errors: ['auth.wrong_password', 'auth.too_many_tries'],
});

/**
 * The tablet then locks itself after `lockMinutes` without a touch. Nobody on it has more rights than the person who
 * signed it in.
 */
export const shareTablet = endpoint({
  summary: 'Make this device one that several people share.',
  callers: merchant,
  body: z.object({ lockMinutes: z.int().min(1).max(limits.lockMinutesMax) }),
  answer: done,
  errors: ['auth.no_pin'],
});

export const unshareTablet = endpoint({
  summary: 'Make this device the one of who logged it in again.',
  callers: merchant,
  whileLocked: true,
  body: z.object({ password }),
  answer: done,
  errors: ['auth.wrong_password', 'auth.too_many_tries'],
});

export const switchPerson = endpoint({
  summary: 'Take over a shared device by PIN.',
  callers: merchant,
  whileLocked: true,
  body: z.object({ userId: idOf<UserId>(), pin: z.string().max(limits.phone) }),
  answer: done,
  errors: ['request.not_found', 'auth.wrong_pin', 'auth.pin_locked', 'auth.not_shared', 'auth.company_required'],
});

export const lockTablet = endpoint({
  summary: 'Lock a shared device: it shows and rings, and changes nothing until somebody takes over.',
  callers: merchant,
  whileLocked: true,
  answer: done,
  errors: ['auth.not_shared'],
});
