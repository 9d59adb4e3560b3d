import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { Exports } from './export-restaurant.ts';

type ExportDeps = Pick<Deps, 'importDb' | 'config' | 'clock' | 'log' | 'withProof'>;

/** @param version the product's, for the manifest. */
export function dataExportRoutes({ withProof, ...deps }: ExportDeps, version: string) {
  const exports = new Exports(deps, version);
  return {
    'POST /restaurant/export': async ({ caller: actor, body, clientAddress, requestId }) => {
      const { restaurantId, name } = actor;
      await withProof({ ...actor, clientAddress }, body, (tx) =>
        appendAuditEntry(
          tx,
          restaurantId,
          { actor, requestId, at: deps.clock() },
          { action: 'restaurant.exported', subject: name },
        ),
      );
      return {
        name: 'restaurant.zip',
        contentType: 'application/zip',
        rowCount: null,
        pieces: await exports.begin(restaurantId),
      };
    },
  } satisfies Partial<Handlers>;
}
