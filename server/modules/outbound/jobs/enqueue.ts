import { sql } from 'kysely';
import type { JobId, RestaurantId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Job, Queue } from './job.ts';
import { leaseEnd } from './queries.ts';
import { wakeOutbox } from './wake.ts';

export interface NewJob {
  /** Null: the platform's own, in a `platformTransaction`. */
  restaurantId: RestaurantId | null;
  queue: Queue;
  /** Nothing that must stay secret is readable in it. */
  payload: Record<string, unknown>;
  /** Equal for equal work: a second job with it is not written. Defaults to one of its own. */
  key?: string;
  /** Milliseconds before it is begun. */
  delayMs?: number;
  /** Milliseconds after which the job is of no use. */
  usefulForMs: number;
}

/** A process that begins with the job itself as soon as the transaction is committed. */
interface Lease {
  by: string;
  /** Milliseconds until the job counts as lost. */
  ms: number;
}

/**
 * Writes a job in the transaction of the change that causes it: with the change it is there or not. The elected server
 * begins with it after the commit, unless it is leased to the caller.
 * @returns null when there is a job with this key already.
 */
export async function enqueue(tx: Tx, job: NewJob, now: Date, lease?: Lease): Promise<Job | null> {
  const id = newId<JobId>();
  const { restaurantId, queue, payload, key = id, delayMs = 0, usefulForMs } = job;
  const expiresAt = new Date(now.getTime() + usefulForMs);
  const tries = lease === undefined ? 0 : 1;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('jobs')
    .values({
      restaurant_id: restaurantId,
      id,
      queue,
      payload,
      dedupe_key: key,
      due_at: new Date(now.getTime() + delayMs),
      expires_at: expiresAt,
      tries,
      leased_by: lease?.by ?? null,
      leased_until: lease === undefined ? null : leaseEnd(sql`${lease.ms}::int`),
      created_at: now,
    })
    .onConflict((conflict) => conflict.constraint('jobs_once').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return null;
  if (lease === undefined) tx.onCommit(wakeOutbox);
  return { restaurantId, id, queue, payload, key, tries, expiresAt };
}
