import { randomBytes } from 'node:crypto';
import type { DriverId, OutletId, RestaurantId, ShiftId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { createSession } from '#server/modules/accounts/sessions/sessions.ts';

export interface TestDriver {
  driverId: DriverId;
  name: string;
  token: string;
}

export const driversPhone = '+971501112233';

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
        phone: driversPhone,
        outlet_ids: outletIds,
        token_hash: randomBytes(32),
        code_hash: randomBytes(32),
        created_at: now,
      })
      .execute();
    return { driverId, name, token: await createSession(tx, { kind: 'driver', restaurantId, driverId }, now) };
  });
}

/** A shift of the driver that is over, with 20 dirhams of change. */
export function makeShift(db: Db, restaurantId: RestaurantId, driver: { driverId: DriverId; name: string }) {
  const id = newId<ShiftId>();
  const now = new Date();
  return platformTransaction(db, 'seed', async (tx) => {
    await tx
      .insertInto('driver_shifts')
      .values({
        restaurant_id: restaurantId,
        id,
        driver_id: driver.driverId,
        driver_name: driver.name,
        currency: 'AED',
        float_minor: minorUnits(2000),
        opened_at: now,
        closed_at: now,
        expected_minor: minorUnits(2000),
        counted_minor: minorUnits(2000),
      })
      .execute();
    return id;
  });
}
