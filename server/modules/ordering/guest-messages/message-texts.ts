/** The words of the messages that tell a guest of their order. */
import type { Language, Mode } from '#contract/base/enumerations.ts';
import { type Currency, formatMoney, type MinorUnits } from '#contract/base/money.ts';
import { DAY, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import {
  arabicCancelReasons,
  type CancelReasonWords,
  englishCancelReasons,
  isCancelReason,
} from '#contract/ordering/cancel-reasons.ts';
import { foodName } from '#contract/menu/allergens.ts';
import type { GuestEvent } from '#contract/ordering/guest-events.ts';
import type { ProblemAnswerKind } from '#contract/ordering/problem-facts.ts';
import { ticketTime } from '#contract/ordering/ready-by.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { placeInMessage, sentenceInMessage } from '#server/modules/outbound/name-in-message.ts';

/** Money that went back: now, in all with it, and what the guest had paid. */
export interface ToldRefund {
  amount: MinorUnits;
  total: MinorUnits;
  paid: MinorUnits;
}

/** The answer to a problem that the guest has reported. */
export interface ToldAnswer {
  kind: ProblemAnswerKind;
  /** Null for a reply. */
  amount: MinorUnits | null;
  isByHand: boolean;
}

export interface ToldOrder {
  /** The number that people say: '12', or 'M-12'. */
  orderName: string;
  restaurantName: string;
  outletName: string;
  /** Empty: guests cannot call. */
  outletPhone: string;
  mode: Mode;
  /** The guest has paid already. */
  isPaidOnline: boolean;
  currency: Currency;
  /** Null in a message about anything but a refund. */
  refund: ToldRefund | null;
  /** Null in a message about anything but the answer to a problem. */
  answer: ToldAnswer | null;
  /** Until when a question to the guest can be answered; null in a message about anything else. */
  answerBy: Date | null;
  /** When the guest has it, as the guest is told it; null before it was accepted. */
  promise: { at: Date; isSlot: boolean } | null;
  timeZone: string;
  now: Date;
  /** A code, or the words of staff. */
  reason: string | null;
  language: Language;
  /** The lines that contain allergens, with them. */
  allergens: { dish: string; names: string[] }[];
  /** The page on which the guest follows the order. */
  address: string;
}

/** One or two messages of a phone, of 160 letters each in English and 70 in Arabic; more with a reason that staff typed. */
export function guestText(event: GuestEvent, order: ToldOrder): string {
  const sentences = [...sentencesOf(event, order), ...(event === 'cancelled' ? phoneOf(order) : [])];
  return `${placeInMessage(order.restaurantName, order.language)}: ${sentences.join(' ')}`;
}

export function guestMail(to: string, event: GuestEvent, order: ToldOrder): MailMessage {
  const { language, orderName, address } = order;
  const words = wordsIn[language];
  const restaurant = placeInMessage(order.restaurantName, language);
  return mailOf({
    to,
    language,
    subject: `${restaurant}: ${subjectOf(event, order.mode, words)(orderName)}`,
    paragraphs: [
      words.from(restaurant, placeInMessage(order.outletName, language)),
      [...sentencesOf(event, order), ...phoneOf(order)].join(' '),
      ...(event === 'accepted' ? allergensOf(order) : []),
    ],
    link: { label: words.open, address },
  });
}

/** The number of the order and what became of it, because a locked screen shows it to whoever passes. */
export function guestPush(event: GuestEvent, order: ToldOrder): { title: string; body: string } {
  const { orderName, mode, language } = order;
  const words = wordsIn[language];
  const [detail = ''] =
    event === 'refunded'
      ? refundOf(order)
      : event === 'change_asked'
        ? answerByOf(order)
        : event === 'accepted' || event === 'delayed'
          ? promiseOf(order)
          : event === 'problem_answered'
            ? answerOf(order)
            : [];
  const news = subjectOf(event, mode, words)(orderName);
  return { title: news.charAt(0).toUpperCase() + news.slice(1), body: detail };
}

function sentencesOf(event: GuestEvent, order: ToldOrder): string[] {
  const { orderName, outletName, mode, language } = order;
  const words = wordsIn[language];
  switch (event) {
    case 'accepted':
      return [words.accepted(orderName), ...promiseOf(order)];
    case 'change_asked':
      return [words.changeAsked(orderName), ...answerByOf(order)];
    case 'delayed':
      return [words.delayed(orderName), ...promiseOf(order)];
    case 'ready':
      return mode === 'delivery'
        ? [words.onItsWay(orderName)]
        : [words.ready(orderName), words.pickUp(placeInMessage(outletName, language))];
    case 'cancelled': {
      const because = reasonIn(order.reason, words.reasons);
      return [
        words.cancelled(orderName),
        ...(because === null ? [] : [words.because(because)]),
        order.isPaidOnline ? words.moneyBack : words.nothingToPay,
      ];
    }
    case 'refunded':
      return [...refundOf(order), words.bankTakesDays];
    case 'problem_answered':
      return [words.problemAnswered(orderName), ...answerOf(order), words.readAnswer];
  }
}

/** The amount alone where it is the first refund; with a later one, the sum of all beside what was paid. */
function refundOf({ refund, orderName, mode, currency, language }: ToldOrder): string[] {
  if (refund === null) return [];
  const words = wordsIn[language];
  const { amount, total, paid } = refund;
  const money = (one: MinorUnits) => formatMoney(one, currency, words.locale);
  const sum = total === amount ? [] : [words.refundedInAll(money(total), money(paid))];
  const told = mode === 'dine-in' ? words.refundedAtTable : words.refunded;
  return [told(money(amount), orderName), ...sum];
}

/** Without the words of staff, which are on the page. */
function answerOf({ answer, currency, language }: ToldOrder): string[] {
  if (answer === null || answer.amount === null) return [];
  const words = wordsIn[language];
  const amount = formatMoney(answer.amount, currency, words.locale);
  if (answer.kind === 'voucher') return [words.answeredVoucher(amount)];
  return [answer.isByHand ? words.answeredByHand(amount) : words.answeredRefund(amount)];
}

/** A promise of the next hours is a time, any other has its day; so has the time that the guest chose. */
function promiseOf({ promise, mode, timeZone, now, language }: ToldOrder): string[] {
  if (promise === null) return [];
  const words = wordsIn[language];
  const { at, isSlot } = promise;
  if (isSlot || at.getTime() - now.getTime() > DAY / 2)
    return [words.plannedFor(ticketTime(at, timeZone, now, words.locale))];
  const time = timeOfMinutes(wallTime(at, timeZone).minuteOfDay);
  return [mode === 'delivery' ? words.withYouBy(time) : words.readyBy(time)];
}

/** The confirmation says it, because the law wants it said before the dish is handed over. */
function allergensOf({ allergens, language }: ToldOrder): string[] {
  if (allergens.length === 0) return [];
  const { contains, comma } = wordsIn[language];
  const dishes = allergens.map(({ dish, names }) => {
    const foods = names.map((name) => foodName(name, language)).join(comma);
    return `${sentenceInMessage(dish) ?? ''}: ${foods}.`;
  });
  return [`${contains} ${dishes.join(' ')}`];
}

function answerByOf({ answerBy, timeZone, language }: ToldOrder): string[] {
  if (answerBy === null) return [];
  return [wordsIn[language].answerBy(timeOfMinutes(wallTime(answerBy, timeZone).minuteOfDay))];
}

function phoneOf({ outletPhone, language }: ToldOrder): string[] {
  return outletPhone === '' ? [] : [wordsIn[language].call(outletPhone)];
}

function subjectOf(event: GuestEvent, mode: Mode, { subjects }: MessageWords): (name: string) => string {
  return event === 'ready' && mode === 'delivery' ? subjects.onItsWay : subjects[event];
}

/** Null where the reason says nothing: none, or `other`. */
function reasonIn(reason: string | null, words: CancelReasonWords): string | null {
  if (reason === null || reason === 'other') return null;
  return isCancelReason(reason) ? words[reason] : sentenceInMessage(reason);
}

interface MessageWords {
  locale: string;
  subjects: Record<GuestEvent | 'onItsWay', (name: string) => string>;
  from: (restaurant: string, outlet: string) => string;
  accepted: (name: string) => string;
  delayed: (name: string) => string;
  changeAsked: (name: string) => string;
  answerBy: (time: string) => string;
  readyBy: (time: string) => string;
  withYouBy: (time: string) => string;
  plannedFor: (time: string) => string;
  ready: (name: string) => string;
  pickUp: (outlet: string) => string;
  onItsWay: (name: string) => string;
  cancelled: (name: string) => string;
  because: (reason: string) => string;
  nothingToPay: string;
  moneyBack: string;
  refunded: (amount: string, name: string) => string;
  refundedAtTable: (amount: string, name: string) => string;
  refundedInAll: (total: string, paid: string) => string;
  bankTakesDays: string;
  problemAnswered: (name: string) => string;
  answeredRefund: (amount: string) => string;
  answeredByHand: (amount: string) => string;
  answeredVoucher: (amount: string) => string;
  readAnswer: string;
  call: (phone: string) => string;
  contains: string;
  comma: string;
  open: string;
  reasons: CancelReasonWords;
}

const wordsIn: Record<Language, MessageWords> = {
  en: {
    locale: 'en',
    subjects: {
      accepted: (name) => `your order #${name} was accepted`,
      change_asked: (name) => `a question about your order #${name}`,
      delayed: (name) => `new time for your order #${name}`,
      ready: (name) => `your order #${name} is ready`,
      onItsWay: (name) => `your order #${name} is on its way`,
      cancelled: (name) => `your order #${name} was cancelled`,
      refunded: (name) => `refund for your order #${name}`,
      problem_answered: (name) => `an answer about your order #${name}`,
    },
    from: (restaurant, outlet) => `This is about your order at ${restaurant}, ${outlet}.`,
    accepted: (name) => `Your order #${name} was accepted.`,
    delayed: (name) => `Your order #${name} has a new time.`,
    changeAsked: (name) => `The restaurant would like to change your order #${name} and needs your answer.`,
    answerBy: (time) => `Open the order and answer by ${time}; without an answer it stays as you ordered it.`,
    readyBy: (time) => `It will be ready by about ${time}.`,
    withYouBy: (time) => `It will be with you by about ${time}.`,
    plannedFor: (time) => `It is planned for ${time}.`,
    ready: (name) => `Your order #${name} is ready.`,
    pickUp: (outlet) => `You can now pick it up at ${outlet}.`,
    onItsWay: (name) => `Your order #${name} is on its way.`,
    cancelled: (name) => `Your order #${name} was cancelled.`,
    because: (reason) => `Reason: ${reason}.`,
    nothingToPay: 'There is nothing to pay.',
    moneyBack: 'What you paid online goes back to you.',
    refunded: (amount, name) => `${amount} was refunded for your order #${name}.`,
    refundedAtTable: (amount, name) => `${amount} of your order #${name} was refunded to whoever paid it at the table.`,
    refundedInAll: (total, paid) => `That makes ${total} of ${paid}.`,
    bankTakesDays: 'Your bank may take a few days to show it.',
    problemAnswered: (name) => `The restaurant has answered your report about order #${name}.`,
    answeredRefund: (amount) => `You get ${amount} back.`,
    answeredByHand: (amount) => `You get ${amount} back in person.`,
    answeredVoucher: (amount) => `You have a voucher of ${amount} for your next order.`,
    readAnswer: 'Open the order to read the answer.',
    call: (phone) => `Call ${phone} with any question.`,
    contains: 'What it contains, as the restaurant declares it:',
    comma: ', ',
    open: 'Open the order',
    reasons: englishCancelReasons,
  },
  ar: {
    locale: 'ar-AE-u-nu-latn',
    subjects: {
      accepted: (name) => `قبِل المطعم طلبك رقم ${name}`,
      change_asked: (name) => `سؤال عن طلبك رقم ${name}`,
      delayed: (name) => `موعد جديد لطلبك رقم ${name}`,
      ready: (name) => `طلبك رقم ${name} جاهز`,
      onItsWay: (name) => `طلبك رقم ${name} في الطريق إليك`,
      cancelled: (name) => `أُلغي طلبك رقم ${name}`,
      refunded: (name) => `مبلغ مُعاد من طلبك رقم ${name}`,
      problem_answered: (name) => `رد المطعم بشأن طلبك رقم ${name}`,
    },
    from: (restaurant, outlet) => `هذه الرسالة بخصوص طلبك من ${restaurant}، ${outlet}.`,
    accepted: (name) => `قبِل المطعم طلبك رقم ${name}.`,
    delayed: (name) => `تغيّر موعد طلبك رقم ${name}.`,
    changeAsked: (name) => `يود المطعم تعديل طلبك رقم ${name} وينتظر جوابك.`,
    answerBy: (time) => `افتح الطلب وأجب قبل الساعة ${time}؛ ومن دون جواب يبقى كما طلبته.`,
    readyBy: (time) => `سيكون جاهزًا قرابة الساعة ${time}.`,
    withYouBy: (time) => `يصلك نحو الساعة ${time}.`,
    plannedFor: (time) => `موعده: ${time}.`,
    ready: (name) => `طلبك رقم ${name} جاهز.`,
    pickUp: (outlet) => `يمكنك الآن استلامه من ${outlet}.`,
    onItsWay: (name) => `طلبك رقم ${name} في الطريق إليك.`,
    cancelled: (name) => `أُلغي طلبك رقم ${name}.`,
    because: (reason) => `السبب: ${reason}.`,
    nothingToPay: 'لا يلزمك دفع أي مبلغ.',
    moneyBack: 'المبلغ الذي دفعته عبر الإنترنت يعود إليك.',
    refunded: (amount, name) => `أُعيد إليك ${amount} من طلبك رقم ${name}.`,
    refundedAtTable: (amount, name) => `أُعيد ${amount} من طلبك رقم ${name} إلى من دفعه على الطاولة.`,
    refundedInAll: (total, paid) => `أُعيد ${total} من أصل ${paid} في المجموع.`,
    bankTakesDays: 'قد يحتاج مصرفك أيامًا قليلة لإظهاره.',
    problemAnswered: (name) => `ردّ المطعم على بلاغك عن طلبك رقم ${name}.`,
    answeredRefund: (amount) => `المبلغ ${amount} يعود إليك.`,
    answeredByHand: (amount) => `يُعاد إليك ${amount} يدًا بيد.`,
    answeredVoucher: (amount) => `لك قسيمة بقيمة ${amount} لطلبك القادم.`,
    readAnswer: 'افتح الطلب لقراءة الرد.',
    // Without the mark the plus sign stands behind the digits.
    call: (phone) => `لأي استفسار اتصل على \u200e${phone}.`,
    contains: 'ما تحتوي عليه الأطباق كما صرّح به المطعم:',
    comma: '، ',
    open: 'افتح الطلب',
    reasons: arabicCancelReasons,
  },
};
