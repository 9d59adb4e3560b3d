import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type CustomerId, isId, type RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';

/** An erased guest and when: ids alone, nothing else of the person. Without a guest it is the whole restaurant. */
export interface Erasure {
  restaurantId: RestaurantId;
  customerId?: CustomerId;
  at: Date;
}

/**
 * The list of erasures, kept beside the database: an older backup still has the data, and restoring must not bring it
 * back (R90).
 */
export interface ErasureList {
  /** Resolves once the entry is on disk. */
  append: (erasure: Erasure) => Promise<void>;
}

/** The lists of all servers in a folder; the one without a server's name is of 0.1.0. */
const listNames = /^erasures(-[\w.-]+)?\.jsonl$/;

/**
 * The list of this server in a folder: one line of JSON each, append-only. Each machine has a file of its own, because a
 * folder that several of them mount loses lines that are appended at the same time.
 */
export function openErasureList(folder: string, server = hostname()): ErasureList {
  const path = join(folder, `erasures-${server.replaceAll(/[^\w.-]/g, '_')}.jsonl`);
  return {
    async append(erasure) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(path, 'a', 0o600);
      try {
        // The leading line break separates the entry from one that a full disk or a power cut has truncated.
        await file.appendFile(`\n${JSON.stringify(erasure)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** The lists of all servers in a folder; empty where it has none. A truncated line was never confirmed, and is left out. */
export async function readErasures(folder: string): Promise<Erasure[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const paths = names.filter((name) => listNames.test(name)).map((name) => join(folder, name));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return texts.flatMap((text) => text.split('\n').flatMap((line) => parseErasure(line) ?? []));
}

/** Milliseconds before a backup's time in which an erasure may be noted that the backup does not contain. */
const erasureMaxMs = 60 * MINUTE;

/** The erasures that a backup of `takenAt` may not contain. */
export function erasuresSince(erasures: readonly Erasure[], takenAt: Date): Erasure[] {
  return erasures.filter(({ at }) => at.getTime() >= takenAt.getTime() - erasureMaxMs);
}

function parseErasure(line: string): Erasure | null {
  try {
    const erasure = JSON.parse(line) as Record<keyof Erasure, string>;
    const { restaurantId, customerId } = erasure;
    if (!isId(restaurantId)) return null;
    const whole = { restaurantId: restaurantId as RestaurantId, at: new Date(erasure.at) };
    if (!('customerId' in erasure)) return whole;
    return isId(customerId) ? { ...whole, customerId: customerId as CustomerId } : null;
  } catch {
    return null;
  }
}
