/** The words of the messages that tell a guest of a cancelled order. */
import type { Language } from '#contract/base/enumerations.ts';
import {
  arabicCancelReasons,
  type CancelReasonWords,
  englishCancelReasons,
  isCancelReason,
} from '#contract/ordering/cancel-reasons.ts';
import { mailOf } from '#server/modules/outbound/letter.ts';
import type { MailMessage } from '#server/modules/outbound/mail.ts';
import { placeInMessage, sentenceInMessage } from '#server/modules/outbound/name-in-message.ts';

interface CancelledOrder {
  /** The number that people say: '12', or 'M-12'. */
  orderName: string;
  restaurantName: string;
  outletName: string;
  /** Empty: guests cannot call. */
  outletPhone: string;
  /** A code, or the words of staff. */
  reason: string | null;
  language: Language;
  /** The page on which the guest follows the order. */
  address: string;
}

/** One or two messages of a phone. */
export function cancelledText(order: CancelledOrder): string {
  return `${placeInMessage(order.restaurantName, order.language)}: ${sentencesOf(order).join(' ')}`;
}

export function cancelledMail(to: string, order: CancelledOrder): MailMessage {
  const { language, orderName, address } = order;
  const words = wordsIn[language];
  const restaurant = placeInMessage(order.restaurantName, language);
  return mailOf({
    to,
    language,
    subject: `${restaurant}: ${words.subject(orderName)}`,
    paragraphs: [words.from(restaurant, placeInMessage(order.outletName, language)), sentencesOf(order).join(' ')],
    link: { label: words.open, address },
  });
}

function sentencesOf({ orderName, outletPhone, reason, language }: CancelledOrder): string[] {
  const words = wordsIn[language];
  const because = reasonIn(reason, words.reasons);
  return [
    words.cancelled(orderName),
    ...(because === null ? [] : [words.because(because)]),
    words.nothingToPay,
    ...(outletPhone === '' ? [] : [words.call(outletPhone)]),
  ];
}

/** Null where the reason says nothing: none, or `other`. */
function reasonIn(reason: string | null, words: CancelReasonWords): string | null {
  if (reason === null || reason === 'other') return null;
  return isCancelReason(reason) ? words[reason] : sentenceInMessage(reason);
}

interface MessageWords {
  subject: (name: string) => string;
  from: (restaurant: string, outlet: string) => string;
  cancelled: (name: string) => string;
  because: (reason: string) => string;
  nothingToPay: string;
  call: (phone: string) => string;
  open: string;
  reasons: CancelReasonWords;
}

const wordsIn: Record<Language, MessageWords> = {
  en: {
    subject: (name) => `your order #${name} was cancelled`,
    from: (restaurant, outlet) => `This is about your order at ${restaurant}, ${outlet}.`,
    cancelled: (name) => `Your order #${name} was cancelled.`,
    because: (reason) => `Reason: ${reason}.`,
    nothingToPay: 'There is nothing to pay.',
    call: (phone) => `Call ${phone} with any question.`,
    open: 'Open the order',
    reasons: englishCancelReasons,
  },
  ar: {
    subject: (name) => `أُلغي طلبك رقم ${name}`,
    from: (restaurant, outlet) => `هذه الرسالة بخصوص طلبك من ${restaurant}، ${outlet}.`,
    cancelled: (name) => `أُلغي طلبك رقم ${name}.`,
    because: (reason) => `السبب: ${reason}.`,
    nothingToPay: 'لا يلزمك دفع أي مبلغ.',
    // Without the mark the plus sign stands behind the digits.
    call: (phone) => `لأي استفسار اتصل على \u200e${phone}.`,
    open: 'افتح الطلب',
    reasons: arabicCancelReasons,
  },
};
