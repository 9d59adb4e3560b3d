import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';

/** Megabytes of JavaScript objects, and milliseconds, that one job may take. */
const memoryMb = 256;
const deadlineMs = 10_000;
/** Milliseconds after which a thread without work ends and gives its memory back. */
const idleMs = 30_000;

/** A job took more memory or time than it may. The thread has ended, and the process has not. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly reason: 'memory' | 'time';

  constructor(reason: 'memory' | 'time') {
    super(`A worker thread took too much ${reason}`);
    this.reason = reason;
  }
}

type Reply<Output> = { output: Output } | { error: Error };

/**
 * Threads for work that takes long and whose input comes from outside, each with limits of its own: what freezes or
 * fills one of them concerns that job alone. A thread has one job at a time; the caller limits how many there are.
 */
export class WorkerThreads<Input, Output> {
  readonly #file: URL;
  readonly #deadlineMs: number;
  readonly #idle: { worker: Worker; leave: () => void }[] = [];

  /** `file` calls `answerJobs`. */
  constructor(file: URL, limits: { deadlineMs?: number } = {}) {
    this.#file = file;
    this.#deadlineMs = limits.deadlineMs ?? deadlineMs;
  }

  /** @throws WorkerEnded; an error that the job threw. */
  async run(input: Input): Promise<Output> {
    const worker = this.#take();
    const ended = new AbortController();
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      ended.abort();
    }, this.#deadlineMs);
    try {
      // A thread has no origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(input);
      const [reply] = (await once(worker, 'message', { signal: ended.signal })) as [Reply<Output>];
      this.#keep(worker);
      if ('error' in reply) throw reply.error;
      return reply.output;
    } catch (error) {
      if (isOver) {
        await worker.terminate();
        throw new WorkerEnded('time');
      }
      throw isOutOfMemory(error) ? new WorkerEnded('memory') : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #take(): Worker {
    const kept = this.#idle.pop();
    if (kept === undefined) {
      const worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
      // A thread can still run out of memory while it is being ended, when nobody waits for its answer any more.
      worker.on('error', () => undefined);
      return worker;
    }
    kept.leave();
    kept.worker.ref();
    return kept.worker;
  }

  /** An idle thread keeps no process alive. */
  #keep(worker: Worker): void {
    const drop = () => {
      clearTimeout(timer);
      this.#idle.splice(this.#idle.indexOf(one), 1);
    };
    const timer = setTimeout(() => {
      drop();
      void worker.terminate();
    }, idleMs);
    const one = {
      worker,
      leave: () => {
        clearTimeout(timer);
        worker.off('error', drop);
      },
    };
    worker.once('error', drop);
    worker.unref();
    timer.unref();
    this.#idle.push(one);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Answers the jobs of `WorkerThreads` in the thread that it runs in. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the job where the work is written
export function answerJobs<Input>(work: (input: Input) => unknown): void {
  const answer = async (input: Input): Promise<Reply<unknown>> => {
    try {
      return { output: await work(input) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  };
  parentPort!.on('message', (input: Input) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    void answer(input).then((reply) => parentPort!.postMessage(reply));
  });
}
