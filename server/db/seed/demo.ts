import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Currency } from '#contract/base/money.ts';
import { DAY } from '#contract/base/time.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { createPasswords } from '#server/modules/accounts/passwords/passwords.ts';
import { markAsDemo } from '#server/modules/accounts/demo-accounts.ts';
import { insertUser } from '#server/modules/accounts/queries.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';
import { type ImportOptions, type ImportOutcome, importMenu } from '#server/modules/menu/import/import-menu.ts';
import { parseMenuFile } from '#server/modules/menu/import/menu-file.ts';
import type { ImportPlan } from '#server/modules/menu/import/plan.ts';
import { planImport } from '#server/modules/menu/import/plan-import.ts';
import { alNoor, alNoorOutlets, millers, millersOutlet } from './demo-restaurants.ts';
import { type Demo, demo, findDemo, isEmpty } from './find-demo.ts';
import { addOutlet, openRestaurant } from './open-restaurant.ts';
import { readDemoPictures } from './pictures/demo-pictures.ts';
import type { DemoPictures } from './pictures/draw.ts';

/** All of the demo that needs no database. */
type PreparedDemo = Awaited<ReturnType<typeof prepareDemo>>;

/** Gets its pictures, reads its menus and hashes its passwords, which takes most of the time. */
export async function prepareDemo() {
  const passwords = createPasswords();
  const [pictures, alNoorMenu, millersMenu, ...hashes] = await Promise.all([
    readDemoPictures(),
    readMenu('al-noor-kitchen.menu.json', 'AED'),
    readMenu('millers-cafe.menu.json', 'GBP'),
    ...demo.accounts.map(({ password }) => passwords.hash(password)),
  ]);
  return { pictures, alNoorMenu, millersMenu, hashes };
}

/**
 * Fills an empty database with the demo, completely or not at all; any other is left unchanged.
 * @returns the demo, also if it exists already; null if the database holds something else.
 * @throws in production mode.
 */
export async function seedDemo(
  db: Db,
  config: Config,
  clock: () => Date,
  prepared?: Promise<PreparedDemo>,
): Promise<Demo | null> {
  if (config.mode === 'production')
    throw new Error('The demo is not for production mode: everybody knows its passwords');
  if (!(await isEmpty(db))) return findDemo(db);
  const { pictures, alNoorMenu, millersMenu, hashes } = await (prepared ?? prepareDemo());
  const at = clock();
  await platformTransaction(
    db,
    'seed',
    async (tx) => {
      const [alNoorOwner, millersOwner] = await addAccounts(tx, hashes, at);

      const noor = await openRestaurant(tx, alNoorOwner!, alNoor(pictures.brand), config, at);
      for (const [index, outlet] of alNoorOutlets(pictures.brand).entries())
        await addOutlet(tx, noor, outlet, index, at);
      const { dishIds } = await importMenu(tx, noor.id, alNoorMenu.plan, alNoorMenu.options, at);
      await hangPictures(tx, noor.id, alNoorMenu.plan, dishIds, pictures, at);

      const cafe = await openRestaurant(tx, millersOwner!, millers(pictures.brand), config, at);
      await addOutlet(tx, cafe, millersOutlet, 0, at);
      await importMenu(tx, cafe.id, millersMenu.plan, millersMenu.options, at);
    },
    { statementTimeoutMs: 60_000 },
  );
  return demo;
}

/** Tables whose rows are not deleted with their restaurant. */
const notCascading = [
  'order_status_changes',
  'order_line_options',
  'order_lines',
  'orders',
  'idempotency_keys',
  'events',
  'restaurant_counters',
] as const;

/** Deletes every restaurant and every account, with everything that belongs to them. */
export async function emptyDatabase(db: Db): Promise<void> {
  await platformTransaction(
    db,
    'seed',
    async (tx) => {
      for (const table of notCascading) await tx.deleteFrom(table).execute();
      // A restaurant can only be deleted by erasing it after its closure.
      const erased = new Date();
      const closed = new Date(erased.getTime() - limits.reopenDays * DAY);
      await tx
        .updateTable('restaurants')
        .set({ closed_at: closed, erase_at: erased })
        .where('erasing_since', 'is', null)
        .execute();
      await tx.updateTable('restaurants').set({ erasing_since: erased }).where('erasing_since', 'is', null).execute();
      await tx.deleteFrom('restaurants').execute();
      await tx.deleteFrom('users').execute();
      await tx.deleteFrom('rate_counters').execute();
    },
    { statementTimeoutMs: 60_000 },
  );
}

async function addAccounts(tx: Tx, hashes: readonly string[], at: Date): Promise<UserId[]> {
  const people = [
    { firstName: 'Noor', lastName: 'Haddad', countryCode: '+971', mobileNumber: '501234567', userType: 'merchant' },
    { firstName: 'Sam', lastName: 'Miller', countryCode: '+44', mobileNumber: '7911123456', userType: 'merchant' },
    { firstName: 'Platform', lastName: 'Admin', countryCode: '', mobileNumber: '', userType: 'admin' },
  ] as const;
  const ids: UserId[] = [];
  for (const [index, person] of people.entries()) {
    const { email } = demo.accounts[index]!;
    const user = await insertUser(tx, { ...person, email, passwordHash: hashes[index]! }, at);
    if (user === null) throw new Error('Somebody else is filling this database with the demo');
    await markAsDemo(tx, user.id);
    ids.push(user.id);
  }
  return ids;
}

async function readMenu(file: string, currency: Currency): Promise<{ plan: ImportPlan; options: ImportOptions }> {
  const parsed = parseMenuFile(await readFile(join(import.meta.dirname, file), 'utf8'));
  const planned = 'menu' in parsed ? planImport(parsed.menu, currency) : parsed;
  if ('problems' in planned) {
    throw new Error(`${file}: ${planned.problems.map(({ place, code }) => `${place}: ${code}`).join('; ')}`);
  }
  return { plan: planned.plan, options: { menu: { name: planned.menuName }, missing: 'leave' } };
}

async function hangPictures(
  tx: Tx,
  restaurantId: RestaurantId,
  plan: ImportPlan,
  dishIds: ImportOutcome['dishIds'],
  { dishes }: DemoPictures,
  at: Date,
): Promise<void> {
  await storePictures(tx, restaurantId, [...dishes.values()], at);
  for (const { key, name } of plan.dishes) {
    const picture: Picture | undefined = dishes.get(name);
    if (picture === undefined) throw new Error(`Nobody has drawn ${name}`);
    await tx
      .updateTable('items')
      .set({ image_hash: picture.hash })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', dishIds.get(key)!)
      .execute();
  }
}
