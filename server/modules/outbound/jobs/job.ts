import type { SendProblem } from '#contract/outbound/unsent-messages.ts';
import type { JobId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The queues, each with a handler of its own that `server/job-handlers.ts` names. */
export type Queue =
  | 'mail'
  | 'sms'
  | 'call'
  | 'push'
  | 'order-mail'
  | 'order-sms'
  | 'password-reset'
  | 'failed-sign-in'
  | 'company-link'
  | 'payment'
  | 'backup'
  | 'purge'
  | 'restaurant-erasure'
  | 'guest-erasure'
  | 'driver-position'
  | 'courier';

/** Why a job was dropped. */
export type DropReason = 'unwanted' | 'expired' | SendProblem;

/** A job whose try has begun. */
export interface Job {
  restaurantId: RestaurantId | null;
  id: JobId;
  queue: Queue;
  payload: Record<string, unknown>;
  /** Equal for each try. */
  key: string;
  /** Tries that were begun, the present one included. */
  tries: number;
  expiresAt: Date;
}

/** When a job that failed is tried again: after `firstMs`, then twice as long each time up to `longestMs`. */
export interface Retries {
  /** Tries in all; after the last one the job is dead. */
  most: number;
  firstMs: number;
  longestMs: number;
}

export interface JobHandler {
  /** Jobs of the queue that are done at a time; 0 leaves them to the next server that is elected. */
  atOnce: number;
  /** Milliseconds until a try counts as failed. */
  withinMs: number;
  retries(job: Job): Retries;
  /** Asked before each try; a job that nobody wants any more is dropped, in the same transaction. */
  isWanted?(tx: Tx, job: Job): Promise<boolean>;
  /**
   * The part with effects outside the database. It can happen again when the server dies before the job is ended, with
   * the same key. The signal ends it: the try took too long, or the server stops.
   * @returns what `conclude` is given.
   * @throws when it failed; JobFailed says why.
   */
  perform?(job: Job, signal: AbortSignal): Promise<unknown>;
  /** The part that writes, in the transaction that ends the job: it is committed once, and may be run again after a deadlock. */
  conclude?(tx: Tx, job: Job, outcome?: unknown): Promise<void>;
  /** In the transaction that gives the job up. */
  afterGivenUp?(tx: Tx, job: Job, error: unknown): Promise<void>;
  /** In the transaction that drops the job: nobody wants it any more, it expired, or it would when it was tried next. */
  afterDropped?(tx: Tx, job: Job, reason: DropReason): Promise<void>;
  /** Whether a job that was given up is of no use to anybody, and is dropped instead of kept to be tried again. Default: kept. */
  isDroppedInTheEnd?(job: Job): boolean;
}

/** A try failed, for a reason that people read in their own words. The message is for the log: it has no address and no secret. */
export class JobFailed extends Error {
  override readonly name: string = 'JobFailed';
  readonly problem: SendProblem;

  constructor(message: string, problem: SendProblem, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }

  /** Whether the job would fail again in the same way, so that it is not tried again. */
  get isFinal(): boolean {
    return this.problem === 'refused' || this.problem === 'sealed';
  }
}
