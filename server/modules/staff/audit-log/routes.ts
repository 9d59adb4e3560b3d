import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { streamAuditLog } from './export-audit-log.ts';
import { countEntries } from './queries.ts';
import { AuditLogReader } from './read-audit-log.ts';

export function auditRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const reader = new AuditLogReader(db);
  return {
    'GET /audit/entries': ({ caller: { restaurantId }, query }) => reader.readPage(restaurantId, query.before, clock()),

    'GET /audit/export': async ({ caller: { restaurantId } }) => ({
      name: 'record.csv',
      contentType: 'text/csv; charset=utf-8',
      rowCount: await transaction(db, restaurantId, (tx) => countEntries(tx, restaurantId), { readOnly: true }),
      pieces: streamAuditLog(db, restaurantId),
    }),
  } satisfies Partial<Handlers>;
}
