import type { Retries } from './job.ts';

/** The part of a wait that is left to chance, so that jobs that failed together do not come together again. */
const jitter = 0.25;

/**
 * Milliseconds until the next try, after so many tries.
 * @param chance from 0 to 1: how much of the jitter is taken off.
 */
export function backOffMs({ firstMs, longestMs }: Retries, tries: number, chance: number): number {
  return Math.round(Math.min(longestMs, firstMs * 2 ** (tries - 1)) * (1 - jitter * chance));
}
