import type { Selectable } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';

export type OwnDomainRow = Selectable<Schema['own_domains']>;

export function findOwnDomain(tx: Tx, restaurantId: RestaurantId): Promise<OwnDomainRow | undefined> {
  return tx.selectFrom('own_domains').selectAll().where('restaurant_id', '=', restaurantId).executeTakeFirst();
}

/** Moves the site to the domain, or with null back to the platform's address, for everything that makes an address from now on. */
export async function moveSiteTo(tx: Tx, restaurantId: RestaurantId, domain: string | null, at: Date): Promise<void> {
  const moved = await tx
    .updateTable('restaurants')
    .set({ own_domain: domain, updated_at: at })
    .where('id', '=', restaurantId)
    .where('own_domain', 'is distinct from', domain)
    .executeTakeFirst();
  if (moved.numUpdatedRows > 0n) await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
}
