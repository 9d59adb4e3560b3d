/** The form of an outlet's order alerts: numbers as text, switches beside them. Pure functions. */
import type { EscalationChanges, OutletEscalation } from '#contract/kitchen/escalation.ts';
import { limits } from '#contract/base/limits.ts';
import { words } from '../../../words/words.ts';

export interface EscalationForm {
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

export function escalationForm(escalation: OutletEscalation): EscalationForm {
  return {
    devicesMinutes: String(escalation.devicesMinutes),
    mails: escalation.mailMinutes !== null,
    mailMinutes: String(escalation.mailMinutes ?? limits.escalationMailMinutes),
    mailTo: escalation.mailTo ?? '',
    calls: escalation.alertCalls,
    callMinutes: String(escalation.callMinutes),
    rejects: escalation.rejectMinutes !== null,
    rejectMinutes: String(escalation.rejectMinutes ?? limits.escalationRejectMinutes),
    refusesUnattended: escalation.refusesUnattended,
  };
}

/** The whole of it, as the API takes it. */
export function escalationChanges(form: EscalationForm): EscalationChanges {
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
export function rejectsTooEarly(form: EscalationForm): boolean {
  const steps = [
    form.devicesMinutes,
    ...(form.mails ? [form.mailMinutes] : []),
    ...(form.calls ? [form.callMinutes] : []),
  ];
  return form.rejects && steps.some((minutes) => Number(minutes) >= Number(form.rejectMinutes));
}
