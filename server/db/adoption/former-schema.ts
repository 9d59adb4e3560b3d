/** Databases from before the migrations were made one: how they are told, and how they become databases of today. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import type { Applied } from '../migrate.ts';
import { formerMigrations } from './former-migrations.ts';

/**
 * How far a database, or that of a backup, is from what one script adopts: it has had exactly the former migrations, only the first
 * of them, or others as well. Null: it is not from that time.
 */
export function formerState(applied: readonly Applied[]): 'whole' | 'unfinished' | 'altered' | null {
  if (applied[0]?.name !== formerMigrations[0]!.name) return null;
  const isKnown = applied.every(({ name, checksum }, index) => {
    const former = formerMigrations[index];
    return former !== undefined && name === former.name && checksum === former.checksum;
  });
  if (!isKnown) return 'altered';
  return applied.length === formerMigrations.length ? 'whole' : 'unfinished';
}

/** Gives the tables and their rows the names of today. Inside a transaction of the caller, who replaces the list of migrations. */
export async function adoptFormerSchema(client: Client): Promise<void> {
  await client.query(await readScript('adopt-0033.sql'));
}

/** Makes an empty database of that time, so that a backup fits into it. Inside a transaction of the caller. */
export async function makeFormerSchema(client: Client): Promise<void> {
  await client.query(await readScript('schema-0033.sql'));
  for (const { number, name, checksum } of formerMigrations) {
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ]);
  }
}

function readScript(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, name), 'utf8');
}
