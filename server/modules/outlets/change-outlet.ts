import { type Mode, modes } from '#contract/base/enumerations.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { OutletChanges } from '#contract/outlets/outlets.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { changedColumns, phoneColumn } from './outlet-columns.ts';
import { withFreeName } from './outlet-name.ts';
import { getOutlet, type OutletRow } from './queries.ts';

/**
 * Changes the given fields of an outlet, and tells the restaurant's screens and its site. Writes only these columns, so
 * that parallel changes to different fields are both kept. A picture is one that is stored.
 * @throws request.not_found, auth.invalid_phone, outlet.name_taken.
 */
export async function changeOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  changes: OutletChanges & { picture?: Pick<Picture, 'hash'> | undefined },
  at: Date,
): Promise<OutletRow> {
  const { picture, phone } = changes;
  const { numUpdatedRows } = await withFreeName(
    tx
      .updateTable('outlets')
      .set({
        updated_at: at,
        ...changedColumns(changes),
        ...(phone === undefined ? {} : await phoneColumn(tx, restaurantId, phone)),
        ...(picture === undefined ? {} : { image_hash: picture.hash }),
      })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', outletId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows === 0n) throw new Refusal('request.not_found');
  for (const { mode, accepts } of acceptedModes(changes)) await setAccepting(tx, restaurantId, outletId, mode, accepts);
  const outlet = await getOutlet(tx, restaurantId, outletId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return outlet;
}

/** The modes that the changes switch on or off. */
export function acceptedModes({ delivery, pickup, dineIn }: OutletChanges): { mode: Mode; accepts: boolean }[] {
  const said = { delivery, pickup, 'dine-in': dineIn };
  return modes.flatMap((mode) => {
    const accepts = said[mode];
    return accepts === undefined ? [] : { mode, accepts };
  });
}

async function setAccepting(tx: Tx, restaurantId: RestaurantId, outletId: OutletId, mode: Mode, accepts: boolean) {
  await tx
    .updateTable('outlet_modes')
    .set({ accepts_orders: accepts, paused_until: null })
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('mode', '=', mode)
    .execute();
}
