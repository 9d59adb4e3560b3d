import type { Log } from '#server/log.ts';

/** A log for tests, which throws logged errors to fail the test. The rest is dropped. */
export const testLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (facts, message) => {
    throw new Error(`Logged as an error: ${message}`, { cause: facts });
  },
};
