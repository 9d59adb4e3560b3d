import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import { hoursProblems } from '#contract/outlets/hours-problems.ts';
import { isOpenAt } from '#contract/outlets/opening-hours.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { createPasswords } from '#server/modules/accounts/passwords/passwords.ts';
import { openCatalogues } from '#server/modules/menu/catalogue/catalogues.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { openEvents } from '#server/test/servers/events.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { emptyDatabase, seedDemo } from './demo.ts';
import { demo, findDemo, isEmpty } from './find-demo.ts';

const config: Config = readConfig({ SECRET: 'a key of the tests that is long enough', DATA_DIR: '/nowhere' });
const clock = () => new Date('2026-03-01T10:00:00Z');

let database: Database;
let noor: Catalogue;
let millers: Catalogue;
beforeAll(async () => {
  database = await freshDatabase();
  expect(await isEmpty(database.db)).toBe(true);
  expect(await seedDemo(database.db, config, clock)).toBe(demo);
  const events = openEvents(database);
  const catalogues = openCatalogues({ db: database.db, events, clock: () => new Date() });
  noor = (await catalogues.findBySlug('demo'))!.catalogue;
  millers = (await catalogues.findBySlug('millers-cafe'))!.catalogue;
  catalogues.close();
  await events.close();
});
afterAll(() => database.close());

const tables = [
  'users',
  'restaurants',
  'memberships',
  'outlets',
  'items',
  'categories',
  'pictures',
  'picture_sizes',
  'restaurant_counters',
  'events',
] as const;

async function countRows(): Promise<number[]> {
  return platformTransaction(database.db, 'seed', async (tx) => {
    const counts: number[] = [];
    for (const table of tables)
      counts.push(
        (
          await tx
            .selectFrom(table)
            .select((eb) => eb.lit(1).as('one'))
            .execute()
        ).length,
      );
    return counts;
  });
}

test('Al Noor Kitchen is complete: dishes in two languages, each with its own picture, stock and something sold out', () => {
  expect(noor.restaurant).toMatchObject({ name: 'Al Noor Kitchen', slug: 'demo', currency: 'AED', country: 'AE' });
  expect(noor.restaurant.logo).not.toBeNull();
  expect(noor.restaurant.cover).not.toBeNull();
  expect(noor.categories).toHaveLength(10);
  expect(noor.items).toHaveLength(76);
  expect(new Set(noor.items.map(({ image }) => image)).size).toBe(76);
  for (const one of [
    ...noor.items,
    ...noor.categories,
    ...noor.outlets,
    ...noor.modifierLists.flatMap((list) => list.modifierList),
  ]) {
    expect(one.nameTranslations['ar'], one.name).toMatch(/\p{Script=Arabic}/u);
  }
  expect(noor.restaurant.nameTranslations).toEqual({ ar: 'مطبخ النور' });
  for (const { address } of noor.outlets) {
    expect(address?.locationTranslations['ar']).toMatch(/\p{Script=Arabic}/u);
    expect(address?.areaTranslations['ar']).toMatch(/\p{Script=Arabic}/u);
  }
  for (const { areaName, areaNameTranslations } of noor.deliveryAreas) {
    expect(areaNameTranslations['ar'], areaName).toMatch(/\p{Script=Arabic}/u);
  }
  for (const item of noor.items) {
    expect(item.description).not.toBe('');
    expect(item.descriptionTranslations['ar']).toMatch(/\p{Script=Arabic}/u);
  }
  expect(noor.items.filter(({ soldOut }) => soldOut).map(({ name }) => name)).toEqual(['Sayadieh']);
  const kinds = noor.modifierLists.map(
    ({ allowMultipleSelection, optional }) => `${allowMultipleSelection} ${optional}`,
  );
  expect(new Set(kinds)).toEqual(new Set(['false false', 'false true', 'true true', 'true false']));
});

test('its outlets are in different states, with hours that can be stored', () => {
  const [marina, downtown] = noor.outlets;
  expect([marina!.name, downtown!.name]).toEqual(['Dubai Marina', 'Downtown']);
  expect(marina!.modes).toMatchObject({
    delivery: { acceptsOrders: true, takesCash: true, takesCard: true },
    pickup: { acceptsOrders: true, takesCash: true, takesCard: true },
  });
  expect(downtown!.modes).toMatchObject({ delivery: { acceptsOrders: false }, pickup: { acceptsOrders: true } });
  for (const { modes } of [...noor.outlets, ...millers.outlets]) {
    expect(hoursProblems(modes.delivery.openingHours)).toEqual([]);
    expect(hoursProblems(modes.pickup.openingHours)).toEqual([]);
  }
  const fridayAtTwoAtNight = new Date('2026-03-06T22:00:00Z');
  expect(isOpenAt(downtown!.modes.pickup.openingHours, fridayAtTwoAtNight, 'Asia/Dubai')).toBe(true);
  const areas = noor.deliveryAreas.map(({ areaName, minBasketValue, deliveryFee }) => [
    areaName,
    minBasketValue,
    deliveryFee,
  ]);
  expect(areas).toEqual([
    ['Dubai Marina', 40, 5],
    ['Jumeirah Beach Residence', 50, 8],
    ['Bluewaters Island', 75, 12.5],
    ['Downtown Dubai', 60, 0],
  ]);
});

test("Miller's Cafe has the real menu, is always open, and charges options for each portion", () => {
  expect(millers.restaurant).toMatchObject({
    name: "Miller's Cafe",
    currency: 'GBP',
    country: 'GB',
    chargeOptions: 'each',
  });
  expect([millers.categories.length, millers.items.length, millers.modifierLists.length]).toEqual([26, 239, 45]);
  expect(millers.items.flatMap(({ modifierList }) => modifierList)).toHaveLength(436);
  const [outlet] = millers.outlets;
  expect(outlet).toMatchObject({ timeZone: 'Europe/London', taxDetails: { taxRate: 20, taxInclusive: true } });
  expect([outlet!.modes.delivery.acceptsOrders, outlet!.modes.pickup.acceptsOrders]).toEqual([true, true]);
  expect(isOpenAt(outlet!.modes.delivery.openingHours, new Date('2026-03-01T04:00:00Z'), 'Europe/London')).toBe(true);
  expect(millers.deliveryAreas).toHaveLength(3);
});

test('the accounts are exactly the printed ones', async () => {
  const passwords = createPasswords();
  const users = await database.db
    .selectFrom('users')
    .select(['email', 'password_hash', 'user_type'])
    .orderBy('email')
    .execute();
  expect(users.map(({ email, user_type }) => [email, user_type])).toEqual([
    ['admin@demo.test', 'admin'],
    ['demo@demo.test', 'merchant'],
    ['millers@demo.test', 'merchant'],
  ]);
  for (const { email, password } of demo.accounts) {
    const { password_hash } = users.find((user) => user.email === email)!;
    expect(await passwords.verify(password_hash, password), email).toBe(true);
  }
});

test('the pictures are WebP, small, and square in the small sizes', async () => {
  const sizes = await platformTransaction(database.db, 'seed', (tx) =>
    tx.selectFrom('picture_sizes').select(['width', 'bytes']).execute(),
  );
  expect(sizes).toHaveLength(4 * 82);
  for (const { width, bytes } of sizes.slice(0, 40)) {
    const found = await sharp(bytes).metadata();
    expect(found.format).toBe('webp');
    if (width <= 176) expect([found.width, found.height]).toEqual([width, width]);
  }
  const total = sizes.reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(total / sizes.length).toBeLessThan(20_000);
});

test('a second run changes nothing, another database is left alone, and production mode refuses', async () => {
  const before = await countRows();
  expect(await seedDemo(database.db, config, clock)).toBe(demo);
  expect(await findDemo(database.db)).toBe(demo);
  expect(await countRows()).toEqual(before);
  await expect(seedDemo(database.db, { ...config, mode: 'production' }, clock)).rejects.toThrow('not for production');

  const other = await freshDatabase();
  await makeRestaurant(other.db);
  expect(await seedDemo(other.db, config, clock)).toBeNull();
  await other.close();
});

test('the whole demo can be deleted', async () => {
  await emptyDatabase(database.db);
  expect(await isEmpty(database.db)).toBe(true);
  expect(await countRows()).toEqual(tables.map(() => 0));
});
