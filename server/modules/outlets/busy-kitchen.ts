import type { BusyLength, BusyStep, Mode } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { MINUTE, nextMidnight } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { getOutlet, type OutletRow } from './queries.ts';

const minutes = { '30-minutes': 30, '1-hour': 60, '2-hours': 120 } as const;

/**
 * Promises guests more minutes from now until the stored instant, in one mode or in all; `contract/outlets/busy.ts` compares
 * it with the clock, so that no job has to end it.
 * @throws request.not_found
 */
export async function beginBusy(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  { mode, minutes: more, length }: { mode?: Mode | undefined; minutes: BusyStep; length: BusyLength },
  at: Date,
): Promise<OutletRow> {
  await lockMenu(tx, by.restaurantId);
  const outlet = await getOutlet(tx, by.restaurantId, outletId, 'merchant');
  await auditBusy(tx, by, outlet, { action: 'outlet.busy', details: { mode: mode ?? '', more, until: length } }, at);
  return saveBusy(tx, by, outletId, mode, { busy_minutes: more, busy_until: endOf(length, outlet, at) }, at);
}

/** Promises the usual minutes again. @throws request.not_found */
export async function endBusy(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  { mode }: { mode?: Mode | undefined },
  at: Date,
): Promise<OutletRow> {
  await lockMenu(tx, by.restaurantId);
  const outlet = await getOutlet(tx, by.restaurantId, outletId, 'merchant');
  const isBusy = outlet.modes.some(
    (one) => (mode ?? one.mode) === one.mode && one.busy_until !== null && new Date(one.busy_until) > at,
  );
  if (isBusy) await auditBusy(tx, by, outlet, { action: 'outlet.not_busy', details: { mode: mode ?? '' } }, at);
  return saveBusy(tx, by, outletId, mode, { busy_minutes: 0, busy_until: null }, at);
}

/** Comes before the change, so that the audit log is locked ahead of the restaurant's counter, as everywhere. */
function auditBusy(
  tx: Tx,
  by: AuditContext,
  outlet: OutletRow,
  entry: { action: 'outlet.busy' | 'outlet.not_busy'; details: Record<string, string | number> },
  at: Date,
) {
  return appendAuditEntry(tx, by.restaurantId, { ...by, at }, { ...entry, subject: outlet.name });
}

async function saveBusy(
  tx: Tx,
  { restaurantId }: AuditContext,
  outletId: OutletId,
  mode: Mode | undefined,
  busy: { busy_minutes: number; busy_until: Date | null },
  at: Date,
): Promise<OutletRow> {
  await tx
    .updateTable('outlet_modes')
    .set(busy)
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .$if(mode !== undefined, (query) => query.where('mode', '=', mode!))
    .execute();
  const outlet = await getOutlet(tx, restaurantId, outletId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return outlet;
}

/** Rounded up to the full minute, so that the time which staff read is exact. */
function endOf(length: BusyLength, outlet: OutletRow, at: Date): Date {
  if (length === 'end-of-day') return nextMidnight(at, outlet.time_zone);
  return new Date(Math.ceil(at.getTime() / MINUTE + minutes[length]) * MINUTE);
}
