import { percentFromBasisPoints } from '#contract/base/money.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { type Weekday, weekdays } from '#contract/base/time.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import type { OrderingModeChanges, OutletChanges } from '#contract/outlets/outlets.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';
import { getOutlet } from './queries.ts';
import { modeOf } from './wire.ts';

/**
 * Writes to the audit log that a person shows or hides an outlet, or changes its tax (R85). Comes before the change, as `auditPause` does.
 * @throws request.not_found
 */
export async function auditTerms(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  { status, taxDetails }: Pick<OutletChanges, 'status' | 'taxDetails'>,
  at: Date,
): Promise<void> {
  if (status === undefined && taxDetails === undefined) return;
  await lockMenu(tx, by.restaurantId);
  const outlet = await getOutlet(tx, by.restaurantId, outletId, 'merchant');
  const { is_active: isActive, tax_inclusive: isInclusive } = outlet;
  const rate = percentFromBasisPoints(outlet.tax_rate_bp);
  const details = {
    ...changeOf('status', stateOf(isActive), stateOf(status ?? isActive)),
    ...changeOf('taxRate', rate, taxDetails?.taxRate ?? rate),
    ...changeOf('taxInclusive', answerOf(isInclusive), answerOf(taxDetails?.taxInclusive ?? isInclusive)),
  };
  if (Object.keys(details).length === 0) return;
  await appendAuditEntry(
    tx,
    by.restaurantId,
    { ...by, at },
    { action: 'outlet.changed', subject: outlet.name, details },
  );
}

/**
 * Writes to the audit log that a person changes the opening hours of a mode, or how guests can pay in it (R85): the days and the
 * payments that differ. Comes before the change, as `auditPause` does.
 * @throws request.not_found
 */
export async function auditModeTerms(
  tx: Tx,
  by: AuditContext,
  outletId: OutletId,
  { mode, openingHours, paymentMethod, takesOnline }: OrderingModeChanges,
  at: Date,
): Promise<void> {
  if (openingHours === undefined && paymentMethod === undefined && takesOnline === undefined) return;
  await lockMenu(tx, by.restaurantId);
  const outlet = await getOutlet(tx, by.restaurantId, outletId, 'merchant');
  const { opening_hours: hours, takes_cash: cash, takes_card: card, takes_online: online } = modeOf(outlet, mode);
  const days = weekdays.map((day) => changeOf(day, hoursOn(day, hours), hoursOn(day, openingHours ?? hours)));
  const payments = [
    changeOf('cash', answerOf(cash), answerOf(paymentMethod?.cashOnDelivery ?? cash)),
    changeOf('card', answerOf(card), answerOf(paymentMethod?.cardOnDelivery ?? card)),
    changeOf('online', answerOf(online), answerOf(takesOnline ?? online)),
  ];
  for (const [action, changes] of [
    ['outlet.hours_changed', days],
    ['outlet.payment_changed', payments],
  ] as const) {
    const changed = changes.flatMap((change) => Object.entries(change));
    if (changed.length === 0) continue;
    const details = { mode, ...Object.fromEntries(changed) };
    await appendAuditEntry(tx, by.restaurantId, { ...by, at }, { action, subject: outlet.name, details });
  }
}

/** The periods of a weekday, '10:00–14:00, 18:00–23:00'. A period without times is not set. */
function hoursOn(day: Weekday, hours: OpeningHours): string {
  const found = hours.find((one) => one.day === day);
  const set = found?.open ? found.periods.filter(({ start, end }) => start !== '' && end !== '') : [];
  return set.map(({ start, end }) => `${start}–${end}`).join(', ') || 'closed';
}

const stateOf = (isActive: boolean) => (isActive ? 'active' : 'inactive');
const answerOf = (is: boolean) => (is ? 'yes' : 'no');

function changeOf(name: string, before: string | number, after: string | number) {
  return before === after ? {} : { [name]: { before, after } };
}
