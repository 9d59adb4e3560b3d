import type { ParseArgsConfig } from 'node:util';
import { type Config, readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { type Log, textLog } from '#server/log.ts';

/** A command of `npm run cli`. Its file in this folder exports it as `command`; `server/cli.ts` lists it. */
export interface Command {
  /** Usage after the name: '<file> [--dry-run]'. */
  usage: string;
  /** Explanation that --help shows below the usage. */
  help: string;
  /** Options for `parseArgs` of node:util; --help is added. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /**
   * Runs the command. It prints plain sentences to the standard output.
   * @throws WrongUsage (exit code 2), or any other error for a failure (exit code 1); its message is printed.
   */
  run(given: CommandInput): Promise<void>;
}

interface CommandInput {
  /** The arguments that are not options. */
  args: string[];
  /** Options by name; each command knows the types of its own. */
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** The command was called with wrong arguments; its usage is shown. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** Progress of commands, on the standard error output so that the standard output can be piped. */
export const commandLog: Log = textLog((line) => process.stderr.write(`${line}\n`));

/**
 * Runs the work with the configuration and the migrated database, and closes it. Beside a running server on the same
 * data folder, the command joins the server's database.
 */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, commandLog, { join: true });
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}
