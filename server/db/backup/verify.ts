import { isDeepStrictEqual } from 'node:util';
import { ArchiveReader, type ArchiveSource, DamagedBackup, RowDigest, type TableDigest } from './archive.ts';

/**
 * Reads a backup from beginning to end, as `restore` does, and checks every table against what was written.
 * @param key opens an encrypted backup.
 * @returns its time, and the row count and hash of each table.
 * @throws DamagedBackup, or an error of the disk.
 */
export async function verifyBackup(
  source: ArchiveSource,
  key?: string,
): Promise<{ takenAt: Date; tables: Record<string, TableDigest> }> {
  const archive = new ArchiveReader(source, key);
  try {
    const { takenAt } = await archive.readHead();
    const tables: Record<string, TableDigest> = {};
    for (;;) {
      const next = await archive.readNext();
      if ('tables' in next) {
        requireWritten(next.tables, tables);
        return { takenAt: new Date(takenAt), tables };
      }
      const digest = new RowDigest();
      for await (const line of archive.rows()) digest.add(line);
      tables[next.table] = digest.result();
    }
  } finally {
    await archive.close();
  }
}

/** @throws DamagedBackup when the tables that were read differ from those that the backup says it has. */
export function requireWritten(written: Record<string, TableDigest>, found: Record<string, TableDigest>): void {
  if (!isDeepStrictEqual(written, found))
    throw new DamagedBackup('The backup is damaged: rows differ from what was written');
}
