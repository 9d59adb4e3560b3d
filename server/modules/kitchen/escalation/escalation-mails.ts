import { type Currency, formatMoney } from '#contract/base/money.ts';
import { MINUTE, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { personInMessage, placeInMessage } from '#server/modules/outbound/name-in-message.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import type { StoredOrder } from '#server/modules/ordering/queries.ts';

/**
 * The facts of an order in a message. Nothing about its guest, because a mail or a call reaches strangers more easily
 * than a screen.
 */
type WaitingOrder = Pick<
  StoredOrder,
  | 'id'
  | 'order_number'
  | 'order_prefix'
  | 'outlet_name'
  | 'outlet_time_zone'
  | 'mode'
  | 'total_minor'
  | 'currency'
  | 'placed_at'
  | 'requested_for'
  | 'fired_at'
  | 'accept_by'
  | 'seen_by'
>;

/** `count`: orders that wait at the outlet, with this one, which waits for longest. */
export function escalationMail(to: string, order: WaitingOrder, count: number, origin: string, now: Date): MailMessage {
  const { accept_by: acceptBy, seen_by: seenBy } = order;
  const name = orderName(order);
  const outlet = placeInMessage(order.outlet_name);
  const zone = order.outlet_time_zone;
  return mailOf({
    to,
    subject: count === 1 ? `Order #${name} is waiting at ${outlet}` : `${count} orders are waiting at ${outlet}`,
    paragraphs: [
      ...(count === 1 ? [] : [`${count} orders wait at ${outlet}. The first of them is order #${name}.`]),
      `Nobody has accepted order #${name} at ${outlet} yet. It came ${waitedFor(order, now)} ago, at ${timeIn(heardAt(order), zone)}: ${facts(order)}.`,
      seenBy === null ? 'Nobody has said that they have seen it.' : `${personInMessage(seenBy)} has seen it.`,
      ...(acceptBy === null
        ? []
        : [`If it is not accepted by ${timeIn(acceptBy, zone)}, it is cancelled by itself, and its guest is told.`]),
    ],
    link: { label: 'Open the order', address: addressOf(order, origin) },
  });
}

/** Fits one text message in most cases; a voice call reads it aloud too. */
export function escalationText(order: WaitingOrder, count: number, origin: string, now: Date): string {
  const outlet = placeInMessage(order.outlet_name);
  if (count > 1)
    return `${count} orders wait at ${outlet}, the first, #${orderName(order)}, for ${waitedFor(order, now)}. ${addressOf(order, origin)}`;
  return `Order #${orderName(order)} at ${outlet} has been waiting for ${waitedFor(order, now)} (${facts(order)}). ${addressOf(order, origin)}`;
}

function facts({
  mode,
  total_minor: total,
  currency,
  requested_for: requestedFor,
  outlet_time_zone,
}: WaitingOrder): string {
  const amount = formatMoney(total, currency as Currency, 'en');
  return requestedFor === null
    ? `${mode}, ${amount}`
    : `${mode} for ${timeIn(requestedFor, outlet_time_zone)}, ${amount}`;
}

/** A scheduled order reached the kitchen when it fired. */
function heardAt({ placed_at: placedAt, fired_at: firedAt }: WaitingOrder): Date {
  return firedAt ?? placedAt;
}

function waitedFor(order: WaitingOrder, now: Date): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - heardAt(order).getTime()) / MINUTE));
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}

function timeIn(instant: Date, timeZone: string): string {
  const { minuteOfDay } = wallTime(instant, timeZone);
  return timeOfMinutes(minuteOfDay);
}

function addressOf({ id }: WaitingOrder, origin: string): string {
  return `${origin}/dashboard/orders/live?order=${id}`;
}
