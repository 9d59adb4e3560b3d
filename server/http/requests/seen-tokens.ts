import { createHash } from 'node:crypto';
import type { RestaurantId } from '#contract/base/ids.ts';
import { LruCache } from '#server/lru-cache.ts';
import type { Caller } from './caller.ts';

const tokensMax = 20_000;

/**
 * Tokens that were valid when this process last looked them up, with their restaurants. They permit nothing: they tell
 * whose a request probably is before the database is asked.
 */
export class SeenTokens {
  readonly #restaurants = new LruCache<string, RestaurantId | null>(tokensMax);

  has(token: string): boolean {
    return this.#restaurants.get(keyOf(token)) !== undefined;
  }

  /** Null for a token that was not seen, and for that of an admin. */
  restaurantOf(token: string): RestaurantId | null {
    return this.#restaurants.get(keyOf(token)) ?? null;
  }

  /** Keeps the token of a caller, and forgets one that is no longer valid. */
  note(token: string, caller: Caller): void {
    if (caller.kind === 'anonymous') this.#restaurants.delete(keyOf(token));
    else this.#restaurants.set(keyOf(token), 'restaurantId' in caller ? caller.restaurantId : null, 1);
  }
}

function keyOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
