import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { changeCompany, connectCompany, removeCompany } from './change-companies.ts';
import { companyForWire, listCompanies } from './companies.ts';
import { quoteCourier, sendWithCourier } from './send-courier.ts';

export function courierRoutes(deps: Pick<Deps, 'db' | 'clock' | 'config'>) {
  const { db, config } = deps;
  return {
    'GET /delivery/get-couriers': ({ caller: { restaurantId } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => ({
          companies: (await listCompanies(tx, restaurantId)).map((row) => companyForWire(row, config)),
        }),
        { readOnly: true },
      ),

    'POST /delivery/connect-courier': async ({ body, caller, requestId }) => {
      const company = await connectCompany(deps, { restaurantId: caller.restaurantId, actor: caller, requestId }, body);
      return { ...confirmationOf('record.added'), company: companyForWire(company, config) };
    },

    'POST /delivery/update-courier/:id': async ({ params, body, caller, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      const company = await changeCompany(deps, by, params.id, body);
      return { ...confirmationOf('record.updated'), company: companyForWire(company, config) };
    },

    'DELETE /delivery/remove-courier/:id': async ({ params, caller, requestId }) => {
      await removeCompany(deps, { restaurantId: caller.restaurantId, actor: caller, requestId }, params.id);
      return confirmationOf('record.deleted');
    },

    'POST /delivery/quote-courier': ({ body, caller }) => quoteCourier(deps, caller.restaurantId, body),

    'POST /delivery/send-with-courier': async ({ body, caller }) => ({
      order: await sendWithCourier(deps, caller.restaurantId, body),
    }),
  } satisfies Partial<Handlers>;
}
