/** The messages about an order that nobody accepts, in the restaurant's language: an outlet's mailbox is no person's. */
import type { Language, Mode } from '#contract/base/enumerations.ts';
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

/** The facts of a message about orders that wait at an outlet. */
export interface WaitingAlert {
  order: WaitingOrder & Pick<StoredOrder, 'restaurant_id'>;
  /** Orders that wait at the outlet, with this one, which waits for longest. */
  count: number;
  language: Language;
  /** The configured one. */
  origin: string;
  now: Date;
}

export function escalationMail(to: string, { order, count, language, origin, now }: WaitingAlert): MailMessage {
  const { accept_by: acceptBy, seen_by: seenBy } = order;
  const words = wordsIn[language];
  const name = orderName(order);
  const outlet = placeInMessage(order.outlet_name, language);
  const zone = order.outlet_time_zone;
  return mailOf({
    to,
    language,
    subject: count === 1 ? words.oneSubject(name, outlet) : words.manySubject(count, outlet),
    paragraphs: [
      ...(count === 1 ? [] : [words.many(count, name, outlet)]),
      words.notAccepted(
        name,
        outlet,
        words.minutes(waitedFor(order, now)),
        timeIn(heardAt(order), zone),
        facts(order, language),
      ),
      seenBy === null ? words.notSeen : words.seen(personInMessage(seenBy, language)),
      ...(acceptBy === null ? [] : [words.cancelledBy(timeIn(acceptBy, zone))]),
    ],
    link: { label: words.open, address: addressOf(order, origin) },
  });
}

/** Fits one text message in most cases; a voice call reads it aloud too. */
export function escalationText({ order, count, language, origin, now }: WaitingAlert): string {
  const words = wordsIn[language];
  const outlet = placeInMessage(order.outlet_name, language);
  const waited = words.minutes(waitedFor(order, now));
  const sentence =
    count > 1
      ? words.manyText(count, orderName(order), outlet, waited)
      : words.oneText(orderName(order), outlet, waited, facts(order, language));
  return `${sentence} ${addressOf(order, origin)}`;
}

function facts(
  { mode, total_minor: total, currency, requested_for: requestedFor, outlet_time_zone }: WaitingOrder,
  language: Language,
): string {
  const { modes, modeFor, comma } = wordsIn[language];
  // 'AED 18.00' in both languages: signs such as 'د.إ.' have points that a voice stumbles over.
  const amount = formatMoney(total, currency as Currency, 'en');
  const what = requestedFor === null ? modes[mode] : modeFor(modes[mode], timeIn(requestedFor, outlet_time_zone));
  return `${what}${comma} ${amount}`;
}

/** A scheduled order reached the kitchen when it fired. */
function heardAt({ placed_at: placedAt, fired_at: firedAt }: WaitingOrder): Date {
  return firedAt ?? placedAt;
}

/** Minutes, one at least. */
function waitedFor(order: WaitingOrder, now: Date): number {
  return Math.max(1, Math.floor((now.getTime() - heardAt(order).getTime()) / MINUTE));
}

function timeIn(instant: Date, timeZone: string): string {
  const { minuteOfDay } = wallTime(instant, timeZone);
  return timeOfMinutes(minuteOfDay);
}

function addressOf({ id }: WaitingOrder, origin: string): string {
  return `${origin}/dashboard/orders/live?order=${id}`;
}

interface EscalationWords {
  oneSubject: (name: string, outlet: string) => string;
  manySubject: (count: number, outlet: string) => string;
  many: (count: number, name: string, outlet: string) => string;
  notAccepted: (name: string, outlet: string, waited: string, at: string, facts: string) => string;
  notSeen: string;
  seen: (person: string) => string;
  cancelledBy: (time: string) => string;
  open: string;
  oneText: (name: string, outlet: string, waited: string, facts: string) => string;
  manyText: (count: number, name: string, outlet: string, waited: string) => string;
  minutes: (count: number) => string;
  modes: Record<Mode, string>;
  modeFor: (mode: string, time: string) => string;
  comma: string;
}

const wordsIn: Record<Language, EscalationWords> = {
  en: {
    oneSubject: (name, outlet) => `Order #${name} is waiting at ${outlet}`,
    manySubject: (count, outlet) => `${count} orders are waiting at ${outlet}`,
    many: (count, name, outlet) => `${count} orders wait at ${outlet}. The first of them is order #${name}.`,
    notAccepted: (name, outlet, waited, at, about) =>
      `Nobody has accepted order #${name} at ${outlet} yet. It came ${waited} ago, at ${at}: ${about}.`,
    notSeen: 'Nobody has said that they have seen it.',
    seen: (person) => `${person} has seen it.`,
    cancelledBy: (time) => `If it is not accepted by ${time}, it is cancelled by itself, and its guest is told.`,
    open: 'Open the order',
    oneText: (name, outlet, waited, about) => `Order #${name} at ${outlet} has been waiting for ${waited} (${about}).`,
    manyText: (count, name, outlet, waited) => `${count} orders wait at ${outlet}, the first, #${name}, for ${waited}.`,
    minutes: (count) => (count === 1 ? '1 minute' : `${count} minutes`),
    modes: { delivery: 'delivery', pickup: 'pickup', 'dine-in': 'dine-in' },
    modeFor: (mode, time) => `${mode} for ${time}`,
    comma: ',',
  },
  ar: {
    oneSubject: (name, outlet) => `الطلب رقم ${name} ينتظر في فرع ${outlet}`,
    manySubject: (count, outlet) => `${arabicCount(count, orders)} بانتظار القبول في فرع ${outlet}`,
    many: (count, name, outlet) =>
      `${arabicCount(count, orders)} بانتظار القبول في فرع ${outlet}، وأولها الطلب رقم ${name}.`,
    notAccepted: (name, outlet, waited, at, about) =>
      `لم يقبل أحد بعد الطلب رقم ${name} في فرع ${outlet}. وصل قبل ${waited}، عند الساعة ${at}: ${about}.`,
    notSeen: 'لم يؤكد أحد أنه رآه.',
    seen: (person) => `اطّلع عليه ${person}.`,
    cancelledBy: (time) => `إن لم يُقبل حتى الساعة ${time} يُلغى تلقائيًا ويُبلَّغ الضيف.`,
    open: 'افتح الطلب',
    oneText: (name, outlet, waited, about) => `الطلب رقم ${name} في فرع ${outlet} ينتظر منذ ${waited} (${about}).`,
    manyText: (count, name, outlet, waited) =>
      `${arabicCount(count, orders)} بانتظار القبول في فرع ${outlet}، وأولها الطلب رقم ${name} ينتظر منذ ${waited}.`,
    minutes: (count) => arabicCount(count, minutes),
    modes: { delivery: 'توصيل', pickup: 'استلام', 'dine-in': 'داخل المطعم' },
    modeFor: (mode, time) => `${mode} للساعة ${time}`,
    comma: '،',
  },
};

/** Arabic has words for one and two; from three on the noun follows the number, in its form. */
type CountedNoun = Readonly<Record<Exclude<Intl.LDMLPluralRule, 'zero'>, string>>;

const orders: CountedNoun = { one: 'طلب واحد', two: 'طلبان', few: 'طلبات', many: 'طلبًا', other: 'طلب' };
const minutes: CountedNoun = { one: 'دقيقة', two: 'دقيقتين', few: 'دقائق', many: 'دقيقة', other: 'دقيقة' };
const arabicPlurals = new Intl.PluralRules('ar');

function arabicCount(count: number, noun: CountedNoun): string {
  const form = arabicPlurals.select(count);
  if (form === 'one' || form === 'two') return noun[form];
  return `${count} ${noun[form === 'zero' ? 'other' : form]}`;
}
