import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { getItem } from '#server/modules/menu/items/queries.ts';
import { toItem } from '#server/modules/menu/items/wire.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { sellOut } from './sell-out.ts';

export function inventoryRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'POST /menu/sell-out/:id': ({ caller: actor, params, body, requestId }) => {
      const { restaurantId } = actor;
      return transaction(db, restaurantId, async (tx) => {
        const currency = await lockMenu(tx, restaurantId);
        // The audit entry comes before the change, because the audit log is locked ahead of the restaurant's counter.
        const { name } = await getItem(tx, restaurantId, params.id);
        const act =
          body.length === null
            ? ({ action: 'item.back', subject: name } as const)
            : ({ action: 'item.sold_out', subject: name, details: { until: body.length } } as const);
        await appendAuditEntry(tx, restaurantId, { actor, requestId, at: clock() }, act);
        const row = await sellOut(tx, restaurantId, params.id, body, clock());
        return { item: toItem(row, currency), success: true as const };
      });
    },
  } satisfies Partial<Handlers>;
}
