import type { AuditAction, AuditEntry } from '#contract/staff/audit-log.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { byteOrderMark, csvText } from '#server/http/answers/csv-text.ts';
import type { Handlers } from '#server/http/handlers.ts';
import {
  type AuditRow,
  type CheckedPoint,
  checkChain,
  countEntries,
  isChained,
  listEntries,
  listEntriesAfter,
} from './queries.ts';

/** Milliseconds after which the whole audit log is verified again, to find changes in its old part. */
const wholeAgainMs = 60 * 60_000;
const checkedPointsMax = 1_000;

export function auditRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const checked = new Map<RestaurantId, CheckedPoint & { wholeAt: number }>();

  /** Verifies only new entries, for an hour; every shown page is verified in between. */
  async function isWhole(tx: Tx, restaurantId: RestaurantId): Promise<boolean> {
    const now = clock().getTime();
    const known = checked.get(restaurantId);
    const isRecent = known !== undefined && now - known.wholeAt < wholeAgainMs;
    const found = await checkChain(tx, restaurantId, isRecent ? known : undefined);
    if (found === null) checked.delete(restaurantId);
    else {
      if (checked.size >= checkedPointsMax) checked.clear();
      checked.set(restaurantId, { ...found, wholeAt: isRecent ? known.wholeAt : now });
    }
    return found !== null;
  }

  return {
    'GET /audit/entries': ({ caller: { restaurantId }, query }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => {
          // One more than is shown: the last one is verified by the previous hash.
          const rows = await listEntries(tx, restaurantId, query.before, limits.listDefault + 1);
          return {
            entries: rows.slice(0, limits.listDefault).map(entryOnWire),
            total: await countEntries(tx, restaurantId),
            isWhole: isChained(rows) && (await isWhole(tx, restaurantId)),
          };
        },
        { readOnly: true, isolation: 'repeatable read' },
      ),

    'GET /audit/export': async ({ caller: { restaurantId } }) => ({
      name: 'record.csv',
      contentType: 'text/csv; charset=utf-8',
      rowCount: await transaction(db, restaurantId, (tx) => countEntries(tx, restaurantId), { readOnly: true }),
      pieces: piecesOf(db, restaurantId),
    }),
  } satisfies Partial<Handlers>;
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

const entriesPerRead = 1_000;

async function* piecesOf(db: Db, restaurantId: RestaurantId): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvText([['Number', 'At', 'Who', 'As', 'Action', 'About', 'Details', 'Request', 'Hash']])}`;
  let after = 0;
  for (;;) {
    const start = after;
    const rows = await transaction(
      db,
      restaurantId,
      (tx) => listEntriesAfter(tx, restaurantId, start, entriesPerRead),
      {
        readOnly: true,
      },
    );
    if (rows.length > 0) yield csvText(rows.map(cellsOf));
    if (rows.length < entriesPerRead) return;
    after = rows.at(-1)!.number;
  }
}

function cellsOf(row: AuditRow): string[] {
  return [
    String(row.number),
    row.at.toISOString(),
    row.actor_name,
    row.actor_kind,
    row.action,
    row.subject,
    row.details,
    row.request_id,
    row.hash.toString('hex'),
  ];
}
