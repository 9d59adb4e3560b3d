import type { CallAnswer } from '#contract/base/client.ts';
import { fieldProblem } from '#contract/base/field-problems.ts';
import { limits } from '#contract/base/limits.ts';
import type { Currency } from '#contract/base/money.ts';
import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Call, UploadedFile } from '#server/http/handlers.ts';
import { getMenu } from '#server/modules/menu/menus/queries.ts';
import { getCurrency, lockMenu } from '#server/modules/restaurants/queries.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { inImportTurn } from './import-turn.ts';
import { type ImportOptions, importMenu, planOutcome } from './import-menu.ts';
import { type FileProblems, type PlannedFile, readMenuFileApart } from './menu-file-jobs.ts';
import { previewOf } from './preview-import.ts';
import { storeImport } from './stored-imports.ts';
import { slowImport } from './undo-import.ts';
import { toFileName, toMenuImport } from './wire.ts';

type Answer = CallAnswer<'POST /menu/import'>;

interface Upload {
  file: UploadedFile | undefined;
  form: Call<'POST /menu/import'>['form'];
}

/**
 * Imports a menu from an uploaded file, whole or not at all, or with `dryRun` says what that would do.
 * @throws import.has_problems; import.too_much_work; import.currency_changed when the currency changed while the file
 * was read; request.not_found; QueueFull.
 */
export async function importMenuFile(
  { db, importDb }: Pick<Deps, 'db' | 'importDb'>,
  by: AuditContext,
  { file: given, form }: Upload,
  at: Date,
): Promise<Answer> {
  const { restaurantId } = by;
  const file = requireFile(given);
  const currency = await transaction(db, restaurantId, (tx) => getCurrency(tx, restaurantId), { readOnly: true });
  const read = await readMenuFileApart(restaurantId, file.bytes, currency);
  if ('problems' in read) return problemsAnswer(form.dryRun, read);
  const options: ImportOptions = {
    menu: form.menuId === undefined ? { name: form.menuName ?? read.menuName } : { id: form.menuId },
    missing: form.removeMissing ? 'leave' : 'stay',
  };
  if (form.dryRun) {
    const preview = (tx: Tx) => previewImport(tx, by, read, options, currency);
    const reading = { readOnly: true, isolation: 'repeatable read', changesMany: true } as const;
    return inImportTurn(restaurantId, () => transaction(importDb, restaurantId, preview, reading));
  }
  const write = async (tx: Tx) => {
    // Its prices were read in the other currency.
    if ((await lockMenu(tx, restaurantId)) !== currency) throw new Refusal('import.currency_changed');
    return runImport(tx, by, read, { options, currency, fileName: toFileName(file.name) }, at);
  };
  return inImportTurn(restaurantId, () => menuTransaction(importDb, restaurantId, write, slowImport));
}

function requireFile(file: UploadedFile | undefined): UploadedFile {
  if (file === undefined) throw new Refusal('request.invalid', undefined, { file: fieldProblem('file.missing') });
  if (file.bytes.length > limits.importBytes) throw new Refusal('request.too_large');
  return file;
}

/** A dry run reports problems; an import with problems is refused. */
function problemsAnswer(isDryRun: boolean, { problems, problemCount }: FileProblems): Answer {
  if (!isDryRun) throw new Refusal('import.has_problems', { count: problemCount, problems });
  return {
    problems,
    problemCount,
    warnings: [],
    preview: null,
    import: null,
    ...confirmationOf('menu.import_foreseen'),
  };
}

async function previewImport(
  tx: Tx,
  { restaurantId }: AuditContext,
  { plan, warnings }: PlannedFile,
  options: ImportOptions,
  currency: Currency,
): Promise<Answer> {
  await requireMenu(tx, restaurantId, options);
  const outcome = await planOutcome(tx, restaurantId, plan, options);
  const { problems } = outcome;
  if (problems.length > 0) return problemsAnswer(true, { problems, problemCount: problems.length });
  return {
    problems: [],
    problemCount: 0,
    warnings,
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
  const { problems } = outcome;
  if (problems.length > 0) return problemsAnswer(false, { problems, problemCount: problems.length });
  const from = { fileName, importedBy: by.actor.name };
  const kept = outcome.changesAnything ? await storeImport(tx, restaurantId, outcome, from, at) : null;
  return {
    problems: [],
    problemCount: 0,
    warnings,
    preview: previewOf(plan, outcome, currency),
    import: kept === null ? null : toMenuImport(kept),
    ...confirmationOf(kept === null ? 'menu.import_idle' : 'menu.imported'),
  };
}

async function requireMenu(tx: Tx, restaurantId: AuditContext['restaurantId'], { menu }: ImportOptions): Promise<void> {
  if ('id' in menu) await getMenu(tx, restaurantId, menu.id, 'merchant');
}
