import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { getBranding } from './branding.ts';
import { updateBranding } from './update-branding.ts';

export function restaurantRoutes(deps: Pick<Deps, 'db' | 'config' | 'clock'>) {
  return {
    'GET /restaurant/get-branding': async ({ caller: { restaurantId } }) => ({
      branding: await transaction(deps.db, restaurantId, (tx) => getBranding(tx, restaurantId), { readOnly: true }),
    }),

    'POST /restaurant/update-branding': async ({ caller: { restaurantId }, form, files }) => ({
      branding: await updateBranding(deps, restaurantId, form, files),
      ...confirmationOf('record.updated'),
    }),
  } satisfies Partial<Handlers>;
}
