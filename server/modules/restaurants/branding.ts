import type { Branding } from '#contract/restaurants/branding.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { picturePath } from '#server/modules/restaurants/pictures/address.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';

/** Fields that are not given stay as they are. `accent` is '#RRGGBB'. A new picture wins over removing the old one. */
export interface BrandingChanges {
  accent?: string | undefined;
  removeLogo?: boolean | undefined;
  removeCover?: boolean | undefined;
}

/** The restaurant's look for its guests. */
export async function getBranding(tx: Tx, restaurantId: RestaurantId): Promise<Branding> {
  const { accent, logo_hash, cover_hash, branded_at } = await tx
    .selectFrom('restaurants')
    .select(['accent', 'logo_hash', 'cover_hash', 'branded_at'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return {
    accent,
    logo: picturePath(restaurantId, logo_hash),
    cover: picturePath(restaurantId, cover_hash),
    isBranded: branded_at !== null,
  };
}

/**
 * Changes the given fields; guests see them at once.
 * @throws image.quota_reached
 */
export async function saveBranding(
  tx: Tx,
  restaurantId: RestaurantId,
  changes: BrandingChanges,
  pictures: { logo: Picture | null; cover: Picture | null },
  at: Date,
): Promise<Branding> {
  const { logo, cover } = pictures;
  // One picture used twice is one row.
  const stored = new Map([logo, cover].flatMap((picture) => (picture === null ? [] : [[picture.hash, picture]])));
  await storePictures(tx, restaurantId, [...stored.values()], at);
  await tx
    .updateTable('restaurants')
    .set({
      ...(changes.accent !== undefined && { accent: changes.accent }),
      ...hashOf('logo_hash', logo, changes.removeLogo),
      ...hashOf('cover_hash', cover, changes.removeCover),
      branded_at: at,
      updated_at: at,
    })
    .where('id', '=', restaurantId)
    .execute();
  const branding = await getBranding(tx, restaurantId);
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return branding;
}

function hashOf(column: 'logo_hash' | 'cover_hash', picture: Picture | null, isRemoved: boolean | undefined) {
  if (picture !== null) return { [column]: picture.hash };
  return isRemoved === true ? { [column]: null } : {};
}
