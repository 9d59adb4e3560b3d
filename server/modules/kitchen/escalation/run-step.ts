import type { Escalation } from '#contract/base/enumerations.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { VoiceCalls } from '#server/modules/outbound/voice-calls.ts';
import { escalateOrder } from '#server/modules/ordering/status/acknowledge-order.ts';
import { rejectUnaccepted } from '#server/modules/ordering/status/change-order-status.ts';
import { findOrder } from '#server/modules/ordering/queries.ts';
import { type EscalationContact, findEscalationContact } from '#server/modules/outlets/queries.ts';
import { escalationMail, escalationText, type WaitingOrder } from './escalation-mails.ts';
import { claimStep, endStep, leaseStep, type DueStep } from './escalation-steps.ts';

export interface EscalationDeps extends Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'mail' | 'background'> {
  calls: VoiceCalls;
}

/** The reason that the guest reads. */
const rejectedReason = 'The restaurant did not answer in time';

/** Milliseconds after which a mail or a voice call counts as lost, and the number of tries. */
const leaseMs = 60_000;
const mostTries = 3;

/**
 * Executes a due step if the order is still New. Steps that only write do so in one transaction with the claim, so they
 * happen once, whatever breaks and however many servers look. A mail or a voice call is claimed, made, and then ended:
 * when the server dies in between, it is repeated with the same key.
 */
export async function runStep(deps: EscalationDeps, due: DueStep): Promise<void> {
  if (due.step === 'mail' || due.step === 'call') return contactRestaurant(deps, { ...due, step: due.step });
  const { db, clock } = deps;
  const { restaurantId, orderId, step } = due;
  const now = clock();
  await transaction(db, restaurantId, async (tx) => {
    if ((await claimStep(tx, due, now)) === null) return;
    const isDone =
      step === 'reject'
        ? await rejectUnaccepted(tx, restaurantId, orderId, rejectedReason, now)
        : await escalateOrder(tx, restaurantId, orderId, 'devices', now);
    await endStep(tx, due, isDone ? 'done' : 'moved', now);
  });
}

type MessageStep = DueStep & { step: Exclude<Escalation, 'devices'> };

async function contactRestaurant(deps: EscalationDeps, due: MessageStep): Promise<void> {
  const { db, clock, background } = deps;
  const message = await claimMessage(deps, due);
  if (message === null) return;
  background.start(`An order waits, and its ${due.step} was not accepted`, async () => {
    await sendMessage(deps, due, message);
    const now = clock();
    await transaction(db, due.restaurantId, async (tx) => {
      // The event comes last, because it locks the restaurant's counter.
      if (await endStep(tx, due, 'done', now)) await escalateOrder(tx, due.restaurantId, due.orderId, due.step, now);
    });
  });
}

interface StepMessage {
  order: WaitingOrder;
  contact: EscalationContact;
}

/** Null when there is nothing to send any more, or another server sends it. */
function claimMessage({ db, clock }: EscalationDeps, due: MessageStep): Promise<StepMessage | null> {
  const { restaurantId, orderId } = due;
  const now = clock();
  return transaction(db, restaurantId, async (tx) => {
    const claimed = await claimStep(tx, due, now);
    if (claimed === null) return null;
    const order = await findOrder(tx, restaurantId, orderId);
    if (order === null || order.status !== 'New') {
      await endStep(tx, due, 'moved', now);
      return null;
    }
    if (claimed.tries >= mostTries) {
      await endStep(tx, due, 'failed', now);
      return null;
    }
    await leaseStep(tx, due, new Date(now.getTime() + leaseMs));
    return { order, contact: await findEscalationContact(tx, restaurantId, order.outlet_id) };
  });
}

async function sendMessage(
  { config, clock, mail, calls }: EscalationDeps,
  due: MessageStep,
  message: StepMessage,
): Promise<void> {
  const { order, contact } = message;
  const now = clock();
  const key = `${due.orderId}.${due.step}`;
  if (due.step === 'mail') await mail.send({ ...escalationMail(contact.mailTo, order, config.publicUrl, now), key });
  else await calls.call({ to: contact.phone, text: escalationText(order, config.publicUrl, now), key });
}
