import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { changeSettings, getSettings, moveSite } from './settings.ts';

export function restaurantSettingsRoutes({ db, clock, withProof }: Pick<Deps, 'db' | 'clock' | 'withProof'>) {
  return {
    'GET /restaurant/get-settings': async ({ caller: { restaurantId } }) => ({
      settings: await transaction(db, restaurantId, (tx) => getSettings(tx, restaurantId, clock()), { readOnly: true }),
    }),

    'POST /restaurant/update-settings': async ({ caller, body, requestId }) => {
      const { restaurantId } = caller;
      const by = { restaurantId, actor: caller, requestId };
      const settings = await menuTransaction(db, restaurantId, (tx) => changeSettings(tx, by, body, clock()));
      return { settings, ...confirmationOf('record.updated') };
    },

    'POST /restaurant/update-slug': async ({ caller, body: { slug, ...proof }, clientAddress, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const settings = await withProof({ ...caller, clientAddress }, proof, (tx) => moveSite(tx, by, slug, clock()));
      return { settings, ...confirmationOf('record.updated') };
    },
  } satisfies Partial<Handlers>;
}
