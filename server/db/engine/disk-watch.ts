import { statfs } from 'node:fs/promises';
import type { Log } from '#server/log.ts';

const checkEveryMs = 2_000;
const freeBytesMin = 2 ** 30;
const freeShareMin = 0.05;

/**
 * Watches the free space of the database's disk. An engine without space stops in the middle of its work, so writes are
 * refused earlier (R53): below 1 GiB, or below 5 % of a small disk.
 */
export class DiskWatch {
  readonly #timer: NodeJS.Timeout;
  #isLow = false;
  #space: Space | null = null;

  constructor(folder: string, log: Log, read: typeof readSpace = readSpace) {
    const look = async () => {
      const { free, size } = (this.#space = await read(folder));
      const isLow = free < leastFreeBytes(size);
      if (isLow && !this.#isLow)
        log.error({ free, size }, 'The disk is nearly full: nothing is written until there is room');
      if (!isLow && this.#isLow) log.info({ free, size }, 'There is room on the disk again');
      this.#isLow = isLow;
    };
    const lookAgain = () =>
      void look().catch((error: unknown) => log.warn({ err: error }, 'The disk could not be examined'));
    this.#timer = setInterval(lookAgain, checkEveryMs).unref();
    lookAgain();
  }

  /** Read at the last look; null before the first. */
  get space(): Space | null {
    return this.#space;
  }

  get isLow(): boolean {
    return this.#isLow;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** The room on a disk of this size below which nothing is written. */
export function leastFreeBytes(size: number): number {
  return Math.min(freeBytesMin, size * freeShareMin);
}

/** In bytes; `free` is the space available to an ordinary user. */
export interface Space {
  free: number;
  size: number;
}

export async function readSpace(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
