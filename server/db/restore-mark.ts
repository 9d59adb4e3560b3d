import type { Client } from 'pg';

/*
 * The mark of a database that has the rows of a backup, and in which those who were erased since were not erased again yet. It is
 * written with the rows, whose schema is that of the backup and may be older than any column for it: it is a comment on a table that all have.
 */
const beginning = 'restoring the backup of ';

/** SQL of when that backup was taken, as text; null where there is no mark. */
export const markedMoment = `substring(obj_description(to_regclass('public.schema_migrations'), 'pg_class') from '^${beginning}(.*)$')`;

/** When the backup was taken whose restore was broken off; null where none was. */
export async function readRestoreMark(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ moment: string | null }>(`select ${markedMoment} as moment`);
  return rows[0]!.moment;
}

/** Must be in the transaction of the rows. */
export async function markRestore(client: Client, takenAt: Date): Promise<void> {
  await client.query(`comment on table schema_migrations is '${beginning}${takenAt.toISOString()}'`);
}

export async function removeRestoreMark(client: Client): Promise<void> {
  await client.query('comment on table schema_migrations is null');
}
