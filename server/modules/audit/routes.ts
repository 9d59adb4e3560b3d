import type { AuditAction, AuditEntry } from '#contract/audit.ts';
import type { RestaurantId } from '#contract/ids.ts';
import { limits } from '#contract/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { byteOrderMark, csvText } from '#server/http/csv-text.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { type AuditRow, countEntries, isWhole, listEntries, listEntriesAfter } from './queries.ts';

export function auditRoutes({ db }: Pick<Deps, 'db'>) {
  return {
    'GET /audit/entries': ({ caller: { restaurantId }, query }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => ({
          entries: (await listEntries(tx, restaurantId, query.before, limits.listDefault)).map(entryOnWire),
          total: await countEntries(tx, restaurantId),
          isWhole: await isWhole(tx, restaurantId),
        }),
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

const readAtOnce = 1_000;

async function* piecesOf(db: Db, restaurantId: RestaurantId): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvText([['Number', 'At', 'Who', 'As', 'Action', 'About', 'Details', 'Request', 'Hash']])}`;
  let after = 0;
  for (;;) {
    const start = after;
    const rows = await transaction(db, restaurantId, (tx) => listEntriesAfter(tx, restaurantId, start, readAtOnce), {
      readOnly: true,
    });
    if (rows.length > 0) yield csvText(rows.map(cellsOf));
    if (rows.length < readAtOnce) return;
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
