/**
 * Thousands of items change in time that grows with their number, whatever the database believes about its tables: plans were made, and
 * statistics taken, while each restaurant had a few items, as they are in the minute after an import. The rows that each step of a plan looked
 * at are counted, those of triggers and of checks of foreign keys among them.
 */
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { ItemsChange } from '#contract/menu/item-changes.ts';
import { sendMenuFile } from '#server/test/data/menu-files.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { toldPlans } from '#server/test/servers/plans.ts';

const many = 2_900;
/**
 * Rows for each item, in all steps of all statements together, where the square would be thousands. The check of a dish's category may read all
 * of the menu's, as long as these are in a page or two.
 */
const mostPerItem = 200;

interface Place {
  server: TestApp;
  owner: Client;
  ours: TestRestaurant;
  token: string;
  /** Rows that were looked at since it was asked before. */
  looked: () => number;
}

describe.each<[knows: string, restaurants: number, isAnalyzed: boolean]>([
  ['nothing yet', 1, false],
  ['a few rows of one restaurant', 1, true],
  ['a few rows of each of many restaurants', 60, true],
])('where the database knows of %s', (_, restaurants, isAnalyzed) => {
  async function withPlace(work: (place: Place) => Promise<void>): Promise<void> {
    const database = await freshDatabase();
    const owner = new Client(database.target);
    await owner.connect();
    await owner.query(`do $$ declare name regclass; begin
      for name in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = off)', name);
      end loop; end $$`);
    for (let made = 1; made < restaurants; made++) await makeRestaurant(database.db);
    const ours = await makeRestaurant(database.db);
    const { token } = await makeOwner(database.db, ours.id);
    if (isAnalyzed) await owner.query('analyze');
    // Otherwise PostgreSQL makes generic plans at the sixth run of a statement.
    const told = await toldPlans(database, ['plan_cache_mode = force_generic_plan']);
    const server = await startApp({ database: { ...told.database, importDb: told.database.db } });
    const looked = () => told.statements.splice(0).reduce((sum, one) => sum + one.looked, 0);
    try {
      await work({ server, owner, ours, token, looked });
    } finally {
      await server.close();
      await owner.end();
      await database.close();
    }
  }

  test('thousands of items change at once', () =>
    withPlace(async ({ server, owner, ours, token, looked }) => {
      const listDishes = async () => {
        const { items } = await server.call('GET /menu/get-all-items-modifier', {}, token);
        return items.filter(({ type }) => type === 'item').map(({ _id, price }) => ({ _id, price }));
      };
      const ofOutlet = { kind: 'availability', outletId: ours.outletId } as const;
      const changes: [ItemsChange, most: number][] = [
        [{ kind: 'price', price: { by: 'amount', value: 0.5 } }, many],
        [{ ...ofOutlet, isAvailable: false }, many],
        [{ ...ofOutlet, isAvailable: true }, many],
        [{ kind: 'category', categoryId: ours.categories.drinks }, 900],
        [{ kind: 'category', categoryId: ours.categories.mains }, 900],
      ];
      const changeAll = async (dishes: { _id: ItemId; price: number }[]) => {
        const perItem: Record<string, number> = {};
        const note = (name: string, count: number) => (perItem[name] = Math.round(looked() / count));
        for (const [change, most] of changes) {
          const isPrice = change.kind === 'price';
          const items = (isPrice ? dishes : await listDishes()).slice(0, Math.min(dishes.length, most));
          looked();
          const { count } = await server.call('POST /menu/change-items', { body: { items, change } }, token);
          expect(count).toBe(items.length);
          note(JSON.stringify(change), count);
          if (change.kind !== 'availability' || change.isAvailable) continue;
          await server.call('POST /outlet/clone-outlet/:id', { params: { id: ours.outletId } }, token);
          note('clone', count);
        }
        const body = { items: dishes.map(({ _id }) => _id) };
        for (const call of ['POST /menu/delete-items', 'POST /menu/restore-items'] as const) {
          const { count } = await server.call(call, { body }, token);
          expect(count).toBe(dishes.length);
          note(call, count);
        }
        return perItem;
      };

      for (let times = 0; times < 4; times++) await changeAll((await listDishes()).slice(0, 2));
      await owner.query(
        `insert into items select (made).* from (
           select jsonb_populate_record(items, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'dish ' || n)) as made
           from items, generate_series(1, $1) as n where items.id = $2) as all_made`,
        [many, ours.items.water],
      );
      const dishes = (await listDishes()).slice(0, many);
      expect(dishes).toHaveLength(many);
      const perItem = await changeAll(dishes);
      expect(Object.keys(perItem)).toHaveLength(changes.length + 3);
      expect(Object.entries(perItem).filter(([, rows]) => rows === 0 || rows > mostPerItem)).toEqual([]);
    }));

  test('thousands of dishes are imported, changed by another file, and taken back', () =>
    withPlace(async ({ server, token, looked }) => {
      const fileOf = (count: number, price: number) =>
        [
          'type,category,name,price,sku,modifier_lists,goes_with,list,min',
          ...Array.from({ length: count }, (_, n) => {
            const next = `D${(n + 1) % count}`;
            return `item,Category ${n % 50},Dish ${n},${price},D${n},List ${n % 40};List ${(n + 1) % 40},${next},,`;
          }),
          ...Array.from({ length: 40 }, (_, n) => `modifier,,Choice ${n},1,C${n},,,List ${n},0`),
        ].join('\n');
      const perItem: Record<string, number> = {};
      const importAll = async (count: number, menuName: string) => {
        const note = (name: string) => (perItem[name] = Math.round(looked() / count));
        looked();
        await sendMenuFile(server, token, fileOf(count, 10), { menuName, dryRun: true });
        note('foreseen');
        await sendMenuFile(server, token, fileOf(count, 10), { menuName });
        note('made');
        const { import: second } = await sendMenuFile(server, token, fileOf(count, 12), { menuName });
        note('changed');
        await server.call('POST /menu/undo-import/:id', { params: { id: second!._id } }, token);
        note('taken back');
        const third = fileOf(Math.ceil(count / 2), 10).replaceAll('Category', 'Other');
        await sendMenuFile(server, token, third, { menuName, removeMissing: true });
        note('removed');
      };
      for (const name of ['One', 'Two', 'Three']) await importAll(2, name);
      await importAll(many, 'Large');
      expect(Object.entries(perItem).filter(([, rows]) => rows > mostPerItem)).toEqual([]);
      for (const step of ['made', 'changed', 'taken back', 'removed']) expect(perItem[step]).toBeGreaterThan(1);
    }));
});
