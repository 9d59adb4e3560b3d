import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { OutletId, RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';

export type OutletRow = Awaited<ReturnType<typeof listOutlets>>[number];
export type ModeRow = OutletRow['modes'][number];

function selectOutlets(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return tx
    .selectFrom('outlets')
    .selectAll('outlets')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('outlet_modes')
          .select([
            'mode',
            'accepts_orders',
            'preparation_minutes',
            'delivery_minutes',
            'takes_cash',
            'takes_card',
            'opening_hours',
          ])
          .whereRef('outlet_modes.restaurant_id', '=', 'outlets.restaurant_id')
          .whereRef('outlet_modes.outlet_id', '=', 'outlets.id')
          .orderBy('mode'),
      ).as('modes'),
    )
    .where('outlets.restaurant_id', '=', restaurantId)
    .where('outlets.deleted_at', 'is', null)
    .$if(audience === 'guests', (query) => query.where('outlets.is_active', '=', true));
}

/** In the merchant's order; only active ones for guests. */
export function listOutlets(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return selectOutlets(tx, restaurantId, audience).orderBy('outlets.position').orderBy('outlets.id').execute();
}

/** @throws Refusal request.not_found, also for an inactive outlet when guests ask. */
export async function getOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  audience: Audience,
): Promise<OutletRow> {
  const outlet = await selectOutlets(tx, restaurantId, audience).where('outlets.id', '=', outletId).executeTakeFirst();
  if (outlet === undefined) throw new Refusal('request.not_found');
  return outlet;
}

/** @throws Refusal request.not_found, also for an inactive outlet when guests ask. */
export async function requireOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  audience: Audience,
): Promise<void> {
  const outlet = await tx
    .selectFrom('outlets')
    .select('is_active')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (outlet === undefined || (audience === 'guests' && !outlet.is_active)) throw new Refusal('request.not_found');
}
