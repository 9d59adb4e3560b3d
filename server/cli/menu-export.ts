import { writeFile } from 'node:fs/promises';
import type { MenuId, RestaurantId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { csvOf, exportMenu, jsonOf } from '#server/modules/menu/import/export-menu.ts';
import { listMenus } from '#server/modules/menu/menus/queries.ts';
import { findRestaurantBySlug } from '#server/modules/restaurants/queries.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<slug> [file] [--menu <name>] [--format csv|json]',
  help: `Writes a menu of the restaurant with that slug as a file that menu:import reads; without a file, to the standard output.
--menu names the menu; without it, the first one that is Live, else the first. --format is csv unless the file ends in .json.
Pictures and availability are not in the file. docs/menu-csv.md describes the CSV.`,
  options: { menu: { type: 'string' }, format: { type: 'string' } },
  async run({ args, options }) {
    const [slug, file] = args;
    if (slug === undefined || args.length > 2) throw new WrongUsage('A slug is needed.');
    const format = options['format'] ?? (file?.endsWith('.json') === true ? 'json' : 'csv');
    if (format !== 'csv' && format !== 'json') throw new WrongUsage('--format is csv or json.');
    const name = typeof options['menu'] === 'string' ? options['menu'] : null;
    const menu = await withDatabase(async ({ db }) => {
      const restaurant = await findRestaurantBySlug(db, slug);
      if (restaurant === null) throw new Error(`There is no restaurant with the slug ${slug}.`);
      const { id, currency } = restaurant;
      return transaction(
        db,
        id,
        async (tx) => exportMenu(tx, id, await findMenu(tx, id, name), { name: slug, currency }),
        { readOnly: true, isolation: 'repeatable read' },
      );
    });
    const text = format === 'csv' ? csvOf(menu) : jsonOf(menu);
    if (file === undefined) process.stdout.write(text);
    else await writeFile(file, text);
  },
};

async function findMenu(tx: Tx, restaurantId: RestaurantId, name: string | null): Promise<MenuId> {
  const menus = await listMenus(tx, restaurantId, 'merchant');
  const menu = name === null ? (menus.find((one) => one.is_live) ?? menus[0]) : menus.find((one) => one.name === name);
  if (menu === undefined) throw new Error(name === null ? 'There is no menu.' : `There is no menu ${name}.`);
  return menu.id;
}
