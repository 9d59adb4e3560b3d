import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '#contract/base/client.ts';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';

/** Milliseconds until somebody comes again: not all at the same moment, and so seldom that a crowd of them does not hold itself up. */
const untilNextTry = () => 500 + Math.random() * 1_500;

/** Calls again where the others had the call wait too long on a busy machine, as its answer says. */
export async function whenFree<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || error.answer?.code !== 'server.unavailable') throw error;
      await sleep(untilNextTry());
    }
  }
}

/** Does the server's own work again where the others had it wait too long. Without a key, work that may be done is not done again. */
export async function untilAnswered<T>(work: () => Promise<T>, { hasKey }: { hasKey: boolean }): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || (error.outcomeUnknown && !hasKey)) throw error;
      await sleep(untilNextTry());
    }
  }
}
