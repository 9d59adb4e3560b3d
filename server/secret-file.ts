import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Bytes that a secret has at least. */
export const shortestSecret = 32;

/** The file of the secret that an installation without the variable made for itself. */
export function secretFile(dataDir: string): string {
  return join(dataDir, 'secret');
}

/** The source of a secret: the variable, the file, made just now for a missing file, or made in place of a damaged one. */
export type SecretSource = 'variable' | 'file' | 'made' | 'damaged';

/** The secret in the file, or a new one, which is not stored yet: only an unused database may begin with it. */
export function readSecretFile(dataDir: string): { secret: string; secretFrom: SecretSource } {
  let stored: string;
  try {
    stored = readFileSync(secretFile(dataDir), 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    return { secret: makeSecret(), secretFrom: 'made' };
  }
  if (Buffer.byteLength(stored) < shortestSecret) return { secret: makeSecret(), secretFrom: 'damaged' };
  return { secret: stored, secretFrom: 'file' };
}

export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Stores a secret so that a crash leaves the whole file or none: written beside it, synced, and given its name.
 * @param isNew leaves a file that another process made meanwhile as it is.
 */
export function writeSecretFile(dataDir: string, secret: string, { isNew }: { isNew: boolean }): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const path = secretFile(dataDir);
  const unfinished = `${path}.${process.pid}.new`;
  const file = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(file, secret);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (isNew) {
    try {
      linkSync(unfinished, path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    rmSync(unfinished);
  } else {
    renameSync(unfinished, path);
  }
  syncFolder(dirname(path));
}

/** Makes a new name in a folder survive a power cut; Windows has no such call, and keeps names by itself. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
