/** The form of an outlet's order alerts: numbers as text, switches beside them. Pure functions. */
import type { AlarmChanges, OutletAlarms } from '#contract/kitchen/escalation.ts';
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
  refusesUnwatched: boolean;
}

export function alarmsForm(alarms: OutletAlarms): AlarmsForm {
  return {
    devicesMinutes: String(alarms.devicesMinutes),
    mails: alarms.mailMinutes !== null,
    mailMinutes: String(alarms.mailMinutes ?? limits.alarmMailMinutes),
    mailTo: alarms.mailTo ?? '',
    calls: alarms.alertCalls,
    callMinutes: String(alarms.callMinutes),
    rejects: alarms.rejectMinutes !== null,
    rejectMinutes: String(alarms.rejectMinutes ?? limits.alarmRejectMinutes),
    refusesUnwatched: alarms.refusesUnwatched,
  };
}

/** The whole of it, as the API takes it. */
export function alarmChanges(form: AlarmsForm): AlarmChanges {
  const mailTo = form.mailTo.trim();
  return {
    devicesMinutes: Number(form.devicesMinutes),
    mailMinutes: form.mails ? Number(form.mailMinutes) : null,
    mailTo: mailTo === '' ? null : mailTo,
    alertCalls: form.calls,
    callMinutes: Number(form.callMinutes),
    rejectMinutes: form.rejects ? Number(form.rejectMinutes) : null,
    refusesUnwatched: form.refusesUnwatched,
  };
}

export function isMinutes(entered: string): true | string {
  const isRight = /^\d{1,3}$/.test(entered.trim()) && Number(entered) >= 1 && Number(entered) <= limits.alarmMinutesMax;
  return isRight || words.kitchen.escalation.minutesWrong({ most: limits.alarmMinutesMax });
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
