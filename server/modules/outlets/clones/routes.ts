import { confirmationOf } from '#contract/base/success-text.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { toOutlet } from '#server/modules/outlets/wire.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { cloneOutlet } from './clone-outlet.ts';

export function outletCloneRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'POST /outlet/clone-outlet/:id': async ({ caller, params }) => {
      const work = (tx: Tx) => cloneOutlet(tx, caller.restaurantId, params.id, clock());
      // It copies every dish that the outlet does not sell.
      const row = await menuTransaction(db, caller.restaurantId, work, { changesMany: true });
      const outlet = toOutlet(row, 'merchant', clock());
      return { outlets: outlet, outlet, ...confirmationOf('record.added') };
    },
  } satisfies Partial<Handlers>;
}
