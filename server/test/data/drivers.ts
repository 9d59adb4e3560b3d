import { randomBytes } from 'node:crypto';
import type { DriverId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { createSession } from '#server/modules/accounts/sessions/sessions.ts';

export interface TestDriver {
  driverId: DriverId;
  name: string;
  token: string;
}

/** A driver who is signed in, inserted directly. */
export function makeDriver(
  db: Db,
  restaurantId: RestaurantId,
  { name = 'Bilal', outletIds = null }: { name?: string; outletIds?: OutletId[] | null } = {},
): Promise<TestDriver> {
  const driverId = newId<DriverId>();
  const now = new Date();
  return platformTransaction(db, 'seed', async (tx) => {
    await tx
      .insertInto('drivers')
      .values({
        restaurant_id: restaurantId,
        id: driverId,
        name,
        phone: '+971501112233',
        outlet_ids: outletIds,
        token_hash: randomBytes(32),
        code_hash: randomBytes(32),
        created_at: now,
      })
      .execute();
    return { driverId, name, token: await createSession(tx, { kind: 'driver', restaurantId, driverId }, now) };
  });
}
