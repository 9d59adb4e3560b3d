import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { toItem } from '#server/modules/menu/items/wire.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { readLowStockMail, saveLowStockMail } from './low-stock/low-stock-mail.ts';
import { countAtOutlet } from './count-at-outlet.ts';
import { sellOut } from './sell-out.ts';

export function inventoryRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'GET /menu/low-stock-mail': async ({ caller: { restaurantId } }) => ({
      lowStockMail: await transaction(db, restaurantId, (tx) => readLowStockMail(tx, restaurantId), { readOnly: true }),
    }),

    'POST /menu/update-low-stock-mail': async ({ caller: { restaurantId }, body }) => ({
      lowStockMail: await transaction(db, restaurantId, (tx) => saveLowStockMail(tx, restaurantId, body, clock())),
      ...confirmationOf('record.updated'),
    }),

    'POST /menu/update-outlet-quantity/:id': ({ caller: { restaurantId }, params, body }) =>
      menuTransaction(db, restaurantId, async (tx) => {
        const currency = await lockMenu(tx, restaurantId);
        return { item: toItem(await countAtOutlet(tx, restaurantId, params.id, body, clock()), currency) };
      }),

    'POST /menu/sell-out/:id': ({ caller: actor, params, body, requestId }) => {
      const { restaurantId } = actor;
      return menuTransaction(db, restaurantId, async (tx) => {
        const currency = await lockMenu(tx, restaurantId);
        const row = await sellOut(tx, { restaurantId, actor, requestId }, params.id, body, clock());
        return { item: toItem(row, currency), success: true as const };
      });
    },
  } satisfies Partial<Handlers>;
}
