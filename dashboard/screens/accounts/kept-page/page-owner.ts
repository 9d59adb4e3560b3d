import type { QueryClient } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import type { HeldAccount } from '../company/held-session.ts';

/**
 * The account that the open page belongs to; null where that is not known yet, and on a shared tablet, whose pages are of several people:
 * nobody of them can prove to be all of them.
 */
export function pageOwner(cache: QueryClient): HeldAccount | null {
  const me = cache.getQueryData(queries.me().queryKey);
  return me === undefined || me.tablet !== undefined ? null : me;
}
