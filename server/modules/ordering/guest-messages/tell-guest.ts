import { UNDO_SECONDS } from '#contract/ordering/order-status.ts';
import {
  type GuestChannel,
  guestChannels,
  type GuestEvent,
  guestEvents,
  type MoveEvent,
} from '#contract/ordering/guest-events.ts';
import { guestPromise } from '#contract/ordering/ready-by.ts';
import type { Language } from '#contract/base/enumerations.ts';
import type { GuestMessageId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findGuestSubscription } from '#server/modules/customers/guest-push.ts';
import { findCustomer } from '#server/modules/customers/queries.ts';
import type { Subscription } from '#server/modules/outbound/push/push.ts';
import { type Message, sendMessage } from '#server/modules/outbound/send-message.ts';
import { findOutletPhone } from '#server/modules/outlets/queries.ts';
import { findRefundsOfOrder } from '#server/modules/payments/refunds-of-order.ts';
import { getGuestSwitches } from '#server/modules/restaurants/guest-switches.ts';
import { getSender, siteAddress } from '#server/modules/restaurants/queries.ts';
import { consumeAll, readCounters } from '#server/rate-limits/rate-counters.ts';
import { foodsOfLine } from '#contract/menu/allergens.ts';
import { orderName } from '../order-name.ts';
import type { StoredOrder } from '../queries.ts';
import { guestBudgets } from './guest-budgets.ts';
import { guestMail, guestPush, guestText, type ToldAnswer, type ToldOrder, type ToldRefund } from './message-texts.ts';
import { insertGuestMessage, messagesOf } from './queries.ts';

/** Later than a move can be undone, so that no message tells of what was taken back. A refund is never undone. */
const delayMs = (UNDO_SECONDS + 1) * 1000;

/** Seconds for which a push service keeps the message for a phone that is away. */
const pushSeconds = 3600;

interface OrderMove {
  event: MoveEvent;
  /** A move was undone, and the guest may know the state that the order is in again. */
  isUndo?: boolean;
}

/** `number` is that of the message among those about refunds of the order. */
export interface OrderRefund extends ToldRefund {
  event: 'refunded';
  number: number;
}

/** `number` is that of the change, of which each is asked about once. */
interface AskedChange {
  event: 'change_asked';
  number: number;
}

/** An order has one problem, with one answer. */
interface AnsweredProblem extends ToldAnswer {
  event: 'problem_answered';
  number: 1;
}

type ToldChange = OrderMove | OrderRefund | AskedChange | AnsweredProblem;

/**
 * Tells a guest of a change of their order, in its transaction: by the channels that the restaurant has switched on, each within
 * its budgets. The order is locked, and as it is after the change. Guests at a table are told by their phones and by staff, but for
 * money that goes back and answers to problems, which come when they have left; test orders have no guest (decisions 47, 69, 92 and 100).
 */
export async function tellGuest(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  order: StoredOrder,
  change: ToldChange,
): Promise<void> {
  const { restaurant_id: restaurantId } = order;
  if (!hasMessages(order) || (isAtTable(order) && !isToldAfterwards(change.event))) return;
  const [switches, earlier] = await Promise.all([
    getGuestSwitches(tx, restaurantId),
    messagesOf(tx, restaurantId, order.id),
  ]);
  const due = guestChannels.flatMap((channel) => {
    const event = eventToTell(
      change,
      earlier.filter((message) => message.channel === channel),
    );
    return event !== null && switches[event][channel] ? [{ channel, event }] : [];
  });
  if (due.length === 0) return;
  const [facts, { addresses, subscription }] = await Promise.all([
    toldOrder(tx, deps, order, change),
    recipientsOf(tx, deps, order),
  ]);
  for (const { channel, event } of due) {
    const to = addresses[channel];
    if (to !== '')
      await writeMessage(tx, deps, {
        order,
        facts,
        version: versionOf(order, change),
        channel,
        event,
        to,
        subscription,
      });
  }
}

/** The events of which a message would go to the guest of the order now. */
export async function listReachableEvents(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  order: StoredOrder,
): Promise<GuestEvent[]> {
  if (!hasMessages(order)) return [];
  const { restaurant_id: restaurantId } = order;
  const [switches, { addresses }] = await Promise.all([
    getGuestSwitches(tx, restaurantId),
    recipientsOf(tx, deps, order),
  ]);
  const isPaidOnline =
    order.payment_method === 'online' ||
    (isAtTable(order) && (await findRefundsOfOrder(tx, restaurantId, order.id)) !== null);
  const isReached = async (event: GuestEvent, channel: GuestChannel) => {
    const to = addresses[channel];
    if (event === 'problem_answered' && !order.problem) return false;
    // Money that was taken at the door goes back there.
    if (event === 'refunded' ? !isPaidOnline : isAtTable(order) && !isToldAfterwards(event)) return false;
    if (to === '' || !switches[event][channel]) return false;
    const budgets = await guestBudgets(tx, restaurantId, event, channel, to);
    if (budgets.length === 0) return true;
    const keys = budgets.map(({ key }) => key);
    const counts = await readCounters(tx, keys, deps.clock());
    return budgets.every(({ limit }, index) => counts[index]! < limit);
  };
  const reached = await Promise.all(
    guestEvents.map(async (event) => {
      const byChannel = await Promise.all(guestChannels.map((channel) => isReached(event, channel)));
      return byChannel.includes(true);
    }),
  );
  return guestEvents.filter((_, index) => reached[index]);
}

/** Whether the order has a guest whom messages can reach. */
function hasMessages({ customer_id, customer_phone }: StoredOrder): boolean {
  return customer_id !== null && customer_phone !== '';
}

/** Whether guests at a table are told of the event as well: they have left by then. */
function isToldAfterwards(event: GuestEvent): boolean {
  return event === 'refunded' || event === 'problem_answered';
}

function isAtTable({ mode }: StoredOrder): boolean {
  return mode === 'dine-in';
}

/** The address of the guest in each channel, empty where there is none, and the browser that takes a push. */
async function recipientsOf(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  { restaurant_id: restaurantId, customer_id: customerId, customer_phone: phone }: StoredOrder,
) {
  const [customer, subscription] =
    customerId === null
      ? [null, null]
      : await Promise.all([
          findCustomer(tx, restaurantId, customerId),
          findGuestSubscription(tx, config.secret, restaurantId, customerId),
        ]);
  const addresses: Record<GuestChannel, string> = {
    mail: customer?.email ?? '',
    sms: phone,
    push: subscription === null ? '' : (customerId ?? ''),
  };
  return { addresses, subscription };
}

/** @returns null where the guest knows of it, by the messages of a channel so far. */
function eventToTell(change: ToldChange, earlier: Awaited<ReturnType<typeof messagesOf>>): GuestEvent | null {
  if ('number' in change) return change.event;
  const { event, isUndo = false } = change;
  if (isUndo && earlier.some((message) => message.event === event && message.outcome !== 'dropped')) return null;
  // A guest who was not told of the acceptance yet is told of it with the newer time. One that is being sent counts as told.
  const isAcceptanceWaiting = earlier.some(
    (message) => message.event === 'accepted' && message.outcome === null && !message.is_leaving,
  );
  return event === 'delayed' && isAcceptanceWaiting ? 'accepted' : event;
}

/** A message tells of one version of its order, of one refund, or of the answer to its problem; one that asks, of one change. */
function versionOf({ status_version }: StoredOrder, change: ToldChange): number {
  return 'number' in change ? change.number : status_version;
}

async function toldOrder(
  tx: Tx,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  order: StoredOrder,
  change: ToldChange,
): Promise<ToldOrder> {
  const { restaurant_id: restaurantId } = order;
  const [sender, outletPhone] = await Promise.all([
    getSender(tx, restaurantId),
    findOutletPhone(tx, restaurantId, order.outlet_id),
  ]);
  const language = order.language ?? sender.language;
  return {
    orderName: orderName(order),
    restaurantName: sender.nameTranslations[language] ?? sender.name,
    outletName: order.outlet_name,
    outletPhone,
    mode: order.mode,
    isPaidOnline: order.payment_method === 'online',
    currency: order.currency as Currency,
    refund: change.event === 'refunded' ? change : null,
    answer: change.event === 'problem_answered' ? change : null,
    answerBy: change.event === 'change_asked' ? order.changes.at(-1)!.answer_by : null,
    promise: promiseOf(order),
    timeZone: order.outlet_time_zone,
    now: clock(),
    reason: order.cancel_reason,
    language,
    allergens: allergensOf(order, language),
    address: `${siteAddress(config.publicUrl, sender)}/order/${order.id}`,
  };
}

function promiseOf(order: StoredOrder): ToldOrder['promise'] {
  const promise = guestPromise({
    orderDate: order.requested_for?.toISOString() ?? null,
    promisedAt: order.promised_at?.toISOString() ?? null,
    preparationTime: order.preparation_minutes,
    travelTime: order.travel_minutes,
  });
  return promise.kind === 'estimate' ? null : { at: promise.at, isSlot: promise.kind === 'slot' };
}

interface MessageFacts {
  order: StoredOrder;
  facts: ToldOrder;
  version: number;
  channel: GuestChannel;
  event: GuestEvent;
  to: string;
  /** The push address of the guest's browser; null: the guest has not allowed pushes. */
  subscription: Subscription | null;
}

const kinds = {
  mail: { progress: 'order_progress_mail', cancelled: 'order_cancelled_mail' },
  sms: { progress: 'order_progress', cancelled: 'order_cancelled' },
  push: { progress: 'order_progress_push', cancelled: 'order_progress_push' },
} as const satisfies Record<GuestChannel, Record<string, Message['kind']>>;

async function writeMessage(tx: Tx, deps: Pick<Deps, 'config' | 'clock'>, message: MessageFacts): Promise<void> {
  const { order, facts, version, channel, event, to } = message;
  const { restaurant_id: restaurantId, id: orderId } = order;
  const id = newId<GuestMessageId>();
  const now = deps.clock();
  const { isAllowed } = await consumeAll(tx, await guestBudgets(tx, restaurantId, event, channel, to), now);
  const isNew = await insertGuestMessage(tx, {
    restaurant_id: restaurantId,
    id,
    order_id: orderId,
    event,
    channel,
    status_version: version,
    promised_at: isOfItsOwn(event) ? null : order.promised_at,
    created_at: now,
    ...(!isAllowed && { outcome: 'dropped', problem: 'budget', ended_at: now }),
  });
  if (!isAllowed || !isNew) return;
  await sendMessage(tx, deps, {
    kind: kinds[channel][event === 'cancelled' ? 'cancelled' : 'progress'],
    restaurantId,
    content: contentOf(id, message),
    // The form of servers of before, which drop a cancellation by it that is another one's.
    about: `${orderId} ${version}`,
    key: id,
    delayMs: isOfItsOwn(event) ? 0 : delayMs,
    ...(facts.answerBy !== null && { usefulForMs: facts.answerBy.getTime() - now.getTime() }),
    ...(isPromise(event) && facts.promise !== null && { usefulForMs: facts.promise.at.getTime() - now.getTime() }),
  });
}

function contentOf(
  id: GuestMessageId,
  { order, facts, channel, event, to, subscription }: MessageFacts,
): Message['content'] {
  if (channel === 'mail') return guestMail(to, event, facts);
  if (channel === 'sms') return { to, text: guestText(event, facts) };
  return {
    to,
    subscription: subscription!,
    payload: { restaurant: order.restaurant_id, language: facts.language, ...guestPush(event, facts) },
    // Later news of the order take the place of earlier ones, but for refunds, which are each of their own.
    topic: (isOfItsOwn(event) ? id : order.id).replaceAll('-', ''),
    ttlSeconds: pushSeconds,
  };
}

/** Whether the event is no state of the order, and cannot be undone. */
function isOfItsOwn(event: GuestEvent): boolean {
  return event === 'refunded' || event === 'change_asked' || event === 'problem_answered';
}

/** Whether the event tells a time, so that it is of no use when that is over. */
function isPromise(event: GuestEvent): boolean {
  return event === 'accepted' || event === 'delayed';
}

/** Two lines of the same dish with the same options are said once. */
function allergensOf({ lines }: StoredOrder, language: Language): ToldOrder['allergens'] {
  const told = lines.map((line) => ({
    dish: line.name_translations[language] ?? line.name,
    names: foodsOfLine(line).allergens,
  }));
  const different = new Map(told.map((line) => [JSON.stringify(line), line]));
  return [...different.values()].filter(({ names }) => names.length > 0);
}
