import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';

export type OutletRow = Awaited<ReturnType<typeof listOutlets>>[number];
export type ModeRow = OutletRow['modes'][number];

const modeColumns = [
  'mode',
  'accepts_orders',
  'preparation_minutes',
  'delivery_minutes',
  'takes_cash',
  'takes_card',
  'takes_online',
  'opening_hours',
  'paused_until',
  'busy_minutes',
  'busy_until',
  'make_minutes_per_quarter',
] as const;

export const specialDayColumns = [
  'special_days.id',
  'special_days.outlet_id',
  'special_days.mode',
  'special_days.starts_on',
  'special_days.ends_on',
  'special_days.is_open',
  'special_days.periods',
  'special_days.reason',
  'special_days.reason_translations',
] as const;

function selectOutlets(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return tx
    .selectFrom('outlets')
    .selectAll('outlets')
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('outlet_modes')
          .select(modeColumns)
          .whereRef('outlet_modes.restaurant_id', '=', 'outlets.restaurant_id')
          .whereRef('outlet_modes.outlet_id', '=', 'outlets.id')
          .orderBy('mode'),
      ).as('modes'),
      jsonArrayFrom(
        eb
          .selectFrom('special_days')
          .select(specialDayColumns)
          .whereRef('special_days.restaurant_id', '=', 'outlets.restaurant_id')
          .whereRef('special_days.outlet_id', '=', 'outlets.id')
          .where('special_days.deleted_at', 'is', null)
          .orderBy('special_days.starts_on')
          .orderBy('special_days.id'),
      ).as('specialDays'),
    ])
    .where('outlets.restaurant_id', '=', restaurantId)
    .where('outlets.deleted_at', 'is', null)
    .$if(audience === 'guests', (query) => query.where('outlets.is_active', '=', true));
}

/** In the merchant's order; only active ones for guests. */
export function listOutlets(tx: Tx, restaurantId: RestaurantId, audience: Audience) {
  return selectOutlets(tx, restaurantId, audience).orderBy('outlets.position').orderBy('outlets.id').execute();
}

/** @throws request.not_found, also for an inactive outlet when guests ask. */
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

/** @throws request.not_found, also for an inactive outlet when guests ask. */
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

/**
 * @param before those that were named before, which may have been deleted since.
 * @throws request.not_found when one of the others does not exist.
 */
export async function requireOutlets(
  tx: Tx,
  restaurantId: RestaurantId,
  ids: readonly OutletId[],
  before: readonly OutletId[] | null = null,
): Promise<void> {
  const added = ids.filter((id) => !before?.includes(id));
  const found = await tx
    .selectFrom('outlets')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', sql<OutletId>`any(${added}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  if (found.length < new Set(added).size) throw new Refusal('request.not_found');
}

/** The number of an outlet, also of one that was deleted meanwhile. */
export async function findOutletPhone(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<string> {
  const { phone } = await tx
    .selectFrom('outlets')
    .select('phone')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  return phone;
}

/** Whether the outlet is there and was not deleted. */
export async function hasOutlet(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<boolean> {
  const outlet = await tx
    .selectFrom('outlets')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return outlet !== undefined;
}

/**
 * Locks the outlet against parallel additions and removals until this transaction ends. Null when there is no such
 * outlet.
 */
export async function lockOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
): Promise<{ time_zone: string } | null> {
  await lockMenu(tx, restaurantId);
  const outlet = await tx
    .selectFrom('outlets')
    .select('time_zone')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return outlet ?? null;
}

/**
 * Locks the restaurant's number of outlets until this transaction ends.
 * @throws outlet.too_many when the restaurant has no room for another outlet.
 */
export async function requireRoomForOutlet(tx: Tx, restaurantId: RestaurantId, most: number): Promise<void> {
  await lockMenu(tx, restaurantId);
  const { count } = await tx
    .selectFrom('outlets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (count >= most) throw new Refusal('outlet.too_many', { most });
}

/** The position after all outlets, including deleted ones. */
export async function nextOutletPosition(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  const { last } = await tx
    .selectFrom('outlets')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

/** Whether guests at the tables of the outlet may pay online, where the restaurant has connected a gateway. */
export async function takesOnlineAtTables(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<boolean> {
  const row = await tx
    .selectFrom('outlet_modes')
    .select('takes_online')
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('mode', '=', 'dine-in')
    .executeTakeFirst();
  return row?.takes_online === true;
}
