import { readFile } from 'node:fs/promises';
import type { RestaurantId } from '#contract/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { type ImportOutcome, importMenu } from '#server/modules/menu-import/import-menu.ts';
import { type FileProblem, parseMenuFile } from '#server/modules/menu-import/menu-file.ts';
import { type ImportPlan, planImport } from '#server/modules/menu-import/plan-import.ts';
import { findRestaurantBySlug } from '#server/modules/restaurants/queries.ts';
import { type Command, withDatabase, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<slug> <file> [--dry-run]',
  help: `Writes the menu in a JSON file into the restaurant with that slug: all of it, or nothing when anything is wrong with it.
A second import of the same file changes nothing; of a changed file, what has changed. Stock, pictures and SKUs stay.
--dry-run does everything except keeping it. server/db/seed/millers-cafe.menu.json shows the format.`,
  options: { 'dry-run': { type: 'boolean' } },
  async run({ args, options }) {
    const [slug, file] = args;
    if (slug === undefined || file === undefined || args.length > 2)
      throw new WrongUsage('A slug and a file are needed.');
    const json = await readFile(file, 'utf8');
    const isDryRun = options['dry-run'] === true;
    const outcome = await withDatabase(async ({ db }) => {
      const restaurant = await findRestaurantBySlug(db, slug);
      if (restaurant === null) throw new Error(`There is no restaurant with the slug ${slug}.`);
      const parsed = parseMenuFile(json);
      if ('problems' in parsed) throw new Error(listed(parsed.problems, file));
      const planned = planImport(parsed.menu, restaurant.currency);
      if ('problems' in planned) throw new Error(listed(planned.problems, file));
      return importInto(db, restaurant.id, planned.plan, isDryRun);
    });
    console.log(told(outcome, isDryRun));
  },
};

/** A dry run does the same work and is then undone. */
class DryRunOver extends Error {
  readonly outcome: ImportOutcome;

  constructor(outcome: ImportOutcome) {
    super('The dry run is over');
    this.outcome = outcome;
  }
}

async function importInto(
  db: Db,
  restaurantId: RestaurantId,
  plan: ImportPlan,
  isDryRun: boolean,
): Promise<ImportOutcome> {
  try {
    return await transaction(
      db,
      restaurantId,
      async (tx) => {
        const outcome = await importMenu(tx, restaurantId, plan, new Date());
        if (isDryRun) throw new DryRunOver(outcome);
        return outcome;
      },
      { statementTimeoutMs: 60_000 },
    );
  } catch (error) {
    if (error instanceof DryRunOver) return error.outcome;
    throw error;
  }
}

function listed(problems: readonly FileProblem[], file: string): string {
  const lines = problems.map(({ path, msg }) => `  ${path}: ${msg}`);
  return `${file} has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}; nothing was written.\n${lines.join('\n')}`;
}

function told(outcome: ImportOutcome, isDryRun: boolean): string {
  const { menu, categories, lists, dishes, modifiers, dishesTakenOff, removed } = outcome;
  const gone = removed.categories + removed.lists + removed.modifiers;
  return [
    `${isDryRun ? 'Would go' : 'Went'} into the menu "${menu.name}" (${menu.isLive ? 'live' : 'a draft until you switch it on'}):`,
    `  ${categories} categories`,
    `  ${dishes.added} new dishes, ${dishes.updated} updated${dishesTakenOff === 0 ? '' : `, ${dishesTakenOff} no longer on the menu`}`,
    `  ${lists} modifier lists`,
    `  ${modifiers.added} new modifiers, ${modifiers.updated} updated`,
    ...(gone === 0
      ? []
      : [`  removed: ${removed.categories} categories, ${removed.lists} lists, ${removed.modifiers} modifiers`]),
  ].join('\n');
}
