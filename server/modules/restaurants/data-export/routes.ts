import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { zipOfRestaurant } from './export-restaurant.ts';

export function dataExportRoutes({ db, clock, withProof }: Pick<Deps, 'db' | 'clock' | 'withProof'>) {
  return {
    'POST /restaurant/export': async ({ caller: actor, body, clientAddress, requestId }) => {
      const { restaurantId, name } = actor;
      await withProof({ ...actor, clientAddress }, body, (tx) =>
        appendAuditEntry(
          tx,
          restaurantId,
          { actor, requestId, at: clock() },
          { action: 'restaurant.exported', subject: name },
        ),
      );
      return {
        name: 'restaurant.zip',
        contentType: 'application/zip',
        rowCount: null,
        pieces: zipOfRestaurant(db, restaurantId),
      };
    },
  } satisfies Partial<Handlers>;
}
