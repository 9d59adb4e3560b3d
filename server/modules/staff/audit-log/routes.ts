import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { appendAuditEntry } from './append-audit.ts';
import { streamAuditLog } from './export-audit-log.ts';
import { countEntries } from './queries.ts';
import { AuditLogReader } from './read-audit-log.ts';

export function auditRoutes({ db, clock, withProof }: Pick<Deps, 'db' | 'clock' | 'withProof'>) {
  const reader = new AuditLogReader(db);
  return {
    'GET /audit/entries': ({ caller: { restaurantId }, query }) => reader.readPage(restaurantId, query.before, clock()),

    'POST /audit/export': async ({ caller: actor, body, clientAddress, requestId }) => {
      const { restaurantId } = actor;
      const rowCount = await withProof({ ...actor, clientAddress }, body, async (tx) => {
        const act = { action: 'audit.exported', subject: '' } as const;
        await appendAuditEntry(tx, restaurantId, { actor, requestId, at: clock() }, act);
        return countEntries(tx, restaurantId);
      });
      const contentType = 'text/csv; charset=utf-8';
      return { name: 'record.csv', contentType, rowCount, pieces: streamAuditLog(db, restaurantId) };
    },
  } satisfies Partial<Handlers>;
}
