import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { zipOfRestaurant } from './export-restaurant.ts';

export function dataExportRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'GET /restaurant/export': async ({ caller: actor, requestId }) => {
      const { restaurantId, name } = actor;
      await transaction(db, restaurantId, (tx) =>
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
