/** The form of an outlet's order alerts: numbers as text, switches beside them. Pure functions. */
import type { EscalationChanges, OutletEscalation } from '#contract/kitchen/escalation.ts';
import { limits } from '#contract/base/limits.ts';
import { readCount } from '../../../components/form/read-number.ts';

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
  answerMinutes: string;
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
    answerMinutes: String(escalation.answerMinutes),
  };
}

/** The form as the API takes it: the fields of a step that is off stay as they are stored. */
export function escalationChanges(form: EscalationForm): EscalationChanges {
  const mailTo = form.mailTo.trim();
  return {
    devicesMinutes: readCount(form.devicesMinutes),
    mailMinutes: form.mails ? readCount(form.mailMinutes) : null,
    ...(form.mails && { mailTo: mailTo === '' ? null : mailTo }),
    alertCalls: form.calls,
    ...(form.calls && { callMinutes: readCount(form.callMinutes) }),
    rejectMinutes: form.rejects ? readCount(form.rejectMinutes) : null,
    refusesUnattended: form.refusesUnattended,
    answerMinutes: readCount(form.answerMinutes),
  };
}

/** Whether the order is cancelled before a step that was meant to save it. */
export function rejectsTooEarly(form: EscalationForm): boolean {
  const steps = [
    form.devicesMinutes,
    ...(form.mails ? [form.mailMinutes] : []),
    ...(form.calls ? [form.callMinutes] : []),
  ];
  return form.rejects && steps.some((minutes) => readCount(minutes) >= readCount(form.rejectMinutes));
}

/** The field of the form for one that the API refused. */
export function escalationField(apiField: string): keyof EscalationForm | null {
  const typed = ['devicesMinutes', 'mailMinutes', 'mailTo', 'callMinutes', 'rejectMinutes', 'answerMinutes'] as const;
  return typed.find((field) => field === apiField) ?? null;
}
