import type { ParseArgsConfig } from 'node:util';
import { type Config, readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { type Log, textLog } from '#server/log.ts';

/** A command of `npm run cli`. Its file in this folder exports it as `command`; `server/cli.ts` lists it. */
export interface Command {
  /** How it is called, after its name: '<file> [--dry-run]'. */
  usage: string;
  /** What there is to know, shown by --help under the usage. */
  help: string;
  /** As `parseArgs` of node:util wants them; --help is added. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /**
   * Does it. What it prints goes to the standard output, in plain words.
   * @throws WrongUsage (exit code 2), or any other error for a failure (exit code 1); its message is printed.
   */
  run(given: Given): Promise<void>;
}

export interface Given {
  /** The arguments that are not options. */
  args: string[];
  /** The options, by name; each command knows the kinds of its own. */
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** The command cannot be done as it was called; its usage is shown. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}

/** What commands say while they work, on the standard error output so that the standard output can be piped on. */
export const commandLog: Log = textLog((line) => process.stderr.write(`${line}\n`));

/**
 * Gives the work the configuration and the database, migrated, and closes it. Beside a running server on the same data folder
 * the command joins the server's database.
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
