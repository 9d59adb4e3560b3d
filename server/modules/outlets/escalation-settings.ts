import type { EscalationChanges, OutletEscalation } from '#contract/kitchen/escalation.ts';
import type { CallKind } from '#contract/base/enumerations.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { contactKey, listProven } from './alert-contacts.ts';
import { getOutlet, type OutletRow } from './queries.ts';

/** The server's configured defaults. `rejectMinutes` is 0 when nothing is rejected. */
export interface EscalationDefaults {
  rejectMinutes: number;
  callsBy: CallKind;
}

/**
 * The escalation settings of an outlet.
 * @throws request.not_found
 */
export async function getEscalation(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  defaults: EscalationDefaults,
): Promise<OutletEscalation> {
  const row = await getOutlet(tx, restaurantId, outletId, 'merchant');
  const proven = await listProven(tx, restaurantId, [mailedAddress(row), row.phone]);
  return escalationForWire(row, proven, defaults);
}

/**
 * Changes the given settings.
 * @throws request.not_found
 */
export async function changeEscalation(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  changes: EscalationChanges,
  defaults: EscalationDefaults,
  at: Date,
): Promise<OutletEscalation> {
  const {
    devicesMinutes,
    mailMinutes,
    mailTo,
    alertCalls,
    callMinutes,
    rejectMinutes,
    refusesUnattended,
    answerMinutes,
  } = changes;
  await tx
    .updateTable('outlets')
    .set({
      updated_at: at,
      ...(devicesMinutes !== undefined && { escalation_devices_minutes: devicesMinutes }),
      ...(mailMinutes !== undefined && { escalation_mail_minutes: mailMinutes }),
      ...(mailTo !== undefined && { escalation_mail_to: mailTo }),
      ...(alertCalls !== undefined && { escalates_by_call: alertCalls }),
      ...(callMinutes !== undefined && { escalation_call_minutes: callMinutes }),
      ...(rejectMinutes !== undefined && { auto_reject_minutes: rejectMinutes ?? 0 }),
      ...(refusesUnattended !== undefined && { refuses_unattended: refusesUnattended }),
      ...(answerMinutes !== undefined && { change_answer_minutes: answerMinutes }),
    })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .where('deleted_at', 'is', null)
    .execute();
  const escalation = await getEscalation(tx, restaurantId, outletId, defaults);
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return escalation;
}

function mailedAddress({ escalation_mail_to: mailTo, email }: OutletRow): string {
  return mailTo ?? email;
}

function escalationForWire(
  row: OutletRow,
  proven: ReadonlySet<string>,
  { rejectMinutes, callsBy }: EscalationDefaults,
): OutletEscalation {
  return {
    devicesMinutes: row.escalation_devices_minutes,
    mailMinutes: row.escalation_mail_minutes,
    mailTo: row.escalation_mail_to,
    email: row.email,
    isMailProven: proven.has(contactKey(mailedAddress(row))),
    alertCalls: row.escalates_by_call,
    callMinutes: row.escalation_call_minutes,
    callsBy,
    phone: row.phone,
    isPhoneProven: proven.has(row.phone),
    rejectMinutes: (row.auto_reject_minutes ?? rejectMinutes) || null,
    refusesUnattended: row.refuses_unattended,
    answerMinutes: row.change_answer_minutes,
  };
}
