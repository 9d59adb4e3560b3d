import { setTimeout as sleep } from 'node:timers/promises';
import { CallError } from '#contract/base/client.ts';

/** Calls again where the others had the call wait too long on a busy machine, as its answer says. */
export async function whenFree<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || error.answer?.code !== 'server.unavailable') throw error;
      await sleep(200);
    }
  }
}
