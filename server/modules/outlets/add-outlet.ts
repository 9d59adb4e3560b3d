import { fieldProblem } from '#contract/base/field-problems.ts';
import { modes } from '#contract/base/enumerations.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { NewOutlet } from '#contract/outlets/outlets.ts';
import { hoursNotSet } from '#contract/outlets/hours-problems.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';
import { basicColumns, phoneColumn } from './outlet-columns.ts';
import { withFreeName } from './outlet-name.ts';
import { getOutlet, nextOutletPosition, type OutletRow, requireRoomForOutlet } from './queries.ts';

/**
 * Adds an outlet, Active, after the others. It takes no orders yet: its modes are off, without hours and payment
 * methods, and have the default times (core-setup 9).
 * @throws request.invalid without a picture, auth.invalid_phone, outlet.name_taken, outlet.too_many, image.quota_reached.
 */
export async function addOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  outlet: NewOutlet,
  picture: Picture | null,
  at: Date,
): Promise<OutletRow> {
  if (picture === null) throw new Refusal('request.invalid', undefined, { image: fieldProblem('required') });
  await storePictures(tx, restaurantId, [picture], at);
  await requireRoomForOutlet(tx, restaurantId, limits.outletsMax);
  const outletId = newId<OutletId>();
  await withFreeName(
    tx
      .insertInto('outlets')
      .values({
        restaurant_id: restaurantId,
        id: outletId,
        ...basicColumns(outlet),
        ...(await phoneColumn(tx, restaurantId, outlet.phone)),
        image_hash: picture.hash,
        address_location: null,
        address_area: null,
        latitude: null,
        longitude: null,
        position: await nextOutletPosition(tx, restaurantId),
        created_at: at,
        updated_at: at,
        deleted_at: null,
      })
      .execute(),
  );
  await tx
    .insertInto('outlet_modes')
    .values(
      modes.map((mode) => ({
        restaurant_id: restaurantId,
        outlet_id: outletId,
        mode,
        preparation_minutes: limits.defaultPreparationMinutes,
        delivery_minutes: limits.defaultDeliveryMinutes,
        opening_hours: JSON.stringify(hoursNotSet),
      })),
    )
    .execute();
  const added = await getOutlet(tx, restaurantId, outletId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return added;
}
