import type { MessageKind } from '#contract/outbound/unsent-messages.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import type { Queue, Retries } from './jobs/job.ts';

interface MessageRule {
  channel: Extract<Queue, 'mail' | 'sms' | 'call'>;
  /** Milliseconds after which it is not sent any more, however late it is. */
  usefulForMs: number;
  retries: Retries;
}

/** About twelve hours in all: a mail server that is away for a night. */
const patient: Retries = { most: 15, firstMs: 15_000, longestMs: 120 * MINUTE };
/** An order waits: when this does not come through, the next step of the escalation comes all the same. */
const brief: Retries = { most: 3, firstMs: MINUTE, longestMs: MINUTE };
/** A person waits for it in front of a screen, and asks again. */
const quick: Retries = { most: 5, firstMs: 5_000, longestMs: MINUTE };

/** A guest waits for food that does not come; two hours later they know. */
const soon: Retries = { most: 10, firstMs: 15_000, longestMs: 20 * MINUTE };

const notice: MessageRule = { channel: 'mail', usefulForMs: 7 * DAY, retries: patient };

/** How each kind of message travels, and for how long it is worth sending. */
export const messageRules: Record<MessageKind, MessageRule> = {
  invitation: { ...notice, usefulForMs: limits.invitationValidDays * DAY },
  email_verification: { ...notice, usefulForMs: limits.verificationValidHours * 60 * MINUTE },
  password_reset: { ...notice, usefulForMs: limits.resetValidSeconds * 1000 },
  password_changed: notice,
  factor_changed: notice,
  factor_reset: notice,
  restaurant_closed: notice,
  restaurant_reopened: notice,
  order_waiting: { channel: 'mail', usefulForMs: 60 * MINUTE, retries: brief },
  order_waiting_call: { channel: 'call', usefulForMs: 60 * MINUTE, retries: brief },
  backup_problem: notice,
  order_cancelled: { channel: 'sms', usefulForMs: 120 * MINUTE, retries: soon },
  order_cancelled_mail: { channel: 'mail', usefulForMs: 120 * MINUTE, retries: soon },
  contact_code: { channel: 'mail', usefulForMs: limits.contactCodeMinutes * MINUTE, retries: quick },
  contact_code_call: { channel: 'call', usefulForMs: limits.contactCodeMinutes * MINUTE, retries: quick },
  phone_code: { channel: 'sms', usefulForMs: limits.codeValidSeconds * 1000, retries: quick },
};
