/** The plans of the statements that a process really sent, with the rows that each step looked at. */
import { Client } from 'pg';
import { connect, type Database } from '#server/db/connect.ts';
import { foreignEngine } from '#server/db/engine/engine.ts';
import { testLog } from './log.ts';

/** A step of a plan, in the words of PostgreSQL. */
interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Filter?: string;
  Plans?: Step[];
}

interface RunStatement {
  text: string;
  /** Rows that its steps returned or left out, and the ids that were compared with one of them. */
  looked: number;
}

/**
 * Connections to the same database on which PostgreSQL tells each plan (`auto_explain`). The caller closes them; `settings`
 * are those of all sessions of the database.
 */
export async function toldPlans(
  database: Database,
  settings: readonly string[] = [],
): Promise<{ database: Database; statements: RunStatement[] }> {
  const owner = new Client(database.target);
  await owner.connect();
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_timing = off',
    "auto_explain.log_format = 'json'",
    "auto_explain.log_level = 'notice'",
    // The checks of foreign keys, and what triggers do.
    'auto_explain.log_nested_statements = on',
    ...settings,
  ]) {
    await owner.query(`alter database ${rows[0]!.name} set ${setting}`);
  }
  await owner.end();
  const told = await connect(foreignEngine(database.target), testLog);
  const statements: RunStatement[] = [];
  told.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{');
      if (!message.includes('plan:') || at < 0) return;
      const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(at)) as { 'Query Text': string; Plan: Step };
      statements.push({ text, looked: lookedAt(plan) });
    });
  });
  return { database: told, statements };
}

function lookedAt(step: Step): number {
  const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0);
  const rows = (step['Actual Rows'] + removed) * step['Actual Loops'];
  // An array of parameters is walked for each row; that of a constant is looked up in a hash.
  const compared = /= ANY \(\$\d+\)/.test(step.Filter ?? '') ? rows * rows : 0;
  return rows + compared + (step.Plans ?? []).reduce((sum, below) => sum + lookedAt(below), 0);
}
