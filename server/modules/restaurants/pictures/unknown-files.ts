/** Files of the bucket that neither a row nor a note names, as after a restore of a backup that is older than they are. */
import { sql } from 'kysely';
import { DAY } from '#contract/base/time.ts';
import type { BucketStore } from '#server/db/backup/wal/bucket-store.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { lookAtOwnBucket } from './own-bucket.ts';
import { type FileDeps, removeNoted } from './picture-files.ts';

/** The parts of a name: the restaurant, the file, and in it the time at which its upload began. */
const named =
  /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([\da-f]{64}\.([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12})\//;
const idMs = (high: string, low: string) => Number.parseInt(high + low, 16);
/** Files that the database is asked for at a time. It may read its tables whole for each question. */
const askedAtOnce = 10_000;

interface Search {
  /** Whether they are removed as well. */
  isRemoving?: boolean;
  /** Milliseconds after which no further page is looked at. */
  withinMs?: number;
  onProgress?: (found: Found) => void;
}

export interface Found {
  /** Files that were looked at, each with its sizes. */
  files: number;
  /** Files that rows name. */
  known: number;
  /** Files that are older than a day and unknown, of restaurants that the database has; or were removed. */
  unknown: number;
  /** Unknown ones of restaurants that it does not have: never removed. */
  foreign: number;
  /** Whether an unknown one is younger than a day: it is not from before a restore, so somebody else sends files here. */
  isSharedNow: boolean;
  isWhole: boolean;
}

/** The counts, with the names of the unknown ones. */
type Collected = Found & { prefixes: string[] };

/**
 * Looks through the bucket for files that are older than a day. A younger one may be on its way.
 * @throws MistakenBucket; an Error where others are not to be told from those of another database, or may not be removed, and none was.
 */
export async function findUnknownFiles(deps: FileDeps, search: Search = {}): Promise<Found> {
  const { db } = deps;
  const { state, store, others } = await lookAtOwnBucket(deps);
  if (state === 'new')
    throw new Error(`${store.place} does not have the mark of this database yet: a server writes it when it starts`);
  if (others.length > 0)
    throw new Error(
      `${store.place} is used by another database as well (${others.join(', ')}): its files cannot be told from unknown ones. ` +
        'Delete that file by hand where the other database is gone for good',
    );
  const { prefixes, ...found } = await collect(deps, store, search);
  if (search.isRemoving !== true) return found;
  const reason = whyKept(found);
  if (found.unknown > 0 && reason !== null) throw new Error(`Nothing was removed from ${store.place}: ${reason}`);
  let unknown = 0;
  for (let from = 0; from < prefixes.length; from += askedAtOnce) {
    // A kill leaves notes, by which the clean-up removes them.
    const noted = await noteUnknown(db, prefixes.slice(from, from + askedAtOnce));
    for (const prefix of noted) await removeNoted(db, store, prefix);
    unknown += noted.length;
  }
  return { ...found, unknown };
}

/** The reason for which unknown ones may be somebody else's, so that none may be removed; null: there is none. */
export function whyKept({ known, isSharedNow }: Found): string | null {
  const end = 'Wait a day after a restore, and never remove them from a copy beside the database that is in use';
  if (known === 0) return `this database names none of the files that are there. ${end}`;
  if (isSharedNow)
    return `there are unknown files that are younger than a day, so another database sends files there. ${end}`;
  return null;
}

async function collect(
  { db, clock }: FileDeps,
  store: BucketStore,
  { withinMs = Infinity, onProgress }: Search,
): Promise<Collected> {
  const until = performance.now() + withinMs;
  const uploadedBefore = clock().getTime() - DAY;
  const found: Collected = {
    files: 0,
    known: 0,
    unknown: 0,
    foreign: 0,
    isSharedNow: false,
    isWhole: true,
    prefixes: [],
  };
  const isYoung = new Map<string, boolean>();
  async function settle(): Promise<void> {
    const { known, unknown } = await sortFiles(db, [...isYoung.keys()]);
    found.known += known;
    for (const { prefix, isForeign } of unknown) {
      // One that was refused meanwhile is gone from the bucket, and its note after it.
      if (isYoung.get(prefix) === true) found.isSharedNow ||= (await store.list(prefix)).length > 0;
      else if (isForeign) found.foreign += 1;
      else found.prefixes.push(prefix);
    }
    isYoung.clear();
    found.unknown = found.prefixes.length;
    onProgress?.(found);
  }
  let last = '';
  let isFirst = true;
  for await (const names of store.listPages('')) {
    if (!isFirst && performance.now() > until) {
      found.isWhole = false;
      break;
    }
    isFirst = false;
    for (const name of names) {
      const match = named.exec(name);
      // The parts of a file follow one another, over pages too.
      if (match === null || match[0] === last) continue;
      last = match[0];
      found.files += 1;
      isYoung.set(last, idMs(match[3]!, match[4]!) >= uploadedBefore);
    }
    if (isYoung.size >= askedAtOnce) await settle();
  }
  await settle();
  return found;
}

/** How many of the files rows name, and those that neither rows nor notes do. */
async function sortFiles(
  db: Db,
  prefixes: readonly string[],
): Promise<{ known: number; unknown: { prefix: string; isForeign: boolean }[] }> {
  if (prefixes.length === 0) return { known: 0, unknown: [] };
  const parts = prefixes.map((prefix) => prefix.split('/'));
  const { rows } = await platformTransaction(
    db,
    'picture-files',
    (tx) =>
      sql<{ prefix: string; isKnown: boolean; isForeign: boolean }>`
        with named as (
          select restaurant_id, file from pictures where file is not null
          union all select restaurant_id, file from delivery_photos where file is not null
          union all select restaurant_id, file from order_problem_photos where file is not null
        )
        select found.prefix, named.file is not null as "isKnown", restaurants.id is null as "isForeign"
        from unnest(${[...prefixes]}::text[], ${parts.map(([id]) => id)}::uuid[], ${parts.map(([, file]) => file)}::text[])
          as found (prefix, restaurant_id, file)
        -- Joins, which are made once for all of them.
        left join named using (restaurant_id, file)
        left join restaurants on restaurants.id = found.restaurant_id
        left join unused_files as own on own.prefix = found.prefix
        left join unused_files as whole on whole.prefix = found.restaurant_id || '/'
        where named.file is not null or own.prefix is null and whole.prefix is null`.execute(tx),
    { readOnly: true, changesMany: true, statementTimeoutMs: 60_000 },
  );
  return { known: rows.filter(({ isKnown }) => isKnown).length, unknown: rows.filter(({ isKnown }) => !isKnown) };
}

/** @returns those that had no note. */
async function noteUnknown(db: Db, prefixes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ prefix: string }>`
    insert into unused_files (prefix, why, is_leaving)
    select prefix, 'erased', true from unnest(${[...prefixes]}::text[]) as found (prefix) on conflict do nothing
    returning prefix`.execute(db);
  return rows.map(({ prefix }) => prefix);
}
