import { limits } from '#contract/base/limits.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { AuditAction, AuditEntry } from '#contract/staff/audit-log.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { type AuditRow, type CheckedPoint, checkChain, countEntries, isChained, listEntries } from './queries.ts';

/** Milliseconds after which the whole audit log is verified again, to find changes in its old part. */
const wholeAgainMs = 60 * 60_000;
const checkedPointsMax = 1_000;

/** Reads the audit logs of restaurants, and remembers up to which entry each was verified. */
export class AuditLogReader {
  readonly #db: Db;
  readonly #checked = new Map<RestaurantId, CheckedPoint & { wholeAt: number }>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The newest entries below a number, and whether the audit log is as it was written. */
  readPage(restaurantId: RestaurantId, before: number | undefined, now: Date) {
    return transaction(
      this.#db,
      restaurantId,
      async (tx) => {
        // One more than is shown: the last one is verified by the previous hash.
        const rows = await listEntries(tx, restaurantId, before, limits.listDefault + 1);
        return {
          entries: rows.slice(0, limits.listDefault).map(entryOnWire),
          total: await countEntries(tx, restaurantId),
          isWhole: isChained(rows) && (await this.#isWhole(tx, restaurantId, now.getTime())),
        };
      },
      { readOnly: true, isolation: 'repeatable read' },
    );
  }

  /** Verifies only new entries, for an hour; every shown page is verified in between. */
  async #isWhole(tx: Tx, restaurantId: RestaurantId, now: number): Promise<boolean> {
    const known = this.#checked.get(restaurantId);
    const isRecent = known !== undefined && now - known.wholeAt < wholeAgainMs;
    const found = await checkChain(tx, restaurantId, isRecent ? known : undefined);
    if (found === null) this.#checked.delete(restaurantId);
    else {
      if (this.#checked.size >= checkedPointsMax) this.#checked.clear();
      this.#checked.set(restaurantId, { ...found, wholeAt: isRecent ? known.wholeAt : now });
    }
    return found !== null;
  }
}

function entryOnWire(row: AuditRow): AuditEntry {
  return {
    number: row.number,
    at: row.at.toISOString(),
    actor: { kind: row.actor_kind, name: row.actor_name },
    action: row.action as AuditAction,
    subject: row.subject,
    details: JSON.parse(row.details) as Record<string, unknown>,
    requestId: row.request_id,
  };
}
