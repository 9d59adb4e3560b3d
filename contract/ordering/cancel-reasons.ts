/** Why an order was cancelled. `cancelReason` of an order is one of these codes, or the words that staff typed themselves. */
export const cancelReasons = [
  'item_unavailable',
  'too_busy',
  'closing_early',
  'other',
  'not_accepted',
  'guest_cancelled',
] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** Reasons that the server gives itself: the deadline has passed, or the guest took the order back. */
const givenByServer: readonly CancelReason[] = ['not_accepted', 'guest_cancelled'];

/** The reasons that staff choose from. */
export const chosenCancelReasons = cancelReasons.filter((reason) => !givenByServer.includes(reason));

/** The words of the codes; whatever is no code is shown as it was typed. */
export type CancelReasonWords = Readonly<Record<CancelReason, string>>;

/** For tickets, CSV files, and guests who read English. */
export const englishCancelReasons: CancelReasonWords = {
  item_unavailable: 'Item unavailable',
  too_busy: 'Too busy',
  closing_early: 'Closing early',
  other: 'Other',
  not_accepted: 'The restaurant did not answer in time',
  guest_cancelled: 'Cancelled by the guest',
};

export const arabicCancelReasons: CancelReasonWords = {
  item_unavailable: 'أحد الأصناف غير متوفر',
  too_busy: 'المطعم مشغول جدًا',
  closing_early: 'يغلق المطعم مبكرًا اليوم',
  other: 'سبب آخر',
  not_accepted: 'لم يرد المطعم في الوقت المحدد',
  guest_cancelled: 'ألغاه الضيف',
};

export function cancelReasonText(reason: string, words: CancelReasonWords): string {
  return isCancelReason(reason) ? words[reason] : reason;
}

export function isCancelReason(reason: string): reason is CancelReason {
  return (cancelReasons as readonly string[]).includes(reason);
}
