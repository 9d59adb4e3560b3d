import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { type Message, sendMessage } from '#server/modules/outbound/send-message.ts';
import { escalateOrder } from '#server/modules/ordering/status/acknowledge-order.ts';
import { rejectUnaccepted } from '#server/modules/ordering/status/change-order-status.ts';
import { findOrder, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { findEscalationContact } from '#server/modules/outlets/queries.ts';
import { escalationMail, escalationText } from './escalation-mails.ts';
import { claimStep, endStep, type DueStep } from './escalation-steps.ts';

export type EscalationDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'>;

/** The reason that the guest reads. */
const rejectedReason = 'The restaurant did not answer in time';

/**
 * Executes a due step if the order is still New, in one transaction with its claim: it happens once, whatever breaks and
 * however many servers look. A mail or a voice call is written to the outbox, which sends it.
 */
export async function runStep(deps: EscalationDeps, due: DueStep): Promise<void> {
  const { db, clock } = deps;
  const { restaurantId } = due;
  const now = clock();
  await transaction(db, restaurantId, async (tx) => {
    if (!(await claimStep(tx, due, now))) return;
    const isDone = await execute(tx, deps, due, now);
    await endStep(tx, due, isDone ? 'done' : 'moved', now);
  });
}

/** @returns false when the order no longer waits. */
async function execute(tx: Tx, deps: EscalationDeps, due: DueStep, now: Date): Promise<boolean> {
  const { restaurantId, orderId, step } = due;
  if (step === 'reject') return rejectUnaccepted(tx, restaurantId, orderId, rejectedReason, now);
  if (step === 'devices') return escalateOrder(tx, restaurantId, orderId, 'devices', now);
  const order = await findOrder(tx, restaurantId, orderId);
  if (order === null || order.status !== 'New') return false;
  await sendMessage(tx, deps, await messageOf(tx, deps, due, order, now));
  return true;
}

async function messageOf(
  tx: Tx,
  { config }: EscalationDeps,
  { restaurantId, orderId, step }: DueStep,
  order: StoredOrder,
  now: Date,
): Promise<Message> {
  const { mailTo, phone } = await findEscalationContact(tx, restaurantId, order.outlet_id);
  const common = { restaurantId, about: orderId, key: `${orderId}.${step}` };
  return step === 'mail'
    ? { ...common, kind: 'order_waiting', content: escalationMail(mailTo, order, config.publicUrl, now) }
    : {
        ...common,
        kind: 'order_waiting_call',
        content: { to: phone, text: escalationText(order, config.publicUrl, now) },
      };
}
