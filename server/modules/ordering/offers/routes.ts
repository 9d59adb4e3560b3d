import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { getCurrency, lockMenu } from '#server/modules/restaurants/queries.ts';
import { listOfferRows, seenBy } from './queries.ts';
import { addOffer, deleteOffer, updateOffer } from './save-offer.ts';
import { showCard } from '../stamps/stamp-card.ts';
import { offerForWire } from './wire.ts';

export function offerRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'GET /order/stamp-card': ({ caller }) =>
      transaction(db, caller.restaurantId, async (tx) => ({ card: await showCard(tx, caller, clock()) }), {
        readOnly: true,
      }),

    'GET /offer/get-offers': ({ caller: { restaurantId, outletIds } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => {
          const [currency, rows] = await Promise.all([
            getCurrency(tx, restaurantId),
            listOfferRows(tx, restaurantId, 'read'),
          ]);
          return { offers: seenBy(rows, outletIds).map((row) => offerForWire(row, currency)) };
        },
        { readOnly: true },
      ),

    'POST /offer/add-offer': ({ body, caller, requestId }) =>
      menuTransaction(db, caller.restaurantId, async (tx) => {
        const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
        const currency = await lockMenu(tx, caller.restaurantId);
        const row = await addOffer(tx, { by, currency, at: clock() }, body);
        return { offer: offerForWire(row, currency), ...confirmationOf('record.added') };
      }),

    'POST /offer/update-offer/:id': ({ params, body, caller, requestId }) =>
      menuTransaction(db, caller.restaurantId, async (tx) => {
        const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
        const currency = await lockMenu(tx, caller.restaurantId);
        const row = await updateOffer(tx, { by, currency, at: clock() }, params.id, body);
        return { offer: offerForWire(row, currency), ...confirmationOf('record.updated') };
      }),

    'DELETE /offer/delete-offer/:id': async ({ params, caller, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await menuTransaction(db, caller.restaurantId, (tx) => deleteOffer(tx, by, params.id, clock()));
      return confirmationOf('record.deleted');
    },
  } satisfies Partial<Handlers>;
}
