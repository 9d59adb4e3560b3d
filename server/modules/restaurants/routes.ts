import { isFieldProblemCode } from '#contract/base/field-problems.ts';
import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers, UploadedFile } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { makePicture, type Picture } from '#server/modules/restaurants/pictures/picture.ts';
import { getBranding, saveBranding } from './branding.ts';

export function restaurantRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'GET /restaurant/get-branding': async ({ caller: { restaurantId } }) => ({
      branding: await transaction(db, restaurantId, (tx) => getBranding(tx, restaurantId), { readOnly: true }),
    }),

    'POST /restaurant/update-branding': async ({ caller: { restaurantId }, form, files }) => {
      // Before the transaction, because encoding pictures takes as long as a hundred of them.
      const logo = await pictureOf('logo', files['logo']);
      const cover = await pictureOf('cover', files['cover']);
      const branding = await transaction(db, restaurantId, (tx) =>
        saveBranding(tx, restaurantId, form, { logo, cover }, clock()),
      );
      return { branding, ...confirmationOf('record.updated') };
    },
  } satisfies Partial<Handlers>;
}

/** A refusal names the picture's field. */
async function pictureOf(field: 'logo' | 'cover', file: UploadedFile | undefined): Promise<Picture | null> {
  if (file === undefined) return null;
  try {
    return await makePicture(file.bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      error.code,
      error.details,
      isFieldProblemCode(error.code) ? { [field]: { code: error.code } } : undefined,
    );
  }
}
