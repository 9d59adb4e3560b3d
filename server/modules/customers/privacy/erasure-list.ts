import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
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

/** The list in a file: one line of JSON each, append-only. */
export function openErasureList(path: string): ErasureList {
  return {
    async append(erasure) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
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

/** The whole list, oldest first; empty without a file. A truncated line was never confirmed, and is left out. */
export async function readErasures(path: string): Promise<Erasure[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => parseErasure(line) ?? []);
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
