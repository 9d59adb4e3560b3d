import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';

/**
 * A condition that waits until no batch of orders is being written at the restaurant, keeps the next one away until the
 * transaction ends, and is true. It belongs into a statement that may have to wait for a row which every order needs: a
 * batch takes such rows when they are free, and would overtake whoever waits for one again and again. `write_orders` and
 * `write_single_order` take the same lock alone, and leave the restaurant's orders out when they do not get it at once.
 * Evaluated before the statement looks for its rows.
 */
export function afterBatch(restaurantId: RestaurantId): RawBuilder<boolean> {
  return sql`(select pg_advisory_xact_lock_shared(hashtextextended(${`orders of ${restaurantId}`}, 0))::text) is not null`;
}
