import type { Mode } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { getOutlet } from './queries.ts';
import { modeOf } from './wire.ts';

/**
 * Writes to the audit log that a person pauses or resumes a mode of an outlet (R85). Comes before the change, so that
 * the audit log is locked ahead of the restaurant's counter, as everywhere. `until` is the length, in the words of the
 * call.
 * @throws request.not_found
 */
export async function auditPause(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  { mode, accepts, until = '' }: { mode: Mode; accepts: boolean | undefined; until?: string },
  at: Date,
): Promise<void> {
  if (accepts === undefined) return;
  await lockMenu(tx, by.restaurantId);
  const outlet = await getOutlet(tx, by.restaurantId, outletId, 'merchant');
  const { accepts_orders, paused_until } = modeOf(outlet, mode);
  const isOpen = accepts_orders && (paused_until === null || new Date(paused_until) <= at);
  if (accepts && isOpen) return;
  await appendAuditEntry(
    tx,
    by.restaurantId,
    { ...by, at },
    {
      action: accepts ? 'outlet.resumed' : 'outlet.paused',
      subject: outlet.name,
      details: { mode, until },
    },
  );
}
