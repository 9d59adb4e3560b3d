import type { CourierCompanyId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { sealSecret } from '#server/modules/delivery/couriers/companies.ts';
import { testConfig } from '../servers/app.ts';

/** A courier company that is connected, inserted directly. */
export async function makeCompany(
  db: Db,
  restaurantId: RestaurantId,
  {
    apiUrl,
    name = 'Swift',
    outletIds = null,
    takesMoney = true,
  }: { apiUrl: string; name?: string; outletIds?: OutletId[] | null; takesMoney?: boolean },
): Promise<CourierCompanyId> {
  const id = newId<CourierCompanyId>();
  await platformTransaction(db, 'seed', (tx) =>
    tx
      .insertInto('courier_companies')
      .values({
        restaurant_id: restaurantId,
        id,
        name,
        api_url: apiUrl,
        merchant_id: 'harbour-1',
        client_id: id,
        sealed: sealSecret(testConfig, id, `secret of ${id}`),
        outlet_ids: outletIds,
        takes_money: takesMoney,
        connected_at: new Date(),
      })
      .execute(),
  );
  return id;
}
