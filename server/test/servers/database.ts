import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { connect, type Database } from '#server/db/connect.ts';
import { foreignEngine, type Target } from '#server/db/engine/engine.ts';
import { testLog } from './log.ts';
import { watchStatements } from './watch-statements.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's engine from `server/test/servers/engine.ts`, connected to its maintenance database. */
    engine: Target;
    /** The migrated database that test files copy. */
    templateDatabase: string;
  }
}

/** A migrated, empty database for one test file, on the run's one engine; `close()` drops it. Takes about 80 ms. */
export async function freshDatabase(): Promise<Database> {
  const { target, drop } = await createDatabase(inject('templateDatabase'));
  return connect(foreignEngine(target, drop), testLog);
}

/**
 * The same, which refuses the product's statements that cross the wall of `server/walls/statements.ts`. For tests that call every endpoint,
 * and those of work in the background: a statement takes as long to be parsed as to be run.
 */
export async function checkedDatabase(): Promise<Database> {
  const database = await freshDatabase();
  await watchStatements(database.pool);
  return database;
}

/** A database without any table, and a function that drops it; for tests of migrations and restore. */
export function emptyDatabase(): Promise<{ target: Target; drop: () => Promise<void> }> {
  return createDatabase('template0');
}

async function createDatabase(template: string) {
  const name = `om_test_${randomBytes(6).toString('hex')}`;
  await administer(inject('engine'), `create database ${name} template ${template}`);
  return {
    target: targetOf(inject('engine'), name),
    drop: () => administer(inject('engine'), `drop database if exists ${name} with (force)`),
  };
}

/** Another database of the same server. */
export function targetOf(target: Target, database: string): Target {
  if (!target.connectionString) return { ...target, database };
  const url = new URL(target.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The target as a `DATABASE_URL`, for another process. */
export function urlOf({ connectionString, host, port, user, password, database }: Target): string {
  if (connectionString) return connectionString;
  const query = new URLSearchParams({ host: String(host), port: String(port ?? 5432) });
  return `postgresql://${user}${typeof password === 'string' ? `:${password}` : ''}@localhost/${database}?${query.toString()}`;
}

/** Runs one statement about a whole database, on a connection of its own. */
export async function administer(target: Target, statement: string): Promise<void> {
  const client = new Client(target);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
