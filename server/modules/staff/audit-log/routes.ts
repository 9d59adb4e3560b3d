import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { streamAuditLog } from './export-audit-log.ts';
import { countEntries } from './queries.ts';
import { AuditLogReader } from './read-audit-log.ts';

export function auditRoutes({ db, clock, withProof }: Pick<Deps, 'db' | 'clock' | 'withProof'>) {
  const reader = new AuditLogReader(db);
  return {
    'GET /audit/entries': ({ caller: { restaurantId }, query }) => reader.readPage(restaurantId, query.before, clock()),

    'POST /audit/export': async ({ caller, body, clientAddress }) => ({
      name: 'record.csv',
      contentType: 'text/csv; charset=utf-8',
      rowCount: await withProof({ ...caller, clientAddress }, body, (tx) => countEntries(tx, caller.restaurantId)),
      pieces: streamAuditLog(db, caller.restaurantId),
    }),
  } satisfies Partial<Handlers>;
}
