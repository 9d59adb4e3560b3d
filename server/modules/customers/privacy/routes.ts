import { confirmationOf } from '#contract/base/success-text.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { eraseCustomer } from './erase-guest.ts';
import { eraseOnRequest } from './erase-on-request.ts';
import { streamCustomerData } from './export-guest.ts';

export function privacyRoutes(deps: Pick<Deps, 'db' | 'config' | 'streams' | 'clock' | 'erasures' | 'log'>) {
  return {
    'GET /auth/export-customer': async ({ caller: { restaurantId, customerId } }) => ({
      name: 'my-data.json',
      contentType: 'application/json; charset=utf-8',
      rowCount: null,
      pieces: streamCustomerData(deps, restaurantId, customerId),
    }),

    'POST /auth/delete-customer': async ({ caller: { restaurantId, customerId } }) => {
      await eraseCustomer(deps, restaurantId, customerId);
      return confirmationOf('customer.erased');
    },

    'POST /customer/delete-customer/:id': async ({ params, caller, requestId }) => {
      await eraseOnRequest(deps, { restaurantId: caller.restaurantId, actor: caller, requestId }, params.id);
      return confirmationOf('record.deleted');
    },
  } satisfies Partial<Handlers>;
}
