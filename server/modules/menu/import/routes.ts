import type { CallAnswer } from '#contract/base/client.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { FileProblem, MenuImport } from '#contract/menu/menu-import.ts';
import { confirmationOf } from '#contract/base/success-text.ts';
import type { Currency } from '#contract/base/money.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers, UploadedFile } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { getMenu } from '#server/modules/menu/menus/queries.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { csvOf, exportMenu, jsonOf } from './export-menu.ts';
import { planOutcome, type ImportOptions, importMenu } from './import-menu.ts';
import { storeImport, type StoredImportRow, listStoredImports } from './stored-imports.ts';
import type { ParsedFile } from './plan-import.ts';
import { previewOf } from './preview-import.ts';
import { readMenuFile } from './read-file.ts';
import { undoImport } from './undo-import.ts';

type Answer = CallAnswer<'POST /menu/import'>;
type PlannedFile = Exclude<ParsedFile, { problems: FileProblem[] }>;

/** Milliseconds: the largest menu takes a second to write, and more on a busy machine than other calls may take. */
const slowImport = { statementTimeoutMs: 20_000 };

/** The calls of menu import and export, and of undoing an import. */
export function menuImportRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'POST /menu/import': async ({ caller, form, files, requestId }) => {
      const { restaurantId } = caller;
      const file = requireFile(files['file']);
      const { currency } = await transaction(db, restaurantId, (tx) => getRestaurant(tx, restaurantId), {
        readOnly: true,
      });
      const read = readMenuFile(file.bytes, currency);
      if ('problems' in read) return problemsAnswer(form.dryRun, read.problems);
      const options: ImportOptions = {
        menu: form.menuId === undefined ? { name: form.menuName ?? read.menuName } : { id: form.menuId },
        missing: form.removeMissing ? 'leave' : 'stay',
      };
      if (form.dryRun) {
        return transaction(db, restaurantId, (tx) => previewImport(tx, restaurantId, read, options, currency), {
          readOnly: true,
          isolation: 'repeatable read',
        });
      }
      const by = { restaurantId, actor: caller, requestId };
      return transaction(
        db,
        restaurantId,
        async (tx) => {
          const held = await lockMenu(tx, restaurantId);
          // The restaurant's currency may have changed between the two reads.
          const planned = held === currency ? read : readMenuFile(file.bytes, held);
          if ('problems' in planned) return problemsAnswer(false, planned.problems);
          return runImport(tx, by, planned, { options, currency: held, fileName: shownName(file.name) }, clock());
        },
        slowImport,
      );
    },

    'GET /menu/imports': async ({ caller: { restaurantId } }) => {
      const rows = await transaction(db, restaurantId, (tx) => listStoredImports(tx, restaurantId, clock()), {
        readOnly: true,
      });
      return { imports: rows.map(importOnWire) };
    },

    'POST /menu/undo-import/:id': async ({ caller, params, requestId }) => {
      const { restaurantId } = caller;
      const by = { restaurantId, actor: caller, requestId };
      await transaction(db, restaurantId, (tx) => undoImport(tx, by, params.id, clock()), slowImport);
      return confirmationOf('menu.import_undone');
    },

    'GET /menu/export/:id': async ({ caller: { restaurantId }, params, query }) => {
      const menu = await transaction(
        db,
        restaurantId,
        async (tx) => exportMenu(tx, restaurantId, params.id, await getRestaurant(tx, restaurantId)),
        { readOnly: true, isolation: 'repeatable read' },
      );
      const isCsv = query.format === 'csv';
      return {
        fileName: `${shownName(menu.menu ?? '')}.${query.format}`,
        contentType: isCsv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        text: isCsv ? csvOf(menu) : jsonOf(menu),
      };
    },
  } satisfies Partial<Handlers>;
}

function requireFile(file: UploadedFile | undefined): UploadedFile {
  if (file === undefined) throw new Refusal('request.invalid', undefined, { file: fieldProblem('file.missing') });
  if (file.bytes.length > limits.importBytes) throw new Refusal('request.too_large');
  return file;
}

async function getRestaurant(tx: Tx, restaurantId: RestaurantId): Promise<{ name: string; currency: Currency }> {
  const { name, currency } = await tx
    .selectFrom('restaurants')
    .select(['name', 'currency'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return { name, currency: currency as Currency };
}

/** A dry run reports problems; an import with problems is refused. */
function problemsAnswer(isDryRun: boolean, problems: readonly FileProblem[]): Answer {
  const told = problems.slice(0, limits.importProblemsListedMax);
  if (!isDryRun) throw new Refusal('import.has_problems', { count: problems.length, problems: told });
  return {
    problems: told,
    problemCount: problems.length,
    warnings: [],
    preview: null,
    import: null,
    ...confirmationOf('menu.import_foreseen'),
  };
}

async function previewImport(
  tx: Tx,
  restaurantId: RestaurantId,
  { plan, warnings }: PlannedFile,
  options: ImportOptions,
  currency: Currency,
): Promise<Answer> {
  await requireMenu(tx, restaurantId, options);
  const outcome = await planOutcome(tx, restaurantId, plan, options);
  if (outcome.problems.length > 0) return problemsAnswer(true, outcome.problems);
  return {
    problems: [],
    problemCount: 0,
    warnings: warnings.slice(0, limits.importProblemsListedMax),
    preview: previewOf(plan, outcome, currency),
    import: null,
    ...confirmationOf('menu.import_foreseen'),
  };
}

async function runImport(
  tx: Tx,
  by: AuditContext,
  { plan, warnings }: PlannedFile,
  { options, currency, fileName }: { options: ImportOptions; currency: Currency; fileName: string },
  at: Date,
): Promise<Answer> {
  const { restaurantId } = by;
  await requireMenu(tx, restaurantId, options);
  const outcome = await importMenu(tx, restaurantId, plan, options, at, { by, currency });
  if (outcome.problems.length > 0) return problemsAnswer(false, outcome.problems);
  const from = { fileName, importedBy: by.actor.name };
  const kept = outcome.changesAnything ? await storeImport(tx, restaurantId, outcome, from, at) : null;
  return {
    problems: [],
    problemCount: 0,
    warnings: warnings.slice(0, limits.importProblemsListedMax),
    preview: previewOf(plan, outcome, currency),
    import: kept === null ? null : importOnWire(kept),
    ...confirmationOf(kept === null ? 'menu.import_idle' : 'menu.imported'),
  };
}

async function requireMenu(tx: Tx, restaurantId: RestaurantId, { menu }: ImportOptions): Promise<void> {
  if ('id' in menu) await getMenu(tx, restaurantId, menu.id, 'merchant');
}

function importOnWire(row: StoredImportRow): MenuImport {
  return {
    _id: row.id,
    menuId: row.menu_id,
    menuName: row.menu_name,
    fileName: row.file_name,
    importedAt: row.imported_at.toISOString(),
    importedBy: row.imported_by,
    counts: row.counts,
    undoneAt: row.undone_at?.toISOString() ?? null,
  };
}

/** The name of a file without characters that break a file system or a screen. */
function shownName(name: string): string {
  const shown = name
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number} ._()-]/gu, '_')
    .trim()
    .slice(0, limits.name);
  return shown === '' ? 'menu' : shown;
}
