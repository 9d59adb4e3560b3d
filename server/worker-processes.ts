import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { QueueFull } from './work-queue.ts';

/** Megabytes of JavaScript objects, and milliseconds, that one job may take. */
const memoryMb = 256;
const deadlineMs = 10_000;
/** Milliseconds that a process may take to start, which on a busy machine says nothing about the job that it starts for. */
const defaultStartMs = 30_000;
/** Milliseconds after which a worker without work ends and gives its memory back. */
const defaultIdleMs = 30_000;

/** A job took more memory or time than it may. Its worker has ended, and the server has not. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly reason: 'memory' | 'time';

  constructor(reason: 'memory' | 'time') {
    super(`A worker took too much ${reason}`);
    this.reason = reason;
  }
}

type Reply<Output> = { output: Output } | { error: Error };
/** Comes once from each worker, before any reply. */
const started = 'started';

/**
 * Processes for work that takes long and whose input comes from outside, each with limits of its own: what freezes or
 * fills one of them concerns that job alone. Threads would not do: one that runs out of memory may take the whole process
 * along. A worker has one job at a time; the caller limits how many there are.
 */
export class WorkerProcesses<Input, Output> {
  readonly #file: string;
  readonly #deadlineMs: number;
  readonly #startMs: number;
  readonly #idleMs: number;
  readonly #idle: { worker: ChildProcess; leave: () => void }[] = [];

  /** `file` calls `answerJobs`. */
  constructor(file: URL, limits: { deadlineMs?: number; startMs?: number; idleMs?: number } = {}) {
    this.#file = fileURLToPath(file);
    this.#deadlineMs = limits.deadlineMs ?? deadlineMs;
    this.#startMs = limits.startMs ?? defaultStartMs;
    this.#idleMs = limits.idleMs ?? defaultIdleMs;
  }

  /**
   * @param signal ends the worker in the middle of the job.
   * @throws WorkerEnded; QueueFull where a worker does not start in time; an error that the job threw; the reason of the signal.
   */
  async run(input: Input, signal?: AbortSignal): Promise<Output> {
    signal?.throwIfAborted();
    const { worker, isNew } = this.#take();
    const settled = new AbortController();
    let isLate = false;
    let hasStarted = !isNew;
    const end = () => worker.kill('SIGKILL');
    signal?.addEventListener('abort', end, { signal: settled.signal });
    const beLate = () => {
      isLate = true;
      worker.kill('SIGKILL');
    };
    let timer = setTimeout(beLate, isNew ? this.#startMs : this.#deadlineMs);
    const ended = once(worker, 'exit', { signal: settled.signal }).then(([code, by]) => {
      signal?.throwIfAborted();
      // A worker without memory aborts, or is killed by the system.
      if (isLate) throw hasStarted ? new WorkerEnded('time') : new QueueFull(false);
      throw by === null ? new Error(`A worker ended with ${code}`) : new WorkerEnded('memory');
    });
    ended.catch(() => undefined);
    const answered = Promise.withResolvers<Reply<Output>>();
    const hear = (message: typeof started | Reply<Output>) => {
      if (message !== started) return answered.resolve(message);
      hasStarted = true;
      clearTimeout(timer);
      timer = setTimeout(beLate, this.#deadlineMs);
    };
    worker.on('message', hear);
    try {
      worker.send(input as Parameters<ChildProcess['send']>[0]);
      const reply = await Promise.race([answered.promise, ended]);
      this.#keep(worker);
      if ('error' in reply) throw reply.error;
      return reply.output;
    } finally {
      clearTimeout(timer);
      worker.off('message', hear);
      settled.abort();
    }
  }

  /** Ends the workers that have no job. */
  endIdle(): void {
    for (const { worker } of this.#idle) worker.kill('SIGKILL');
  }

  #take(): { worker: ChildProcess; isNew: boolean } {
    const kept = this.#idle.pop();
    if (kept === undefined) {
      const worker = fork(this.#file, {
        // The server's setting gives each block of 32 kB back at once, and a picture needs many of them, one after the other.
        env: { ...process.env, MALLOC_MMAP_THRESHOLD_: undefined },
        execArgv: [`--max-old-space-size=${memoryMb}`],
        // Bytes travel as bytes, errors as errors.
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      // A worker that could not be started or told tells it by its end.
      worker.on('error', () => worker.kill('SIGKILL'));
      return { worker, isNew: true };
    }
    kept.leave();
    kept.worker.ref();
    kept.worker.channel?.ref();
    return { worker: kept.worker, isNew: false };
  }

  /** An idle worker keeps no process alive. */
  #keep(worker: ChildProcess): void {
    const drop = () => {
      clearTimeout(timer);
      this.#idle.splice(this.#idle.indexOf(one), 1);
    };
    const timer = setTimeout(() => {
      drop();
      worker.off('exit', drop);
      worker.kill('SIGKILL');
    }, this.#idleMs);
    const one = {
      worker,
      leave: () => {
        clearTimeout(timer);
        worker.off('exit', drop);
      },
    };
    worker.once('exit', drop);
    worker.unref();
    worker.channel?.unref();
    timer.unref();
    this.#idle.push(one);
  }
}

/** Answers the jobs of `WorkerProcesses` in the process that it runs in, which ends with the server. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names the job where the work is written
export function answerJobs<Input>(work: (input: Input) => unknown): void {
  const answer = async (input: Input): Promise<Reply<unknown>> => {
    try {
      return { output: await work(input) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  };
  // A server that is stopped by its terminal or its supervisor still answers what it has begun.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.send!(started);
  process.on('message', (input) => void answer(input as Input).then((reply) => process.send!(reply)));
}
