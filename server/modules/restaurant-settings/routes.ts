import { successText } from '#contract/messages/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { changeSettings, getSettings, moveSite } from './settings.ts';

export function restaurantSettingsRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'GET /restaurant/get-settings': async ({ caller: { restaurantId } }) => ({
      settings: await transaction(db, restaurantId, (tx) => getSettings(tx, restaurantId), { readOnly: true }),
    }),

    'POST /restaurant/update-settings': async ({ caller: { restaurantId }, body }) => {
      const settings = await transaction(db, restaurantId, (tx) => changeSettings(tx, restaurantId, body, clock()));
      return { settings, success: true, msg: successText.updated };
    },

    'POST /restaurant/update-slug': async ({ caller: { restaurantId }, body }) => {
      const settings = await transaction(db, restaurantId, (tx) => moveSite(tx, restaurantId, body.slug, clock()));
      return { settings, success: true, msg: successText.updated };
    },
  } satisfies Partial<Handlers>;
}
