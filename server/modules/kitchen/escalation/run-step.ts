import type { Escalation } from '#contract/base/enumerations.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { undoMs } from '#contract/ordering/order-status.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { type Message, sendMessage } from '#server/modules/outbound/send-message.ts';
import { escalateOrder } from '#server/modules/ordering/status/acknowledge-order.ts';
import { rejectUnaccepted } from '#server/modules/ordering/status/change-order-status.ts';
import { findOrder, findProgress } from '#server/modules/ordering/queries.ts';
import { findEscalationContact } from '#server/modules/outlets/alert-contacts.ts';
import { getSender } from '#server/modules/restaurants/queries.ts';
import { alertBudgets, outletBudget } from '#server/modules/restaurants/message-budgets.ts';
import { consumeAll, refundTokens } from '#server/rate-limits/rate-counters.ts';
import { escalationMail, escalationText, type WaitingAlert } from './escalation-mails.ts';
import { pushUnanswered } from './push-orders.ts';
import { claimStep, endStep, endStepOfOthers, type DueStep, postponeStep } from './escalation-steps.ts';

/** The steps that send something. */
type MessageStep = Extract<Escalation, 'mail' | 'call'>;

export type EscalationDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log'> & Partial<Pick<Deps, 'metrics'>>;

/**
 * Executes a due step if the order is still New, in one transaction with its claim: it happens once, whatever breaks and
 * however many servers look. A mail or a voice call is written to the outbox, which sends it.
 */
export async function runStep(deps: EscalationDeps, due: DueStep): Promise<void> {
  const { db, clock } = deps;
  const { restaurantId } = due;
  const now = clock();
  await transaction(db, restaurantId, async (tx) => {
    if (due.step === 'mail' || due.step === 'call') return tellOutlet(tx, deps, due, due.step, now);
    if (!(await claimStep(tx, due, now))) return;
    const isDone =
      due.step === 'reject'
        ? await rejectUnaccepted(tx, deps, restaurantId, due.orderId)
        : await escalateOrder(tx, restaurantId, due.orderId, 'devices', now);
    if (isDone && due.step === 'devices') await pushUnanswered(tx, deps, restaurantId, due.orderId);
    if (!isDone) return leaveMoved(tx, due, await findProgress(tx, restaurantId, due.orderId), now);
    await endStep(tx, due, 'done', now);
    tx.onCommit(() => deps.metrics?.escalated(due.step));
  });
}

/**
 * Sends the one message of an outlet's orders that wait, or puts the step off until the budgets have another. Nobody is told
 * where the contact is not proven. The budgets are locked before the step, as by every server, so that no two wait for each other.
 */
async function tellOutlet(tx: Tx, deps: EscalationDeps, due: DueStep, step: MessageStep, now: Date): Promise<void> {
  const { restaurantId, orderId, outletId } = due;
  const contact = (await findEscalationContact(tx, restaurantId, outletId))[step];
  if (contact === null) {
    if (await claimStep(tx, due, now)) await endStep(tx, due, 'skipped', now);
    return;
  }
  const budgets = [outletBudget(outletId, step), ...(await alertBudgets(tx, restaurantId, step, contact))];
  const taking = await consumeAll(tx, budgets, now);
  if (!(await claimStep(tx, due, now))) {
    if (taking.isAllowed) await refundTokens(tx, budgets, now);
    return;
  }
  const order = await findOrder(tx, restaurantId, orderId);
  if (order === null || order.status !== 'New') {
    if (taking.isAllowed) await refundTokens(tx, budgets, now);
    await leaveMoved(tx, due, order && { statusChangedAt: order.status_changed_at }, now);
    return;
  }
  if (!taking.isAllowed) {
    await postponeStep(tx, due, new Date(now.getTime() + taking.retryAfterSeconds * 1000));
    return;
  }
  const others = await endStepOfOthers(tx, due, now);
  const { language } = await getSender(tx, restaurantId);
  const alert = { order, count: 1 + others.length, language, origin: deps.config.publicUrl, now };
  await sendMessage(tx, deps, messageOf(step, alert, others, contact));
  await endStep(tx, due, 'done', now);
  tx.onCommit(() => deps.metrics?.escalated(step));
}

/** Ends the step of an order that was moved. While the move may be undone the step only waits: undone, the order is New again. */
async function leaveMoved(tx: Tx, due: DueStep, order: { statusChangedAt: Date } | null, now: Date): Promise<void> {
  const undoneBy = order === null ? now : new Date(order.statusChangedAt.getTime() + undoMs);
  if (undoneBy > now) await postponeStep(tx, due, undoneBy);
  else await endStep(tx, due, 'moved', now);
}

function messageOf(step: MessageStep, alert: WaitingAlert, others: readonly OrderId[], to: string): Message {
  const { id, restaurant_id: restaurantId } = alert.order;
  const common = { restaurantId, about: [id, ...others].join(' '), key: `${id}.${step}` };
  if (step === 'mail') return { ...common, kind: 'order_waiting', content: escalationMail(to, alert) };
  const content = { to, text: escalationText(alert), language: alert.language };
  return { ...common, kind: 'order_waiting_call', content };
}
