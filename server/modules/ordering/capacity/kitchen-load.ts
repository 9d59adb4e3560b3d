import type { RestaurantId } from '#contract/base/ids.ts';
import { QUARTER, quarterOf, roomIn } from '#contract/ordering/capacity/plan-minutes.ts';
import type { KitchenLoad } from '#contract/ordering/capacity/kitchen-load.ts';
import type { Tx } from '#server/db/transaction.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';
import { readGoneMinutes } from './take-minutes.ts';

/** Two hours. */
const quartersShown = 8;

/** The modes of active outlets that take orders and have a limit, with the present quarter and those that follow. */
export async function readKitchenLoad(tx: Tx, restaurantId: RestaurantId, now: Date): Promise<KitchenLoad[]> {
  const outlets = await listOutlets(tx, restaurantId, 'merchant');
  const kitchens = outlets
    .filter(({ is_active }) => is_active)
    .flatMap(({ id: outletId, modes }) =>
      modes.flatMap(({ mode, accepts_orders, make_minutes_per_quarter: perQuarter }) =>
        accepts_orders && perQuarter !== null ? [{ outletId, mode, perQuarter }] : [],
      ),
    );
  return Promise.all(
    kitchens.map(async ({ outletId, mode, perQuarter }): Promise<KitchenLoad> => {
      const gone = await readGoneMinutes(tx, { restaurantId, outletId, mode }, now);
      const room = { perQuarter, gone, isOpen: () => true };
      const quarters = Array.from({ length: quartersShown }, (_, index) => {
        const quarter = quarterOf(now.getTime()) + index * QUARTER;
        const taken = Math.max(gone.get(quarter) ?? 0, perQuarter - roomIn(quarter, room, now.getTime()));
        return { at: new Date(quarter).toISOString(), taken };
      });
      return { outletId, mode, makeMinutesPerQuarter: perQuarter, quarters };
    }),
  );
}
