import { outsideOutlets } from './db/outlet-scope.ts';
import type { Log } from './log.ts';

/** Work that continues after its answer was sent. */
export interface Background {
  /**
   * Starts the work at the next opportunity; an error is logged with `failure`. Work beyond the limit is dropped, and
   * logged.
   */
  start(failure: string, work: () => Promise<void>): void;
  /** Resolves once all work is done, or after the longest wait. */
  idle(): Promise<void>;
}

const mostAtOnce = 200;
/** Milliseconds a stopping server waits for the work. */
const longestWaitMs = 5_000;

export function openBackground(log: Log): Background {
  const going = new Set<Promise<void>>();
  return {
    start(failure, work) {
      if (going.size >= mostAtOnce) return log.warn({ going: going.size }, failure);
      const one: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
        .then(() => outsideOutlets(work))
        .catch((error: unknown) => log.warn({ err: error }, failure))
        .finally(() => going.delete(one));
      going.add(one);
    },
    async idle() {
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, longestWaitMs);
      });
      const all = async () => {
        while (going.size > 0) await Promise.all(going);
      };
      await Promise.race([all(), enough]);
      clearTimeout(timer);
    },
  };
}
