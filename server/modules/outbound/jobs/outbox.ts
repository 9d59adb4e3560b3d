import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { outsideOutlets } from '#server/db/outlet-scope.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { TryOutcome } from '#server/metrics.ts';
import { inJobSpan } from '#server/tracing.ts';
import { backOffMs } from './back-off.ts';
import { enqueue, type NewJob } from './enqueue.ts';
import { type DropReason, type Job, JobFailed, type JobHandler, type Queue } from './job.ts';
import { claimJobs, endJob, giveJobUp, postponeJob, renewLease, type Room } from './queries.ts';

interface OutboxDeps extends Pick<Deps, 'db' | 'clock' | 'log'>, Partial<Pick<Deps, 'metrics'>> {
  handlers: Record<Queue, JobHandler>;
  /** From 0 to 1; tests replace it. */
  chance?: () => number;
}

export interface Outbox {
  /** Begins with what is due and has room; resolves when it has begun. Without an election, for tests as well. */
  look(): Promise<void>;
  /** Looks until nothing is due and nothing is under way. */
  settle(): Promise<void>;
  /**
   * Writes a job that this process does itself at once, with `perform`. If the process dies before, the elected server
   * does it when the lease is over.
   */
  enqueueOwn(tx: Tx, job: NewJob): Promise<Job>;
  /** Does a job of `enqueueOwn`, after the commit, in one try: if that fails, the job is dropped. @returns whether it was done. */
  perform(job: Job): Promise<boolean>;
  /** Finishes what is under way and, in the elected process, what is due; for 5 s at most. Then it begins with nothing more. */
  stop(options: { isElected: boolean }): Promise<void>;
}

/** Milliseconds from the deadline of a try until its job counts as lost: longer than ending it takes. */
const leaseMarginMs = 5_000;
/** Most milliseconds of a lease: that of a longer try is renewed while it goes on, so that one of a killed server comes soon. */
const longestLeaseMs = 60_000;
const renewEveryMs = 15_000;
/** Milliseconds that a stopping server waits for jobs under way. The others come again with the next server. */
const drainMs = 5_000;
const unexpected = { problem: 'unexpected', isFinal: false } as const;

/** The jobs of one database, done by their handlers. Any process may look; `runOutbox` has one at a time do so. */
export function openOutbox({ db, clock, log, metrics, handlers, chance = Math.random }: OutboxDeps): Outbox {
  const self = randomUUID();
  const queues = Object.keys(handlers) as Queue[];
  metrics?.expectJobs(queues);
  const underWay = new Map<Promise<unknown>, Queue>();
  const stopping = new AbortController();
  /** Aborted as soon as the server stops: a try that hears it ends, and comes again. */
  const leaving = new AbortController();
  let looking: Promise<number> = Promise.resolve(0);
  let isLookNext = false;

  function rooms(): Room[] {
    return queues.flatMap((queue) => {
      const { atOnce } = handlers[queue];
      const free = atOnce - [...underWay.values()].filter((busy) => busy === queue).length;
      return free > 0 ? [{ queue, free, leaseMs: leaseMsOf(handlers[queue]) }] : [];
    });
  }

  /** @returns the number of jobs begun. */
  async function claim(): Promise<number> {
    const free = rooms();
    if (stopping.signal.aborted || free.length === 0) return 0;
    const jobs = await platformTransaction(db, 'outbox', (tx) => claimJobs(tx, free, self, clock()));
    for (const job of jobs) begin(job);
    return jobs.length;
  }

  function begin(job: Job): void {
    const work: Promise<unknown> = outsideOutlets(() => attempt(job)).finally(() => {
      underWay.delete(work);
      // Its place is free for one that waits.
      if (!stopping.signal.aborted) void look().catch(() => undefined);
    });
    underWay.set(work, job.queue);
  }

  /** One look at a time; those asked for meanwhile are one. */
  function look(): Promise<number> {
    if (isLookNext) return looking;
    isLookNext = true;
    looking = looking
      .catch(() => 0)
      .then(() => {
        isLookNext = false;
        return claim();
      });
    return looking;
  }

  /** Tries a claimed job. @returns whether it was done. */
  async function attempt(job: Job, isOnlyTry = false): Promise<boolean> {
    const { queue, tries } = job;
    try {
      const reason = await inJobSpan(queue, () => doOnce(job));
      if (reason !== null) log.info({ queue, job: job.id, reason }, 'A job was dropped');
      metrics?.jobTried(queue, reason === null ? 'done' : 'dropped');
      return reason === null;
    } catch (error) {
      log.warn({ err: error, queue, job: job.id, tries }, 'A job failed');
      const outcome = await fail(job, error, isOnlyTry).catch((cause: unknown) => {
        log.warn({ err: cause, queue, job: job.id }, 'A job that failed comes again when its lease is over');
        return 'failed' as const;
      });
      metrics?.jobTried(queue, outcome);
      return false;
    }
  }

  /** @returns the reason why it was dropped; null when it was done. */
  async function doOnce(job: Job): Promise<string | null> {
    const handler = handlers[job.queue];
    const drop = async (reason: DropReason) => {
      await inScope(job, (tx) => dropJob(tx, job, clock(), reason));
      return reason;
    };
    if (job.expiresAt <= clock()) return drop('expired');
    if (await dropUnwanted(handler, job)) return 'unwanted';
    const outcome = await withDeadline(handler, job);
    await inScope(job, async (tx) => {
      // Another process has it when the lease was over; it is that one's to conclude.
      if (await endJob(tx, job.id, self, clock())) await handler.conclude?.(tx, job, outcome);
    });
    return null;
  }

  async function dropJob(tx: Tx, job: Job, now: Date, reason: DropReason): Promise<void> {
    if (await endJob(tx, job.id, self, now, reason)) await handlers[job.queue].afterDropped?.(tx, job, reason);
  }

  /** In one transaction, so that what the handler locked to answer is as it was when the job is dropped. */
  async function dropUnwanted(handler: JobHandler, job: Job): Promise<boolean> {
    if (handler.isWanted === undefined) return false;
    return inScope(job, async (tx) => {
      if ((await handler.isWanted?.(tx, job)) ?? true) return false;
      await dropJob(tx, job, clock(), 'unwanted');
      return true;
    });
  }

  async function withDeadline(handler: JobHandler, job: Job): Promise<unknown> {
    if (handler.perform === undefined) return undefined;
    const deadline = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const renewing = setInterval(() => renew(handler, job, deadline), renewEveryMs);
    const over = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new JobFailed('A try took too long', 'too_slow'));
        deadline.abort();
      }, handler.withinMs);
    });
    try {
      return await Promise.race([handler.perform(job, AbortSignal.any([deadline.signal, leaving.signal])), over]);
    } finally {
      clearTimeout(timer);
      clearInterval(renewing);
    }
  }

  /** A process that was frozen for longer than its lease has lost the job, and breaks its try off. */
  function renew(handler: JobHandler, job: Job, trying: AbortController): void {
    inScope(job, (tx) => renewLease(tx, job.id, self, leaseMsOf(handler))).then(
      (isOurs) => !isOurs && trying.abort(),
      (error: unknown) => log.warn({ err: error, queue: job.queue }, 'A lease could not be renewed; trying again'),
    );
  }

  function fail(job: Job, error: unknown, isOnlyTry: boolean): Promise<TryOutcome> {
    const now = clock();
    const retries = handlers[job.queue].retries(job);
    const next = new Date(now.getTime() + backOffMs(retries, job.tries, chance()));
    const { problem, isFinal } = error instanceof JobFailed ? error : unexpected;
    // A handler may say in words of its own that it was told to end.
    const isBrokenOff = leaving.signal.aborted && !isFinal;
    return inScope(job, async (tx) => {
      const isLastTry = !isBrokenOff && (isFinal || job.tries >= retries.most);
      if (isOnlyTry) await dropJob(tx, job, now, problem);
      else if (isLastTry && handlers[job.queue].isDroppedInTheEnd?.(job) !== true) {
        // Another process has it when the lease was over, and may be doing it.
        if (!(await giveJobUp(tx, job.id, self, now, problem))) return 'failed';
        await handlers[job.queue].afterGivenUp?.(tx, job, error);
        return 'given_up';
      } else if (isLastTry || next >= job.expiresAt) await dropJob(tx, job, now, problem);
      else await postponeJob(tx, job.id, self, next, problem);
      return 'failed';
    });
  }

  /** Within the restaurant of the job alone; jobs of the platform see all. */
  function inScope<T>({ restaurantId }: Job, work: (tx: Tx) => Promise<T>): Promise<T> {
    return restaurantId === null ? platformTransaction(db, 'outbox', work) : transaction(db, restaurantId, work);
  }

  async function settle(): Promise<void> {
    while ((await look()) > 0 || underWay.size > 0) await Promise.all(underWay.keys());
  }

  return {
    look: async () => void (await look()),
    settle,
    async enqueueOwn(tx, job) {
      const own = await enqueue(tx, job, clock(), { by: self, ms: leaseMsOf(handlers[job.queue]) });
      if (own === null) throw new Error('A job that its caller waits for has a key of its own');
      return own;
    },
    perform: (job) => attempt(job, true),
    async stop({ isElected }) {
      leaving.abort();
      if (!isElected) stopping.abort();
      const timer = new AbortController();
      const enough = sleep(drainMs, undefined, { signal: timer.signal }).catch(() => undefined);
      await Promise.race([settle().catch(() => undefined), enough]);
      timer.abort();
      stopping.abort();
      await looking.catch(() => 0);
    },
  };
}

function leaseMsOf({ withinMs }: JobHandler): number {
  return Math.min(withinMs, longestLeaseMs) + leaseMarginMs;
}
