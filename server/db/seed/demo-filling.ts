import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { WorkerProcesses } from '#server/worker-processes.ts';
import type { SeedJob } from './demo-worker.ts';
import { type Demo, findDemo, isEmpty } from './find-demo.ts';

/** Milliseconds that filling a database with the demo may take, and its process may wait for the database. */
const seedWithinMs = 2 * 60_000;

/** Fills an empty database with the demo, in a process of its own: what that needs would stay with the server for good. */
export class DemoFilling {
  readonly #signal: AbortSignal;
  #begun: Promise<unknown> = Promise.resolve();
  readonly #workers = new WorkerProcesses<SeedJob, Demo | null>(new URL('demo-worker.ts', import.meta.url), {
    deadlineMs: seedWithinMs,
    idleMs: seedWithinMs,
  });

  /** @param signal breaks the filling off. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Begins with what needs no database, while a new one is being made. */
  prepare(): void {
    // A failure comes again, and is told, when the database is filled.
    this.#begun = this.#workers.run('prepare', this.#signal).catch(() => undefined);
  }

  /** @returns the demo, also where it is there already; null where the database holds something else. */
  async fill({ db, target }: Database, config: Config): Promise<Demo | null> {
    try {
      // Answered, that process is the one that takes the next job, or that ends without one.
      await this.#begun;
      return (await isEmpty(db)) ? await this.#workers.run({ target, config }, this.#signal) : await findDemo(db);
    } finally {
      this.#workers.endIdle();
    }
  }
}
