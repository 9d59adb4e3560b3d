import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { WrongBackupKey, decryptWith, encryptFor } from '../../encryption.ts';
import { codeOf } from '../../unavailable.ts';
import { DamagedBackup } from '../archive.ts';
import type { BackupStore } from './backup-store.ts';

/**
 * Writes a compressed file into a store.
 * @param recipients public keys, each of which opens it; undefined leaves it readable.
 */
export async function writePacked(
  store: BackupStore,
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  recipients: readonly string[] | undefined,
): Promise<void> {
  const packed = createGzip({ level: 3 });
  const written =
    recipients === undefined ? store.write(name, packed) : store.write(name, encryptFor(recipients)(packed));
  // The end of either ends the other, and both are waited for: a store has then removed its part of the file.
  written.catch((error: unknown) => packed.destroy(asError(error)));
  const [read, stored] = await Promise.allSettled([pipeline(bytes, packed), written]);
  for (const outcome of [stored, read]) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Reads such a file.
 * @param key opens a sealed one.
 */
export async function* readPacked(store: BackupStore, name: string, key: string | undefined): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  // Errors on the way are thrown where the bytes are read.
  pipeline(store.read(name), decryptWith(key), unpacked).catch(() => undefined);
  try {
    yield* unpacked as AsyncIterable<Buffer>;
  } catch (error) {
    // Errors of the disk and of the network have codes, and say what it is.
    const isOfContent = /^(Z_.*|ERR_.*|)$/.test(codeOf(error));
    throw error instanceof WrongBackupKey || !isOfContent ? error : damaged(name, error);
  }
}

export function damaged(name: string, cause?: unknown): DamagedBackup {
  return new DamagedBackup(`A file of the log is damaged: ${name}`, { cause });
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
