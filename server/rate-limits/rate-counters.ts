import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** At most `limit` within a window, which begins with the first use and starts anew when it is over. */
export interface RateRule {
  /** From `counterKey`: names the kind and hides the subject. */
  key: string;
  limit: number;
  windowSeconds: number;
}

type RateDecision =
  /** `counts` has the value of each counter, by key. */
  | { isAllowed: true; counts: ReadonlyMap<string, number> }
  | { isAllowed: false; retryAfterSeconds: number; refusedKeys: readonly string[] };

/** The key of a counter, such as 'signin:address:…'. The subject is hashed, so the table holds no number or email. */
export function counterKey(kind: string, ...counted: string[]): string {
  return `${kind}:${createHash('sha256').update(JSON.stringify(counted)).digest('base64url').slice(0, 22)}`;
}

/**
 * Takes one from every rule's counter, or from none. Counters are rows, so they hold across processes and restarts. The
 * update is one statement, so never more than `limit` of any number of parallel callers get through.
 */
export async function consumeAll(db: Db, rules: readonly RateRule[], now: Date): Promise<RateDecision> {
  if (rules.length === 0) return { isAllowed: true, counts: new Map() };
  const counts = await consumeWhereAllowed(db, rules, now);
  const refused = rules.filter(({ key }) => !counts.has(key));
  if (refused.length === 0) return { isAllowed: true, counts };
  await refundTokens(
    db,
    rules.filter(({ key }) => counts.has(key)),
    now,
  );
  const refusedKeys = refused.map(({ key }) => key);
  return { isAllowed: false, retryAfterSeconds: await secondsLeft(db, refused, now), refusedKeys };
}

/** `consumeAll` of a single rule. */
export function consumeOne(
  db: Db,
  key: string,
  limit: number,
  windowSeconds: number,
  now: Date,
): Promise<RateDecision> {
  return consumeAll(db, [{ key, limit, windowSeconds }], now);
}

/** Returns one to each counter, because the counted action did not happen. */
export async function refundTokens(db: Db, rules: readonly Pick<RateRule, 'key'>[], now: Date): Promise<void> {
  if (rules.length === 0) return;
  const keys = rules.map(({ key }) => key);
  // Locked in the order in which takeAll locks them, so that no deadlock arises.
  await sql`
    update rate_counters as counter set count = counter.count - 1
    from (select key from rate_counters where key = any(${keys}::text[]) order by key for update) as locked
    where counter.key = locked.key and counter.count > 0 and counter.expires_at > ${now}`.execute(db);
}

/** The values of the counters, in the order of the keys; 0 for a counter that is over or never began. */
export async function readCounters(db: Db, keys: readonly string[], now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('rate_counters')
    .select(['key', 'count'])
    // One parameter: a statement has 65,535 at most, and an admin's list asks for eight keys of each restaurant.
    .where(sql<boolean>`key = any(${keys}::text[])`)
    .where('expires_at', '>', now)
    .execute();
  const counts = new Map(rows.map((row) => [row.key, row.count]));
  return keys.map((key) => counts.get(key) ?? 0);
}

/** Sets the key to 1 until `seconds` from now: a mark that expires, such as an address that has signed in. */
export async function setMark(db: Db, key: string, seconds: number, now: Date): Promise<void> {
  const expires_at = secondsAfter(now, seconds);
  await db
    .insertInto('rate_counters')
    .values({ key, count: 1, expires_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: 1, expires_at }))
    .execute();
}

/** Starts the counters anew. */
export async function clearCounters(db: Db, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('rate_counters').where('key', 'in', keys).execute();
}

/** Removes the counters whose window is over; they already count as 0. */
export async function removeExpiredCounters(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('expires_at', '<=', now).execute();
}

async function consumeWhereAllowed(db: Db, rules: readonly RateRule[], now: Date): Promise<Map<string, number>> {
  const sorted = rules.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const keys = sorted.map(({ key }) => key);
  const limits = sorted.map(({ limit }) => limit);
  const ends = sorted.map(({ windowSeconds }) => secondsAfter(now, windowSeconds));
  const { rows } = await sql<{ key: string; count: number }>`
    insert into rate_counters as counter (key, count, expires_at)
    select key, 1, expires_at from unnest(${keys}::text[], ${ends}::timestamptz[], ${limits}::integer[]) as rule (key, expires_at, most)
    where most > 0
    on conflict (key) do update set
      count = case when counter.expires_at <= ${now} then 1 else counter.count + 1 end,
      expires_at = case when counter.expires_at <= ${now} then excluded.expires_at else counter.expires_at end
    where counter.expires_at <= ${now} or counter.count < (
      select most from unnest(${keys}::text[], ${limits}::integer[]) as rule (key, most) where rule.key = excluded.key
    )
    returning key, count`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
}

/** A limit of 0 has no counter, and is over when its window would be. */
async function secondsLeft(db: Db, rules: readonly RateRule[], now: Date): Promise<number> {
  const { expires_at } = await db
    .selectFrom('rate_counters')
    .select((eb) => eb.fn.max('expires_at').as('expires_at'))
    .where(
      'key',
      'in',
      rules.map(({ key }) => key),
    )
    .executeTakeFirstOrThrow();
  const longest = Math.max(...rules.map(({ limit, windowSeconds }) => (limit > 0 ? 1 : windowSeconds)));
  return Math.max(longest, Math.ceil(((expires_at ?? now).getTime() - now.getTime()) / 1000));
}

function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}
