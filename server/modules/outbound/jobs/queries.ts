import { type RawBuilder, sql } from 'kysely';
import type { JobId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Job, Queue } from './job.ts';

/** A queue that has room. */
export interface Room {
  queue: Queue;
  /** Jobs that may begin now. */
  free: number;
  /** Milliseconds until a job that begins now counts as lost. */
  leaseMs: number;
}

/**
 * Claims what is due for a process: the oldest job of each restaurant before the second of any. Covers all restaurants,
 * in one statement. Jobs that another process does are left alone until their lease is over. Leases go by the clock of
 * the database, which is one for all servers: a server whose own is ahead would take the jobs of another that still
 * does them.
 */
export async function claimJobs(tx: Tx, rooms: readonly Room[], by: string, now: Date): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with recursive room (queue, free, lease_ms) as (
      select * from unnest(${rooms.map(({ queue }) => queue)}::text[], ${rooms.map(({ free }) => free)}::int[],
        ${rooms.map(({ leaseMs }) => leaseMs)}::int[])
    ),
    -- Goes along the index from one restaurant of a queue to the next, however many jobs each has.
    lane (queue, restaurant) as (
      (select queue, ${restaurant} from jobs where ${isOpen} order by 1, 2 limit 1)
      union all
      select following.* from lane cross join lateral (
        select jobs.queue, ${restaurant} from jobs
        where ${isOpen} and (jobs.queue, ${restaurant}) > (lane.queue, lane.restaurant) order by 1, 2 limit 1
      ) as following
    ),
    candidate as (
      select due.id, room.lease_ms, room.free, row_number() over (partition by room.queue order by due.place, due.due_at, due.id) as turn
      from lane join room using (queue) cross join lateral (
        select id, due_at, row_number() over (order by due_at, id) as place from (
          select id, due_at from jobs
          where ${isOpen} and jobs.queue = lane.queue and ${restaurant} = lane.restaurant and due_at <= ${now}
            and ${isFree}
          order by due_at limit room.free
        ) as oldest
      ) as due
    )
    update jobs set tries = tries + 1, leased_by = ${by},
      leased_until = ${leaseEnd(sql`candidate.lease_ms`)}
    from candidate
    where jobs.id = candidate.id and turn <= free and ${isOpen} and ${isFree}
    returning restaurant_id as "restaurantId", jobs.id, jobs.queue, payload, dedupe_key as key, tries, expires_at as "expiresAt"`.execute(
    tx,
  );
  return rows;
}

const isOpen = sql`done_at is null and dead_at is null`;
const isFree = sql`(leased_until is null or leased_until <= clock_timestamp())`;
/** When a lease of so many milliseconds is over. */
export const leaseEnd = (ms: RawBuilder<unknown>) => sql<Date>`clock_timestamp() + ${ms} * interval '1 ms'`;
/** The expression of the index `jobs_open`. */
const restaurant = sql`coalesce(restaurant_id, '00000000-0000-0000-0000-000000000000')`;

/**
 * Ends a job that was done, or dropped for a reason; what it was about is forgotten.
 * @returns false when the process no longer has it.
 */
export async function endJob(tx: Tx, id: JobId, by: string, now: Date, reason: string | null = null): Promise<boolean> {
  const { numUpdatedRows } = await leased(tx, id, by)
    .set({ done_at: now, payload: {}, last_error: reason, leased_by: null, leased_until: null })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function postponeJob(tx: Tx, id: JobId, by: string, until: Date, error: string): Promise<void> {
  await leased(tx, id, by).set({ due_at: until, last_error: error, leased_by: null, leased_until: null }).execute();
}

/** @returns false when the process no longer has the job. */
export async function renewLease(tx: Tx, id: JobId, by: string, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await leased(tx, id, by)
    .set({ leased_until: leaseEnd(sql`${leaseMs}::int`) })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** @returns false when the process no longer has the job. */
export async function giveJobUp(tx: Tx, id: JobId, by: string, now: Date, error: string): Promise<boolean> {
  const { numUpdatedRows } = await leased(tx, id, by)
    .set({ dead_at: now, last_error: error, leased_by: null, leased_until: null })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function leased(tx: Tx, id: JobId, by: string) {
  return tx.updateTable('jobs').where('id', '=', id).where('leased_by', '=', by).where('done_at', 'is', null);
}

export interface DeadJob {
  id: JobId;
  restaurantId: RestaurantId | null;
  restaurantName: string | null;
  payload: Record<string, unknown>;
  problem: string;
  tries: number;
  createdAt: Date;
  deadAt: Date;
  expiresAt: Date;
}

/** The newest dead jobs that can be tried again, of those that the transaction sees, with the restaurant that they are about. */
export function listDeadJobs(tx: Tx, now: Date, limit: number): Promise<DeadJob[]> {
  return tx
    .selectFrom('jobs')
    .leftJoin('restaurants', (join) =>
      join.on(sql<boolean>`restaurants.id = coalesce(jobs.restaurant_id, (payload->>'restaurantId')::uuid)`),
    )
    .select((eb) => [
      'jobs.id',
      'restaurants.id as restaurantId',
      'restaurants.name as restaurantName',
      'payload',
      eb.fn.coalesce('last_error', eb.val('unexpected')).as('problem'),
      'tries',
      'jobs.created_at as createdAt',
      eb.ref('dead_at').$castTo<Date>().as('deadAt'),
      'expires_at as expiresAt',
    ])
    .where('dead_at', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('dead_at', 'desc')
    .orderBy('jobs.id', 'desc')
    .limit(limit)
    .execute();
}

/** Dead jobs that the transaction sees. */
export async function countDeadJobs(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from jobs where dead_at is not null`.execute(tx);
  return rows[0]!.count;
}

/** A queue's jobs in one state. */
interface JobState {
  queue: string;
  state: 'scheduled' | 'due' | 'running' | 'dead';
  jobs: number;
  /** When the first of them was due. */
  dueSince: Date;
}

/** The jobs that are not done, of those that the transaction sees. */
export async function countOpenJobs(tx: Tx, now: Date): Promise<JobState[]> {
  const { rows } = await sql<JobState>`
    select queue, case when leased_until > clock_timestamp() then 'running' when due_at <= ${now} then 'due' else 'scheduled' end as state,
      count(*) as jobs, min(due_at) as "dueSince"
    from jobs where ${isOpen} group by 1, 2
    union all
    select queue, 'dead', count(*), min(due_at) from jobs where dead_at is not null group by 1`.execute(tx);
  return rows;
}

/**
 * Has a dead job tried again from the beginning.
 * @returns the job, or null when it is not there, is not dead, or is of no use any more.
 */
export async function reviveJob(
  tx: Tx,
  id: JobId,
  now: Date,
): Promise<{ restaurantId: RestaurantId | null; payload: Record<string, unknown> } | null> {
  const revived = await tx
    .updateTable('jobs')
    .set({ dead_at: null, due_at: now, tries: 0 })
    .where('id', '=', id)
    .where('dead_at', 'is not', null)
    .where('expires_at', '>', now)
    .returning(['restaurant_id as restaurantId', 'payload'])
    .executeTakeFirst();
  return revived ?? null;
}

/** Deletes the messages of the restaurant to these numbers and addresses, whatever has become of them. */
export async function deleteMessagesTo(
  tx: Tx,
  restaurantId: RestaurantId,
  recipients: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('restaurant_id', '=', restaurantId)
    .where(sql<string>`payload->>'to'`, 'in', recipients)
    .execute();
}

/** Deletes up to `limit` jobs that ended before, or are dead and of no use any more. @returns how many. */
export async function deleteJobsBefore(tx: Tx, endedBefore: Date, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from jobs where id in (
      select id from jobs where done_at < ${endedBefore} or (dead_at is not null and expires_at <= ${now}) limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
