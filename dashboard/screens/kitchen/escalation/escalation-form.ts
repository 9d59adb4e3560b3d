/** The form of an outlet's order alerts: numbers as text, switches beside them. Pure functions. */
import type { EscalationChanges, OutletEscalation } from '#contract/kitchen/escalation.ts';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../../words/words.ts';

export interface AlarmsForm {
  devicesMinutes: string;
  mails: boolean;
  mailMinutes: string;
  mailTo: string;
  calls: boolean;
  callMinutes: string;
  rejects: boolean;
  rejectMinutes: string;
  refusesUnattended: boolean;
}

export function alarmsForm(alarms: OutletEscalation): AlarmsForm {
  return {
    devicesMinutes: String(alarms.devicesMinutes),
    mails: alarms.mailMinutes !== null,
    mailMinutes: String(alarms.mailMinutes ?? limits.escalationMailMinutes),
    mailTo: alarms.mailTo ?? '',
    calls: alarms.alertCalls,
    callMinutes: String(alarms.callMinutes),
    rejects: alarms.rejectMinutes !== null,
    rejectMinutes: String(alarms.rejectMinutes ?? limits.escalationRejectMinutes),
    refusesUnattended: alarms.refusesUnattended,
  };
}

/** The whole of it, as the API takes it. */
export function alarmChanges(form: AlarmsForm): EscalationChanges {
  const mailTo = form.mailTo.trim();
  return {
    devicesMinutes: Number(form.devicesMinutes),
    mailMinutes: form.mails ? Number(form.mailMinutes) : null,
    mailTo: mailTo === '' ? null : mailTo,
    alertCalls: form.calls,
    callMinutes: Number(form.callMinutes),
    rejectMinutes: form.rejects ? Number(form.rejectMinutes) : null,
    refusesUnattended: form.refusesUnattended,
  };
}

export function isMinutes(entered: string): true | string {
  const isRight =
    /^\d{1,3}$/.test(entered.trim()) && Number(entered) >= 1 && Number(entered) <= limits.escalationMinutesMax;
  return isRight || words.kitchen.escalation.minutesWrong({ most: limits.escalationMinutesMax });
}

/** Whether the order is cancelled before a step that was meant to save it. */
export function rejectsTooEarly(form: AlarmsForm): boolean {
  const steps = [
    form.devicesMinutes,
    ...(form.mails ? [form.mailMinutes] : []),
    ...(form.calls ? [form.callMinutes] : []),
  ];
  return form.rejects && steps.some((minutes) => Number(minutes) >= Number(form.rejectMinutes));
}
