import type { Selectable } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { hashOf, noHash } from './append-audit.ts';

export type AuditRow = Selectable<Schema['audit_log_entries']>;

/** Entries below a number, the newest first. */
export function listEntries(
  tx: Tx,
  restaurantId: RestaurantId,
  before: number | undefined,
  most: number,
): Promise<AuditRow[]> {
  return tx
    .selectFrom('audit_log_entries')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .$if(before !== undefined, (query) => query.where('number', '<', before!))
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
}

/** Entries above a number, the oldest first. */
export function listEntriesAfter(tx: Tx, restaurantId: RestaurantId, after: number, most: number): Promise<AuditRow[]> {
  return tx
    .selectFrom('audit_log_entries')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(most)
    .execute();
}

export async function countEntries(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  const head = await tx
    .selectFrom('audit_log_heads')
    .select('number')
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirst();
  return head?.number ?? 0;
}

const entriesPerRead = 1_000;

/** The point up to which the chain was verified: the number of an entry, and its hash. */
export interface CheckedPoint {
  number: number;
  hash: Buffer;
}

const beginning: CheckedPoint = { number: 0, hash: noHash };

/**
 * Verifies that no entry was changed, removed or inserted: every hash follows from the one before, up to the head.
 * @param from the point to begin at, when everything before was verified lately.
 * @returns the verified point; null for a broken chain.
 */
export async function checkChain(tx: Tx, restaurantId: RestaurantId, from = beginning): Promise<CheckedPoint | null> {
  let { number, hash } = from;
  for (;;) {
    const rows = await listEntriesAfter(tx, restaurantId, number, entriesPerRead);
    for (const row of rows) {
      number++;
      hash = hashOf(hash, row);
      if (row.number !== number || !hash.equals(row.hash)) return null;
    }
    if (rows.length < entriesPerRead) break;
  }
  const head = await tx
    .selectFrom('audit_log_heads')
    .select(['number', 'hash'])
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirst();
  const holds = head === undefined ? number === 0 : head.number === number && head.hash.equals(hash);
  return holds ? { number, hash } : null;
}

/** Whether consecutive entries, the newest first, have their original content. */
export function isChained(rows: readonly AuditRow[]): boolean {
  return rows.every((row, index) => {
    const before = rows[index + 1];
    if (before === undefined) return row.number > 1 || hashOf(noHash, row).equals(row.hash);
    return row.number === before.number + 1 && hashOf(before.hash, row).equals(row.hash);
  });
}
