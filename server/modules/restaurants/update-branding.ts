import { isFieldProblemCode } from '#contract/base/field-problems.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Branding } from '#contract/restaurants/branding.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { UploadedFile } from '#server/http/handlers.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { makeOptionalPicture } from '#server/modules/restaurants/pictures/picture.ts';
import { withFile } from '#server/modules/restaurants/pictures/picture-files.ts';
import { type BrandingChanges, saveBranding } from './branding.ts';

/**
 * Changes the given fields, with the pictures of uploaded files.
 * @throws as `makePicture`, naming the field of the picture; image.quota_reached
 */
export async function updateBranding(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  restaurantId: RestaurantId,
  changes: BrandingChanges,
  files: { logo?: UploadedFile; cover?: UploadedFile },
): Promise<Branding> {
  // Before the transaction, because encoding pictures takes as long as a hundred of them.
  const logo = await makeNamedPicture(deps, restaurantId, 'logo', files.logo);
  return withFile(deps, restaurantId, logo?.file, async () => {
    const cover = await makeNamedPicture(deps, restaurantId, 'cover', files.cover);
    return withFile(deps, restaurantId, cover?.file, () =>
      transaction(deps.db, restaurantId, (tx) =>
        saveBranding(tx, restaurantId, changes, { logo, cover }, deps.clock()),
      ),
    );
  });
}

async function makeNamedPicture(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  restaurantId: RestaurantId,
  field: 'logo' | 'cover',
  file: UploadedFile | undefined,
): Promise<Picture | null> {
  try {
    return await makeOptionalPicture(deps, restaurantId, file);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      error.code,
      error.details,
      isFieldProblemCode(error.code) ? { [field]: { code: error.code } } : undefined,
    );
  }
}
