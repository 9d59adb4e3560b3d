import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type CustomerId, isId, type RestaurantId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';

/** Who was erased and when: ids alone, no word of the person. Without a guest it is the whole restaurant. */
export interface Erasure {
  restaurantId: RestaurantId;
  customerId?: CustomerId;
  at: Date;
}

/** What was erased, kept beside the database: a backup from before still has it, and restoring must not bring it back (R90). */
export interface ErasureList {
  /** Resolves when it is on the disk. */
  note: (erasure: Erasure) => Promise<void>;
}

/** The list in the file: a line of JSON each, only ever added to. */
export function openErasureList(path: string): ErasureList {
  return {
    async note(erasure) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'a', 0o600);
      try {
        // The line before may have been cut off by a full disk or a lost machine: an own line in any case.
        await file.appendFile(`\n${JSON.stringify(erasure)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    },
  };
}

/** The whole list, oldest first; empty where there is no such file. A line that was cut off was never answered, and is left out. */
export async function readErasures(path: string): Promise<Erasure[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => parseErasure(line) ?? []);
}

/** How long before the moment of a backup an erasure may have been noted that the backup has not yet seen. */
const longestErasureMs = 60 * MINUTE;

/** Those that a backup of `takenAt` may not know of. */
export function erasuresSince(erasures: readonly Erasure[], takenAt: Date): Erasure[] {
  return erasures.filter(({ at }) => at.getTime() >= takenAt.getTime() - longestErasureMs);
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
