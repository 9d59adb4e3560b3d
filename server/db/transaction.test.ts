import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/test/database.ts';
import { transaction } from './transaction.ts';
import { newId } from './new-id.ts';
import type { RestaurantId } from '#contract/ids.ts';

const database = await freshDatabase();
afterAll(() => database.close());

test('x', async () => {
  const { rows } = await transaction(database.db, newId<RestaurantId>(), (tx) => sql`select 1 as one`.execute(tx));
  expect(rows).toEqual([{ one: 1 }]);
});
