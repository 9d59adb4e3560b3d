import { DatabaseSync } from 'node:sqlite';

/** A process's lock on a data folder (R52). */
export interface FolderLock {
  release(): void;
}

/**
 * Locks a file for this process; null if another process holds it. Node has no file locks, but SQLite has: an open
 * exclusive transaction is a lock that the kernel drops when the process dies, and that containers sharing a volume
 * respect. Nothing is written to the file.
 */
export function lockFile(path: string): FolderLock | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) return null;
    throw error;
  }
  return { release: () => file.close() };
}
