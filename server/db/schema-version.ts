import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** The number of the newest migration that the database has had; 0 for none. */
export async function findSchemaVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(number), 0) as version from schema_migrations`.execute(db);
  return rows[0]!.version;
}
