import type { Caller } from '#server/http/requests/caller.ts';

/**
 * The reader of a call: the people of the restaurant see everything, its guests only what is on offer to them (R29).
 */
export type Audience = 'merchant' | 'guests';

/** A site reads for guests. */
export function audienceOf(caller: Caller): Audience {
  return caller.kind === 'owner' || caller.kind === 'manager' || caller.kind === 'staff' ? 'merchant' : 'guests';
}
