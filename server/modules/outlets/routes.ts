import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { changeOutlet, type OutletChanges } from './change-outlet.ts';
import { getOutlet, listOutlets } from './queries.ts';
import { toOutlet } from './wire.ts';

export function outletRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'GET /outlet/get-all-outlet': async ({ caller }) => {
      const audience = audienceOf(caller);
      const rows = await transaction(db, caller.restaurantId, (tx) => listOutlets(tx, caller.restaurantId, audience), {
        readOnly: true,
      });
      return { outlets: rows.map((row) => toOutlet(row, audience)) };
    },

    'GET /outlet/get-outlet/:id': async ({ caller, params }) => {
      const audience = audienceOf(caller);
      const row = await transaction(
        db,
        caller.restaurantId,
        (tx) => getOutlet(tx, caller.restaurantId, params.id, audience),
        { readOnly: true },
      );
      const outlet = toOutlet(row, audience);
      return { outlets: outlet, outlet };
    },

    'PUT /outlet/update-outlet/:id': async ({ caller, params, form }) => {
      const row = await transaction(db, caller.restaurantId, (tx) =>
        changeOutlet(tx, caller.restaurantId, params.id, form, clock()),
      );
      const outlet = toOutlet(row, 'merchant');
      return { outlets: outlet, outlet, success: true, msg: messageAbout(form) };
    },
  } satisfies Partial<Handlers>;
}

/** Pausing and resuming orders has its own sentences (order-operations section 4). */
function messageAbout({ status, delivery, pickup }: OutletChanges): string {
  const accepts = delivery ?? pickup;
  const isOneAnswer = delivery === undefined || pickup === undefined || delivery === pickup;
  if (status !== undefined || accepts === undefined || !isOneAnswer) return 'Outlet details was updated';
  return accepts ? 'Your outlet is accepting orders' : 'Your outlet is not accepting orders';
}
