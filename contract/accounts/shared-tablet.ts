/** A tablet that several people share (features ST-06): whoever acts says so by PIN, and stands behind what they do. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { done, idOf } from '../base/fields.ts';
import type { UserId } from '../base/ids.ts';
import { limits } from '../base/limits.ts';

const password = z.string().max(limits.passwordMax * 4);
const pin = z.string().regex(/^\d{4,6}$/, 'Use 4 to 6 digits');

/** `hasLockedPin`: too many wrong tries; it is good again once they set it anew or log in with their password. */
export const TabletPerson = z.object({ _id: idOf<UserId>(), name: z.string(), hasLockedPin: z.boolean() });
export type TabletPerson = z.infer<typeof TabletPerson>;

export const getTablet = endpoint({
  summary: 'Who can take over this device by PIN.',
  callers: merchant,
  inSupport: 'never',
  answer: z.object({
    people: z.array(TabletPerson),
    /** Whether the caller has a PIN. */
    hasPin: z.boolean(),
  }),
  errors: [],
});

/** Null takes the PIN away. The password proves who sets it, and unlocks one that was guessed at. */
export const setPin = endpoint({
  summary: "Set the caller's PIN for shared tablets.",
  callers: merchant,
  body: z.object({ password, pin: pin.nullable() }),
  answer: done,
  errors: ['auth.wrong_password', 'auth.too_many_tries'],
});

/** From then on it locks itself after `lockMinutes` without a touch; nobody on it may do more than who logged it in. */
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
  errors: ['request.not_found', 'auth.wrong_pin', 'auth.pin_locked', 'auth.not_shared'],
});

export const lockTablet = endpoint({
  summary: 'Lock a shared device: it shows and rings, and changes nothing until somebody takes over.',
  callers: merchant,
  whileLocked: true,
  answer: done,
  errors: ['auth.not_shared'],
});
