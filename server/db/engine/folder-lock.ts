import { DatabaseSync } from 'node:sqlite';

/** The hold of one process on a data folder (R52). */
export interface FolderLock {
  release(): void;
}

/**
 * Takes a folder for this process, or answers null where another process has it. Node has no file locks of its own, but SQLite
 * has: an open exclusive transaction on a file is a lock that the kernel drops when the process dies, however it dies, and
 * that containers sharing a volume see too. Nothing is ever written to the file.
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
