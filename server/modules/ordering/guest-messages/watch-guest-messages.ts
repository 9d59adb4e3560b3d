import { MINUTE } from '#contract/base/time.ts';
import { type CustomerId, type GuestMessageId, isId, type OrderId } from '#contract/base/ids.ts';
import type { MoveEvent } from '#contract/ordering/guest-events.ts';
import type { GuestMessageOutcome, GuestMessageProblem } from '#contract/ordering/guest-messages.ts';
import { openChange } from '#contract/ordering/changed-lines.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { Deps } from '#server/deps.ts';
import { forgetGuestBrowser, hasGuestPush } from '#server/modules/customers/guest-push.ts';
import type { DropReason } from '#server/modules/outbound/jobs/job.ts';
import type { MessageWatcher, MessageWatchers } from '#server/modules/outbound/message-handlers.ts';
import { refundTokens } from '#server/rate-limits/rate-counters.ts';
import { asOpenable } from '../changes/plan-change.ts';
import { findOrder, lockOrder, type StoredOrder } from '../queries.ts';
import { guestBudgets } from './guest-budgets.ts';
import { endGuestMessage, messagesOf, type StoredGuestMessage } from './queries.ts';

/** The messages to guests about their orders: not sent once something newer has happened, and noted when they end. */
export function guestMessageWatchers({ clock }: Pick<Deps, 'clock'>): MessageWatchers {
  const watcher: MessageWatcher = {
    async isWanted(tx, sent) {
      const [id, version] = orderOf(sent);
      // Locked: a move that is undone meanwhile sees whether this message was dropped, and the guest is told again.
      const [, order, messages] = await Promise.all([
        lockOrder(tx, sent.restaurantId!, id),
        findOrder(tx, sent.restaurantId!, id),
        messagesOf(tx, sent.restaurantId!, id),
      ]);
      // The guest was erased, unless there is a number.
      if (order === null || order.customer_phone === '') return false;
      const message = messages.find((one) => one.id === sent.key);
      // Written by a server of before, which told of cancelled orders alone.
      if (message === undefined) return order.status === 'Cancelled' && String(order.status_version) === version;
      return isNewest(message, messages) && isStillSo(message, order, clock()) && !isKnown(message, messages);
    },
    async afterSent(tx, { restaurantId, key }) {
      if (isNoted(key)) await endGuestMessage(tx, restaurantId!, key, { outcome: 'sent', problem: null, at: clock() });
    },
    async afterUnsent(tx, sent, reason) {
      const { restaurantId, key, to } = sent;
      if (!isNoted(key)) return;
      const messages = await messagesOf(tx, restaurantId!, orderOf(sent)[0]);
      const message = messages.find((one) => one.id === key);
      if (message === undefined) return;
      const end = endOf(reason, message, messages);
      await endGuestMessage(tx, restaurantId!, key, { ...end, at: clock() });
      if (end.outcome !== 'dropped') return;
      const budgets = await guestBudgets(tx, restaurantId!, message.event, message.channel, to);
      await refundTokens(tx, budgets, clock());
    },
  };
  return {
    order_progress: watcher,
    order_progress_mail: watcher,
    order_cancelled: watcher,
    order_cancelled_mail: watcher,
    order_progress_push: { ...watcher, ...pushPart(watcher, clock) },
  };
}

/** A push is wanted while the guest wants any. A browser that takes no more is forgotten. */
function pushPart(watcher: MessageWatcher, clock: () => Date): MessageWatcher {
  return {
    isWanted: async (tx, message) =>
      (await hasGuestPush(tx, message.restaurantId!, message.to as CustomerId)) &&
      ((await watcher.isWanted?.(tx, message)) ?? true),
    async afterGone(tx, { restaurantId, to, key }, endpoint) {
      await forgetGuestBrowser(tx, restaurantId!, to as CustomerId, endpoint);
      const end = { outcome: 'failed', problem: 'refused', at: clock() } as const;
      await endGuestMessage(tx, restaurantId!, key as GuestMessageId, end);
    },
  };
}

const statuses: Record<MoveEvent, OrderStatus> = {
  accepted: 'Confirmed',
  delayed: 'Confirmed',
  ready: 'Ready',
  cancelled: 'Cancelled',
};

function orderOf({ about }: { about: string | null }): [OrderId, string] {
  return (about ?? '').split(' ') as [OrderId, string];
}

/** Whether the message has a row. The keys of a server of before are no ids. */
function isNoted(key: string): key is GuestMessageId {
  return isId(key);
}

/** A move that was undone and made again has a second message, which is the one to send. */
function isNewest({ id, event, channel }: StoredGuestMessage, messages: readonly StoredGuestMessage[]): boolean {
  // Each refund has a message of its own, and so has each question; a problem has one answer.
  if (event === 'refunded' || event === 'change_asked' || event === 'problem_answered') return true;
  return !messages.some((one) => one.event === event && one.channel === channel && one.id > id);
}

function isStillSo(
  { event, promised_at, status_version: number }: StoredGuestMessage,
  order: StoredOrder,
  now: Date,
): boolean {
  if (event === 'refunded' || event === 'problem_answered') return true;
  if (event === 'change_asked') return openChange(asOpenable(order.changes), now)?.number === number;
  return order.status === statuses[event] && promised_at?.getTime() === order.promised_at?.getTime();
}

/** Milliseconds by which two promised times are the same to a guest. */
const sameTimeMs = 2 * MINUTE;

/** Whether the guest was told this time before: another one was taken back. */
function isKnown(
  { event, channel, promised_at }: StoredGuestMessage,
  messages: readonly StoredGuestMessage[],
): boolean {
  if (event !== 'delayed' || promised_at === null) return false;
  const told = messages.findLast(
    (one) => one.channel === channel && one.outcome === 'sent' && (one.event === 'accepted' || one.event === 'delayed'),
  )?.promised_at;
  return told instanceof Date && Math.abs(told.getTime() - promised_at.getTime()) < sameTimeMs;
}

/** The reasons of the outbox as the order's page has them. */
function endOf(
  reason: DropReason,
  message: StoredGuestMessage,
  messages: readonly StoredGuestMessage[],
): { outcome: GuestMessageOutcome; problem: GuestMessageProblem } {
  if (reason === 'unwanted')
    return {
      outcome: 'dropped',
      problem: isNewest(message, messages) && isKnown(message, messages) ? 'known' : 'overtaken',
    };
  return { outcome: reason === 'expired' ? 'dropped' : 'failed', problem: reason };
}
