import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { leastFreeBytes, readSpace } from '../engine/disk-watch.ts';
import type { Target } from '../engine/engine.ts';
import { makeKey } from '../encryption.ts';
import { codeOf } from '../unavailable.ts';
import type { Bucket } from '#server/bucket-settings.ts';
import { DamagedBackup, type TableDigest } from './archive.ts';
import { backUp } from './backup.ts';
import { listScheduled, nameOf, removeUnfinished, type Retention, superfluous } from './scheduled-backups.ts';
import { storeBackup } from './store-backup.ts';
import { verifyBackup } from './verify.ts';
import { openStore } from './wal/open-store.ts';
import { timedStore } from './wal/timed-store.ts';

export interface BackupOrder {
  target: Target;
  folder: string;
  /** A bucket that it goes into as well. */
  bucket?: Bucket | undefined;
  /** The folder is only on the way to the bucket, and is removed. */
  isPassing?: boolean;
  takenAt: Date;
  /** Seals the backup with the secret in it; undefined leaves it readable and without. */
  sealing: { recipient: string; secret: string } | undefined;
  keep: Retention;
}

export interface TakenBackup {
  name: string;
  rows: number;
  /** The names of older backups that were removed for it. */
  removed: string[];
}

/** Tests replace them. */
interface Means {
  verify: typeof verifyBackup;
  readSpace: typeof readSpace;
}

/** Milliseconds in which the bucket has to do something: take a part of a file, or answer. */
const bucketWithinMs = 120_000;
/** Milliseconds between two looks at the disk while a backup is written. */
const lookEveryMs = 100;

/**
 * Makes a scheduled backup, reads it back, and only then gives it its name and removes what is kept no longer; where there is
 * a bucket, the same there. While the disk has little room it is broken off, so that it never takes the room that orders need.
 * @throws an `Error` with a sentence for the operator; older backups are all there then.
 */
export async function takeBackup(
  { target, folder, bucket, isPassing = false, takenAt, sealing, keep }: BackupOrder,
  means: Means = { verify: verifyBackup, readSpace },
): Promise<TakenBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeUnfinished(folder);
  const lack = new Error(`There is not enough room for a backup in ${folder}; the older ones are kept`);
  const stopping = new AbortController();
  /** Twice the room without which the server takes no orders, so that those do not notice. */
  const hasRoom = async (bytes: number) => {
    const { free, size } = await means.readSpace(folder);
    return free - bytes >= 2 * leastFreeBytes(size);
  };
  if (!(await hasRoom(await sizeOfNewest(folder)))) throw lack;
  const watch = setInterval(() => {
    hasRoom(0).then(
      (isEnough) => !isEnough && stopping.abort(lack),
      (error: unknown) => stopping.abort(error),
    );
  }, lookEveryMs);
  const name = nameOf(takenAt);
  const path = join(folder, `${name}.${randomBytes(4).toString('hex')}`);
  try {
    // The server does not have the operator's key, so it reads a sealed backup back with one that exists for that long.
    const own = sealing === undefined ? undefined : await makeKey();
    const recipients = sealing === undefined ? [] : [sealing.recipient, own!.recipient];
    const seal = sealing === undefined ? undefined : { recipients, secret: sealing.secret };
    const written = await backUp(target, path, takenAt, seal, stopping.signal);
    const { tables } = await means.verify(path, own?.key);
    if (!isDeepStrictEqual(tables, written))
      throw new DamagedBackup('The backup is not what was written: the disk may be failing');
    await rename(path, join(folder, name));
    const removed = await prune(folder, name, keep);
    if (bucket !== undefined) {
      const store = timedStore(openStore({ bucket }), bucketWithinMs);
      removed.push(...(await storeBackup(store, join(folder, name), keep)));
    }
    return { name, rows: rowsOf(written), removed: [...new Set(removed)] };
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw codeOf(error) === 'ENOSPC' ? lack : error;
  } finally {
    clearInterval(watch);
    if (isPassing) await rm(folder, { recursive: true, force: true });
  }
}

/** Never the one just made, also when the clock went back and others seem newer. */
async function prune(folder: string, made: string, keep: Retention): Promise<string[]> {
  const names = superfluous(await listScheduled(folder), keep)
    .map(({ name }) => name)
    .filter((name) => name !== made);
  for (const name of names) await rm(join(folder, name), { force: true });
  return names;
}

/** In bytes: what the next one will need, more or less. */
async function sizeOfNewest(folder: string): Promise<number> {
  const [newest] = await listScheduled(folder);
  return newest === undefined ? 0 : (await stat(join(folder, newest.name))).size;
}

function rowsOf(tables: Record<string, TableDigest>): number {
  return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);
}
