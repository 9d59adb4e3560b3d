import type { Params } from './params.ts';

/** The part of a list that is asked for, as Stripe cuts lists. */
export function pageOf<Item extends { id: string }>(all: Item[], params: Params, url: string) {
  const after = params.text('starting_after');
  const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const limit = params.whole('limit') ?? 10;
  return { object: 'list' as const, url, data: all.slice(from, from + limit), has_more: from + limit < all.length };
}
