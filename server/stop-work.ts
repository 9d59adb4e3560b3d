import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Milliseconds that all of it may take: a little longer than the outbox waits for its jobs. */
const stopWithinMs = 6_000;

/**
 * Waits for the ends of all work in the background, which were asked for together: a provider, a bucket or a proxy that gives no answer
 * keeps no job from being concluded. Work that has not ended in time is named in the log and left; it stands in the database, where
 * the next server finds it due.
 */
export async function awaitEnds(
  ends: Record<string, Promise<unknown>>,
  log: Log,
  withinMs = stopWithinMs,
): Promise<void> {
  const left = new Set(Object.keys(ends));
  const done = new AbortController();
  const tooLate = sleep(withinMs, undefined, { signal: done.signal }).catch(() => undefined);
  const all = Promise.all(Object.entries(ends).map(([work, end]) => end.finally(() => left.delete(work))));
  try {
    await Promise.race([all, tooLate]);
  } finally {
    done.abort();
  }
  if (left.size > 0)
    log.warn({ work: [...left] }, 'Work in the background had not ended and is left to the next server');
}
