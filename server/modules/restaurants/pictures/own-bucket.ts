/** Tells the bucket of this database from one that a mistyped setting names, before anything is removed there. */
import { sql } from 'kysely';
import { MINUTE } from '#contract/base/time.ts';
import type { Bucket } from '#server/bucket-settings.ts';
import type { Db } from '#server/db/connect.ts';
import { noteMarkedBucket, readBucketMark } from '#server/db/marked-bucket.ts';
import { writeWhole } from '#server/db/backup/wal/backup-store.ts';
import type { BucketStore } from '#server/db/backup/wal/bucket-store.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { BucketUnavailable } from '#server/db/unavailable.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import type { Log } from '#server/log.ts';
import { bucketOf } from './bucket-calls.ts';
import { filesInBucket } from './queries.ts';

type FileDeps = Pick<Deps, 'db' | 'clock'> & { config: Pick<Config, 'pictureBucket'> };

/** Each database that has used the bucket has a file here, by its id. No restaurant's id is that word. */
const marks = 'databases/';
const markName = /^databases\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Files that are looked for in a bucket of before there were marks: the oldest, which no mistake of today has sent there. */
const oldestLookedFor = 10;

/**
 * `new`: to be marked, because the database has nothing in a bucket yet, or has no mark anywhere and finds its files here. `mistaken`: the mark
 * is elsewhere, or nothing of the database is here.
 */
type BucketState = 'own' | 'new' | 'mistaken';

export class MistakenBucket extends Error {
  constructor(place: string) {
    super(
      `${place} is not the bucket that this database has used: it does not have its mark, and nothing is removed there. Set PICTURE_BUCKET ` +
        'to the right one; where this is the right one, run npm run cli -- pictures:check --take-over',
    );
  }
}

export async function lookAtBucket(
  { db, config }: Pick<FileDeps, 'db' | 'config'>,
  signal?: AbortSignal,
): Promise<{ state: BucketState; store: BucketStore; id: string | null; others: string[] }> {
  const store = bucketOf(config, signal);
  const names = await store.list(marks);
  const mark = await readBucketMark(db);
  const own = names.find((name) => name === `${marks}${mark?.id}`);
  const others = names.filter((name) => name !== own && markName.test(name));
  const found = { store, id: mark?.id ?? null, others };
  if (own !== undefined) return { state: 'own', ...found };
  const { prefixes, areNamed } = await listKnown(db);
  if (prefixes.length === 0) return { state: 'new', ...found };
  // Some files of rows may be lost; notes also stand for files that never came.
  const enough = areNamed ? prefixes.length / 2 : 1;
  const isNew = mark?.markedAt === null && (await countThere(store, prefixes)) >= enough;
  return { state: isNew ? 'new' : 'mistaken', ...found };
}

/** Looks for work that a mistaken bucket forbids, and marks nothing. @throws MistakenBucket; an error of the bucket */
export async function lookAtOwnBucket(deps: FileDeps, signal?: AbortSignal): ReturnType<typeof lookAtBucket> {
  const found = await lookAtBucket(deps, signal);
  const isMistaken = found.state === 'mistaken';
  mistakenAt = isMistaken ? deps.clock() : null;
  if (isMistaken) throw new MistakenBucket(found.store.place);
  believed.add(deps.config.pictureBucket!);
  return found;
}

/**
 * Marks the bucket where that is due.
 * @returns the bucket
 * @throws MistakenBucket; an error of the bucket
 */
export async function requireOwnBucket(deps: FileDeps, signal?: AbortSignal): Promise<BucketStore> {
  const { state, store, id } = await lookAtOwnBucket(deps, signal);
  if (state === 'new' && id !== null) await markBucket(deps, store, id);
  return store;
}

/**
 * Has nothing sent to a mistaken bucket. A process asks until it has found the right one: its setting stays as it is from then on.
 * @throws BucketUnavailable
 */
export async function requireBucketToSend(deps: FileDeps): Promise<void> {
  if (believed.has(deps.config.pictureBucket!)) return;
  await lookAtOwnBucket(deps).catch((cause: unknown) => {
    throw new BucketUnavailable('A picture could not be stored', { cause });
  });
}

/** Several servers write the same file. Its bytes say what it is to whoever finds it; its name is what counts. */
export async function markBucket({ db, clock }: FileDeps, store: BucketStore, id: string): Promise<void> {
  const words = `Pictures of Order Manager are in this bucket, those of the database ${id} among them. Leave this file here.\n`;
  await writeWhole(store, `${marks}${id}`, Buffer.from(words));
  await noteMarkedBucket(db, clock());
}

/** Buckets that were not mistaken when this process looked. */
const believed = new WeakSet<Bucket>();
let mistakenAt: Date | null = null;
/** Milliseconds for which that is believed: servers that do not clean up look once, and it may have been mended since. */
const believedMs = 30 * MINUTE;

/** Whether the bucket was the wrong one when this process last looked, not long ago. */
export function isBucketMistaken(now: Date): boolean {
  return mistakenAt !== null && now.getTime() - mistakenAt.getTime() < believedMs;
}

/** At the start of a server, which does not wait for the bucket: every round of the clean-up looks again. */
export async function markBucketAtStart(deps: FileDeps, log: Log, signal?: AbortSignal): Promise<void> {
  if (deps.config.pictureBucket === undefined) return;
  await requireOwnBucket(deps, signal).catch((err: unknown) => {
    if (signal?.aborted !== true) log.warn({ err }, 'The bucket of the pictures is not to be cleaned up');
  });
}

/** How many of the oldest files that the database knows are there. */
export async function countKnown(db: Db, store: BucketStore): Promise<{ known: number; there: number }> {
  const { prefixes } = await listKnown(db);
  return { known: prefixes.length, there: await countThere(store, prefixes) };
}

/** Prefixes of the oldest files that rows name, or where there is none, that notes name. */
async function listKnown(db: Db): Promise<{ prefixes: string[]; areNamed: boolean }> {
  const { rows } = await platformTransaction(
    db,
    'picture-files',
    (tx) =>
      sql<{ prefix: string; isNamed: boolean }>`
        with named as (${filesInBucket}), oldest as (
          -- The name ends with the id of the upload, which begins with its time.
          select restaurant_id || '/' || file || '/' as prefix from named order by split_part(file, '.', 2) limit ${oldestLookedFor}
        ), noted as (
          select prefix from unused_files where not exists (select from oldest) order by since limit ${oldestLookedFor}
        )
        select prefix, true as "isNamed" from oldest union all select prefix, false from noted`.execute(tx),
    { readOnly: true, statementTimeoutMs: 60_000 },
  );
  return { prefixes: rows.map(({ prefix }) => prefix), areNamed: rows[0]?.isNamed === true };
}

async function countThere(store: BucketStore, prefixes: readonly string[]): Promise<number> {
  const lists = await Promise.all(prefixes.map((prefix) => store.list(prefix)));
  return lists.filter((names) => names.length > 0).length;
}
