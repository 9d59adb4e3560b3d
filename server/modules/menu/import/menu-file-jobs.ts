/** Menu files are read and written in a worker: one file, however it is made, holds up no order. */
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Currency } from '#contract/base/money.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { WorkerEnded, WorkerProcesses } from '#server/worker-processes.ts';
import { WorkQueue } from '#server/work-queue.ts';
import type { FileFormat } from './export-menu.ts';
import type { WrittenMenu } from './menu-file.ts';
import type { ImportPlan } from './plan.ts';

export type MenuFileJob =
  | { kind: 'read'; bytes: Uint8Array; currency: Currency }
  | { kind: 'write'; menu: WrittenMenu; format: FileFormat };

/** A plan with the menu's own name and the first warnings. */
export interface PlannedFile {
  plan: ImportPlan;
  menuName: string;
  warnings: FileProblem[];
}
/** The first problems of a file that cannot be imported, and how many there are. */
export interface FileProblems {
  problems: FileProblem[];
  problemCount: number;
}
export type MenuFileOutput =
  | ({ kind: 'plan' } & PlannedFile)
  | ({ kind: 'problems' } & FileProblems)
  /** Null when the file would be larger than an export may be. */
  | { kind: 'written'; text: string | null };

/** One file at a time leaves the other core to orders. Each waits for at most two of every other restaurant. */
const queue = new WorkQueue({ running: 1, waiting: 8, waitingPerKey: 2 });
const workers = new WorkerProcesses<MenuFileJob, MenuFileOutput>(new URL('menu-file-worker.ts', import.meta.url));

/** @throws QueueFull when a file of this restaurant would be refused now. */
export function requireMenuFileTurn(restaurantId: RestaurantId): void {
  queue.requireRoom(restaurantId);
}

/** @throws import.too_much_work; QueueFull. */
export async function readMenuFileApart(
  restaurantId: RestaurantId,
  bytes: Uint8Array,
  currency: Currency,
): Promise<PlannedFile | FileProblems> {
  const output = await run(restaurantId, { kind: 'read', bytes, currency }, new Refusal('import.too_much_work'));
  if (output.kind === 'written') throw new TypeError('A file that was to be read was written');
  return output;
}

/** @throws export.too_large; QueueFull. */
export async function writeMenuFileApart(
  restaurantId: RestaurantId,
  menu: WrittenMenu,
  format: FileFormat,
): Promise<string> {
  const tooLarge = new Refusal('export.too_large', { megabytes: limits.exportBytes / 2 ** 20 });
  const output = await run(restaurantId, { kind: 'write', menu, format }, tooLarge);
  if (output.kind !== 'written' || output.text === null) throw tooLarge;
  return output.text;
}

async function run(restaurantId: RestaurantId, job: MenuFileJob, tooMuch: Refusal): Promise<MenuFileOutput> {
  try {
    return await queue.run(restaurantId, () => workers.run(job));
  } catch (error) {
    throw error instanceof WorkerEnded ? tooMuch : error;
  }
}
