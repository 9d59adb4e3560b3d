import { Client } from 'pg';
import { archiveFormat, ArchiveWriter, RowDigest, type TableDigest } from './archive.ts';
import { copyOut } from './copy.ts';
import type { Target } from '../engine/engine.ts';
import { readApplied } from '../migrate.ts';
import { tablesParentsFirst } from '../tables.ts';

/**
 * Writes every row of the product into one file, as of one moment, while others write (R55): all tables are copied in
 * one repeatable-read transaction. The target connects as the owner, to an embedded engine or any other.
 * @param sealing the public keys to encrypt for, and the secret to put into the file; undefined leaves the file readable.
 * @param signal breaks it off.
 * @returns the row count and the hash of each table.
 * @throws also when the file cannot be written; a file with the final name is always complete.
 */
export async function backUp(
  target: Target,
  path: string,
  takenAt: Date,
  sealing?: { recipients: readonly string[]; secret: string | undefined },
  signal?: AbortSignal,
): Promise<Record<string, TableDigest>> {
  const client = new Client({ ...target, application_name: 'order-manager backup' });
  const archive = new ArchiveWriter(path, sealing?.recipients);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sameTextEverywhere);
    await client.query(
      `begin isolation level repeatable read read only; select set_config('app.platform', 'on', true)`,
    );
    const migrations = await readApplied(client);
    if (migrations.length === 0) throw new Error('The database has no tables yet: there is nothing to back up');
    await archive.writeLine({
      format: archiveFormat,
      takenAt: takenAt.toISOString(),
      migrations,
      secret: sealing?.secret,
    });
    const tables: Record<string, TableDigest> = {};
    for (const { table, columns, key } of await tablesParentsFirst(client)) {
      await archive.writeLine({ table, columns });
      const digest = new RowDigest();
      const query = `select ${list(columns)} from ${quoted(table)} order by ${list(key)}`;
      await copyOut(client, `copy (${query}) to stdout`, async (lines) => {
        signal?.throwIfAborted();
        digest.add(lines);
        await archive.writeRows(lines);
      });
      await archive.endTable();
      tables[table] = digest.result();
    }
    await archive.writeLine({ tables });
    await archive.finish();
    return tables;
  } catch (error) {
    await archive.abandon();
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Makes the text of a value independent of a server's settings. */
export const sameTextEverywhere = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = '10s'`;

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function list(names: readonly string[]): string {
  return names.map(quoted).join(', ');
}
