import type { OutletId, RestaurantId, SpecialDayId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { nameKey } from './outlet-name.ts';
import { getOutlet, nextOutletPosition, requireRoomForOutlet } from './queries.ts';

/**
 * Copies an outlet: its settings and picture, its modes with their hours, its special days. The copy is called '<name>
 * copy', and is not Active.
 * @throws request.not_found, outlet.too_many.
 */
export async function copyOutlet(tx: Tx, restaurantId: RestaurantId, sourceId: OutletId, at: Date): Promise<OutletId> {
  await requireRoomForOutlet(tx, restaurantId, limits.outletsMax);
  const {
    modes,
    specialDays,
    last_order_number: _,
    ...source
  } = await getOutlet(tx, restaurantId, sourceId, 'merchant');
  const ofCopy = { restaurant_id: restaurantId, outlet_id: newId<OutletId>() };
  const position = await nextOutletPosition(tx, restaurantId);
  for (let number = 1; ; number++) {
    const name = nameOfCopy(source.name, number);
    const inserted = await tx
      .insertInto('outlets')
      .values({
        ...source,
        id: ofCopy.outlet_id,
        name,
        name_key: nameKey(name),
        name_translations: {},
        is_active: false,
        order_prefix: '',
        position,
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted !== undefined) break;
  }
  await tx
    .insertInto('outlet_modes')
    .values(
      modes.map((mode) => ({
        ...mode,
        ...ofCopy,
        opening_hours: JSON.stringify(mode.opening_hours),
        paused_until: null,
        busy_until: null,
      })),
    )
    .execute();
  if (specialDays.length > 0) {
    await tx
      .insertInto('special_days')
      .values(
        specialDays.map((day) => ({
          ...day,
          ...ofCopy,
          id: newId<SpecialDayId>(),
          periods: JSON.stringify(day.periods),
          created_at: at,
          deleted_at: null,
        })),
      )
      .execute();
  }
  return ofCopy.outlet_id;
}

function nameOfCopy(name: string, number: number): string {
  const suffix = number === 1 ? ' copy' : ` copy ${number}`;
  return (
    Array.from(name)
      .slice(0, limits.name - suffix.length)
      .join('')
      .trimEnd() + suffix
  );
}
