import type { Mode, PauseLength } from '#contract/base/enumerations.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { auditPause } from './audit-pause.ts';
import { nextOpeningOf } from './next-opening.ts';
import { getOutlet, type OutletRow } from './queries.ts';

const minutes = { '15-minutes': 15, '30-minutes': 30, '60-minutes': 60 } as const;

/**
 * Pauses orders in the mode from now until the stored instant; the rule of `contract/outlets/mode-state.ts` compares it
 * with the clock, so that no job has to end the pause (decision 9).
 * @throws request.not_found; outlet.no_next_opening when the hours have no opening within two weeks.
 */
export async function pauseOrders(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  { mode, length }: { mode: Mode; length: PauseLength },
  at: Date,
): Promise<OutletRow> {
  const { restaurantId } = by;
  await auditPause(tx, by, outletId, { mode, accepts: false, until: length }, at);
  const outlet = await getOutlet(tx, restaurantId, outletId, 'merchant');
  const until = length === 'until-resumed' ? null : endOfPause(outlet, mode, length, at);
  await tx
    .updateTable('outlet_modes')
    .set({ accepts_orders: until !== null, paused_until: until })
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('mode', '=', mode)
    .execute();
  const paused = await getOutlet(tx, restaurantId, outletId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return paused;
}

function endOfPause(outlet: OutletRow, mode: Mode, length: Exclude<PauseLength, 'until-resumed'>, at: Date): Date {
  // Rounded up to the full minute, so that 'at 14:30', which guests and staff read, is exact.
  if (length !== 'next-opening') return new Date(Math.ceil(at.getTime() / MINUTE + minutes[length]) * MINUTE);
  const opening = nextOpeningOf(outlet, [mode], at);
  if (opening === null) throw new Refusal('outlet.no_next_opening');
  return opening;
}
