import { fieldProblemText } from '#contract/base/field-problems.ts';
import { readFile } from 'node:fs/promises';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import {
  planOutcome,
  type ImportOptions,
  type ImportOutcome,
  importMenu,
} from '#server/modules/menu/import/import-menu.ts';
import { storeImport } from '#server/modules/menu/import/stored-imports.ts';
import type { ImportPlan } from '#server/modules/menu/import/plan.ts';
import { readMenuFile } from '#server/modules/menu/import/read-file.ts';
import { findRestaurantBySlug } from '#server/modules/restaurants/queries.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<slug> <file> [--menu <name>] [--dry-run]',
  help: `Writes the menu in a JSON or CSV file into the restaurant with that slug: all of it, or nothing when anything is wrong with
it. A second import of the same file changes nothing; of a changed file, what has changed. Stock, pictures and SKUs stay.
--menu names the menu it goes into, instead of the one that a JSON file names; it is made if there is none of that name.
--dry-run says what would be written and writes nothing. server/db/seed/millers-cafe.menu.json shows the JSON,
docs/menu-csv.md the CSV.`,
  options: { 'dry-run': { type: 'boolean' }, menu: { type: 'string' } },
  async run({ args, options }) {
    const [slug, file] = args;
    if (slug === undefined || file === undefined || args.length > 2)
      throw new WrongUsage('A slug and a file are needed.');
    const bytes = await readFile(file);
    const isDryRun = options['dry-run'] === true;
    const outcome = await withDatabase(async ({ db }) => {
      const restaurant = await findRestaurantBySlug(db, slug);
      if (restaurant === null) throw new Error(`There is no restaurant with the slug ${slug}.`);
      const read = readMenuFile(bytes, restaurant.currency);
      if ('problems' in read) throw new Error(listed(read.problems, file));
      const name = typeof options['menu'] === 'string' ? options['menu'] : read.menuName;
      const written = await importInto(
        db,
        restaurant.id,
        read.plan,
        { menu: { name }, missing: 'leave' },
        isDryRun,
        file,
      );
      if (written.problems.length > 0) throw new Error(listed(written.problems, file));
      return written;
    });
    console.log(outcomeText(outcome, isDryRun));
  },
};

function importInto(
  db: Db,
  restaurantId: RestaurantId,
  plan: ImportPlan,
  options: ImportOptions,
  isDryRun: boolean,
  fileName: string,
): Promise<ImportOutcome> {
  const at = new Date();
  return transaction(
    db,
    restaurantId,
    async (tx) => {
      if (isDryRun) return planOutcome(tx, restaurantId, plan, options);
      const outcome = await importMenu(tx, restaurantId, plan, options, at);
      const isWritten = outcome.problems.length === 0 && outcome.changesAnything;
      if (isWritten) await storeImport(tx, restaurantId, outcome, { fileName, importedBy: 'menu:import' }, at);
      return outcome;
    },
    { statementTimeoutMs: 60_000, changesMany: true },
  );
}

function listed(problems: readonly FileProblem[], file: string): string {
  const lines = problems.map(({ row, place, ...problem }) => {
    const where = row === null ? place : `row ${row}${place === '' ? '' : `, ${place}`}`;
    return `  ${where}: ${fieldProblemText(problem)}`;
  });
  return `${file} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}; nothing was written.\n${lines.join('\n')}`;
}

function outcomeText({ changes, categories, dishes, lists, modifiers }: ImportOutcome, isDryRun: boolean): string {
  const { menu, leavingItems, removed } = changes;
  const gone = removed.categories.length + removed.lists.length + removed.modifiers.length;
  const off = leavingItems.length === 0 ? '' : `, ${leavingItems.length} no longer on the menu`;
  return [
    `${isDryRun ? 'Would go' : 'Went'} into the menu "${menu.name}" (${menu.isLive ? 'live' : 'a draft until you switch it on'}):`,
    `  ${categories.added + categories.changed + categories.same} categories`,
    `  ${dishes.added} new dishes, ${dishes.changed} changed, ${dishes.same} the same${off}`,
    `  ${lists.added} new modifier lists, ${lists.changed} changed, ${lists.same} the same`,
    `  ${modifiers.added} new modifiers, ${modifiers.changed} changed, ${modifiers.same} the same`,
    ...(gone === 0
      ? []
      : [
          `  removed: ${removed.categories.length} categories, ${removed.lists.length} lists, ${removed.modifiers.length} modifiers`,
        ]),
  ].join('\n');
}
