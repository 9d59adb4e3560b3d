import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { countOpenOrders } from '#server/modules/ordering/queries.ts';
import { offboardingOnWire } from '#server/modules/restaurants/wire.ts';
import { closeRestaurant, reopenRestaurant } from './close-restaurant.ts';

type OffboardingDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'withProof' | 'streams'>;

export function offboardingRoutes(deps: OffboardingDeps) {
  return {
    'GET /restaurant/offboarding': async ({ caller: { restaurantId } }) => ({
      openOrders: await transaction(deps.db, restaurantId, (tx) => countOpenOrders(tx, restaurantId), {
        readOnly: true,
      }),
    }),

    'POST /restaurant/close': async ({ caller, requestId, clientAddress, body }) => {
      const times = await closeRestaurant(deps, { ...caller, requestId, clientAddress }, body);
      return { offboarding: offboardingOnWire(times)!, ...confirmationOf('restaurant.closed') };
    },

    'POST /restaurant/reopen': async ({ caller, requestId }) => {
      await reopenRestaurant(deps, { ...caller, requestId });
      return confirmationOf('restaurant.reopened');
    },
  } satisfies Partial<Handlers>;
}
