/** Files of the bucket that neither a row nor a note names, as after a restore of a backup that is older than they are. */
import { sql } from 'kysely';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { lookAtBucket, MistakenBucket } from './own-bucket.ts';
import { type FileDeps, removeNoted } from './picture-files.ts';

/** The parts of a name: the restaurant, the file, and in it the time at which its upload began. */
const named = /^([\da-f-]{36})\/([\da-f]{64}\.([\da-f]{8})-([\da-f]{4})-7[\da-f-]{21})\//;
const idMs = (high: string, low: string) => Number.parseInt(high + low, 16);

interface Search {
  /** Whether they are removed as well. */
  isRemoving?: boolean;
  /** Milliseconds after which no further page is asked for. */
  withinMs?: number;
  onProgress?: (found: Found) => void;
}

export interface Found {
  /** Files that were looked at, each with its sizes, and those among them that are unknown, or were removed. */
  files: number;
  unknown: number;
  isWhole: boolean;
}

/**
 * Looks through the bucket for files that are older than a day. A younger one may be on its way.
 * @throws MistakenBucket; an Error where others are not to be told from those of another database.
 */
export async function findUnknownFiles(
  deps: FileDeps,
  { isRemoving = false, withinMs = Infinity, onProgress }: Search = {},
): Promise<Found> {
  const { db, clock } = deps;
  const { state, store, others } = await lookAtBucket(deps);
  if (state !== 'own') throw new MistakenBucket(store.place);
  if (others.length > 0)
    throw new Error(
      `${store.place} is used by another database as well (${others.join(', ')}): its files cannot be told from unknown ones. ` +
        'Delete that file by hand where the other database is gone for good',
    );
  const until = performance.now() + withinMs;
  const uploadedBefore = clock().getTime() - DAY;
  const found: Found = { files: 0, unknown: 0, isWhole: true };
  let last = '';
  for await (const names of store.listPages('')) {
    const prefixes = new Set<string>();
    for (const name of names) {
      const match = named.exec(name);
      // The parts of a file follow one another, over pages too.
      if (match === null || match[0] === last) continue;
      last = match[0];
      found.files += 1;
      if (idMs(match[3]!, match[4]!) < uploadedBefore) prefixes.add(last);
    }
    const unknown = await listUnknown(db, [...prefixes]);
    if (isRemoving) await noteUnknown(db, unknown);
    // A kill leaves notes, by which the clean-up removes them.
    if (isRemoving) for (const prefix of unknown) await removeNoted(db, store, prefix);
    found.unknown += unknown.length;
    onProgress?.(found);
    if (performance.now() > until) return { ...found, isWhole: false };
  }
  return found;
}

/** Those of the files that neither rows nor notes name. */
async function listUnknown(db: Db, prefixes: readonly string[]): Promise<string[]> {
  if (prefixes.length === 0) return [];
  const parts = prefixes.map((prefix) => prefix.split('/'));
  const isNamedIn = (table: string) =>
    sql`exists (select from ${sql.table(table)} as row where row.restaurant_id = found.restaurant_id and row.file = found.file)`;
  const { rows } = await platformTransaction(
    db,
    'picture-files',
    (tx) =>
      sql<{ prefix: string }>`
        select found.prefix
        from unnest(${[...prefixes]}::text[], ${parts.map(([id]) => id)}::uuid[], ${parts.map(([, file]) => file)}::text[])
          as found (prefix, restaurant_id, file)
        where not ${isNamedIn('pictures')} and not ${isNamedIn('delivery_photos')} and not ${isNamedIn('order_problem_photos')}
          and not exists (select from unused_files where unused_files.prefix = found.prefix)
          and not exists (select from unused_files where unused_files.prefix = found.restaurant_id || '/')`.execute(tx),
    { readOnly: true, changesMany: true, statementTimeoutMs: 60_000 },
  );
  return rows.map(({ prefix }) => prefix);
}

async function noteUnknown(db: Db, prefixes: readonly string[]): Promise<void> {
  await sql`
    insert into unused_files (prefix, why, is_leaving)
    select prefix, 'erased', true from unnest(${[...prefixes]}::text[]) as found (prefix) on conflict do nothing`.execute(
    db,
  );
}
