import type { MessageKind } from '#contract/outbound/unsent-messages.ts';
import { limits } from '#contract/base/limits.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import type { Queue, Retries } from './jobs/job.ts';

interface MessageRule {
  queue: Extract<Queue, 'mail' | 'sms' | 'call' | 'push' | 'order-mail' | 'order-sms'>;
  /** Milliseconds after which it is not sent any more, however late it is. */
  usefulForMs: number;
  retries: Retries;
  /** Nobody would send it again later: it is dropped when all tries have failed. Its sender notes that. */
  isDroppedInTheEnd?: true;
}

/** About twelve hours in all: a mail server that is away for a night. */
const patient: Retries = { most: 15, firstMs: 15_000, longestMs: 120 * MINUTE };
/** An order waits: when this does not come through, the next step of the escalation comes all the same. */
const brief: Retries = { most: 3, firstMs: MINUTE, longestMs: MINUTE };
/** A person waits for it in front of a screen, and asks again. */
const quick: Retries = { most: 5, firstMs: 5_000, longestMs: MINUTE };

/** A push service that is away is asked for as long as the message is worth anything. */
const steady: Retries = { most: 20, firstMs: 5_000, longestMs: MINUTE };
/** Later the mail and the voice call have come. */
const pushMs = 10 * MINUTE;

/** A guest waits for food that does not come; two hours later they know. */
const soon: Retries = { most: 10, firstMs: 15_000, longestMs: 20 * MINUTE };

/** An order goes on, and the next message says more. */
const progress = { usefulForMs: 60 * MINUTE, retries: soon, isDroppedInTheEnd: true } as const;

const notice: MessageRule = { queue: 'mail', usefulForMs: 7 * DAY, retries: patient };

/** How each kind of message travels, and for how long it is worth sending. */
export const messageRules: Record<MessageKind, MessageRule> = {
  invitation: { ...notice, usefulForMs: limits.invitationValidDays * DAY },
  email_verification: { ...notice, usefulForMs: limits.verificationValidHours * 60 * MINUTE },
  password_reset: { ...notice, usefulForMs: limits.resetValidSeconds * 1000 },
  password_changed: notice,
  factor_changed: notice,
  factor_reset: notice,
  passkey_changed: notice,
  company_sign_in: { ...notice, usefulForMs: limits.companyLinkSeconds * 1000 },
  restaurant_closed: notice,
  restaurant_reopened: notice,
  domain_failed: notice,
  // The next one comes a day later.
  low_stock: { ...notice, usefulForMs: DAY },
  order_waiting: { queue: 'mail', usefulForMs: 60 * MINUTE, retries: brief },
  order_waiting_call: { queue: 'call', usefulForMs: 60 * MINUTE, retries: brief },
  order_waiting_push: { queue: 'push', usefulForMs: pushMs, retries: steady, isDroppedInTheEnd: true },
  order_problem: { ...notice, usefulForMs: 2 * DAY },
  backup_problem: notice,
  order_cancelled: { queue: 'sms', usefulForMs: 120 * MINUTE, retries: soon },
  order_cancelled_mail: { queue: 'mail', usefulForMs: 120 * MINUTE, retries: soon },
  // Queues of their own: a server of before, elected during an upgrade, knows neither the kinds nor what is noted of them.
  order_progress: { queue: 'order-sms', ...progress },
  order_progress_mail: { queue: 'order-mail', ...progress },
  order_progress_push: { queue: 'push', ...progress },
  contact_code: { queue: 'mail', usefulForMs: limits.contactCodeMinutes * MINUTE, retries: quick },
  contact_code_call: { queue: 'call', usefulForMs: limits.contactCodeMinutes * MINUTE, retries: quick },
  phone_code: { queue: 'sms', usefulForMs: limits.codeValidSeconds * 1000, retries: quick },
};
