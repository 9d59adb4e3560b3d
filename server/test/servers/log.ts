import type { Log } from '#server/log.ts';

/** A log for tests: an error is thrown where it is logged, because a test that logs an error fails. The rest is silence. */
export const testLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (facts, message) => {
    throw new Error(`Logged as an error: ${message}`, { cause: facts });
  },
};
