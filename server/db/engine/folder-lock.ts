import { closeSync, openSync } from 'node:fs';
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
  const file = openLockFile(path);
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && error.message.includes('locked')) return null;
    throw notALock(path, error);
  }
  return { release: () => file.close() };
}

function openLockFile(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    // The system's own reason, which SQLite leaves out.
    closeSync(openSync(path, 'a'));
    throw notALock(path, error);
  }
}

function notALock(path: string, cause: unknown): Error {
  return new Error(`${path} is not the lock of a data folder. Delete it while no server runs: it holds no data.`, {
    cause,
  });
}
