import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { byteOrderMark, csvText } from '#server/http/answers/csv-text.ts';
import { type AuditRow, listEntriesAfter } from './queries.ts';

const entriesPerRead = 1_000;

/** The audit log as CSV, the oldest entry first, read while the file is sent. */
export async function* streamAuditLog(db: Db, restaurantId: RestaurantId): AsyncGenerator<string> {
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
