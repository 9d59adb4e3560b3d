import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { countOpenOrders } from '#server/modules/ordering/queries.ts';
import { closingOnWire } from '#server/modules/restaurants/wire.ts';
import { closeRestaurant, reopenRestaurant } from './close-restaurant.ts';

type ClosingDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'mail' | 'background' | 'streams'>;

export function closingRoutes(deps: ClosingDeps) {
  return {
    'GET /restaurant/closing': async ({ caller: { restaurantId } }) => ({
      openOrders: await transaction(deps.db, restaurantId, (tx) => countOpenOrders(tx, restaurantId), {
        readOnly: true,
      }),
    }),

    'POST /restaurant/close': async ({ caller, requestId, clientAddress, body }) => {
      const times = await closeRestaurant(deps, { ...caller, requestId }, clientAddress, body);
      return { closing: closingOnWire(times)!, success: true, msg: 'The restaurant is closed' };
    },

    'POST /restaurant/reopen': async ({ caller, requestId }) => {
      await reopenRestaurant(deps, { ...caller, requestId });
      return { success: true, msg: 'The restaurant is open again' };
    },
  } satisfies Partial<Handlers>;
}
