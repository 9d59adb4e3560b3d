/** Reads and writes menu files in a process of their own (`menu-file-jobs.ts`). */
import { limits } from '#contract/base/limits.ts';
import type { FileProblem } from '#contract/menu/menu-import.ts';
import { answerJobs } from '#server/worker-processes.ts';
import { menuFileText } from './export-menu.ts';
import type { MenuFileJob, MenuFileOutput } from './menu-file-jobs.ts';
import { readMenuFile } from './read-file.ts';

answerJobs((job: MenuFileJob): MenuFileOutput => {
  if (job.kind === 'write') return { kind: 'written', text: menuFileText(job.menu, job.format) };
  const read = readMenuFile(job.bytes, job.currency);
  if ('problems' in read) {
    return { kind: 'problems', problems: firstOf(read.problems), problemCount: read.problems.length };
  }
  return { kind: 'plan', ...read, warnings: firstOf(read.warnings) };
});

/** A file can have many thousands of problems, and nobody reads them all. */
function firstOf(problems: readonly FileProblem[]): FileProblem[] {
  return problems.slice(0, limits.importProblemsListedMax);
}
