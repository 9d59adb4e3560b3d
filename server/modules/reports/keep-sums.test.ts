import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { keepSums } from './keep-sums.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

async function makeSold(): Promise<RestaurantId> {
  const made = await makeRestaurant(database.db);
  const { customerId } = await makeCustomer(database.db, made.id);
  await insertPastOrders(database.db, made, [{ placedAt: '2026-03-01T10:00:00Z', customerId }]);
  return made.id;
}

const summedTo = (ids: readonly RestaurantId[]) =>
  platformTransaction(database.db, 'clean-up', (tx) =>
    tx
      .selectFrom('report_progress')
      .select(['restaurant_id as id', 'summed_to as to'])
      .where('restaurant_id', 'in', ids)
      .orderBy('restaurant_id')
      .execute(),
  );

// The order of a round is the database's own: one of the two has the failure first.
test.each([0, 1])('a restaurant that fails keeps no other one from its sums: %i of two', async (place) => {
  const ids = [await makeSold(), await makeSold()];
  const failing = ids[place]!;
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
  const locking = transaction(database.db, failing, async (tx) => {
    await tx.insertInto('report_progress').values({ restaurant_id: failing, summed_to: '2026-02-28' }).execute();
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  const now = new Date('2026-03-10T09:00:00Z');
  const failed: RestaurantId[] = [];
  await keepSums(database.db, now, { onFailure: (id) => failed.push(id) });
  expect(failed).toEqual([failing]);
  expect(await summedTo(ids)).toEqual([{ id: ids[1 - place], to: '2026-03-08' }]);
  over.reject(new Error('undone'));
  await expect(locking).rejects.toThrow('undone');
  await keepSums(database.db, now);
  expect(await summedTo(ids)).toEqual(ids.toSorted().map((id) => ({ id, to: '2026-03-08' })));
});
