/** Why an order was not handed over. `reason` of a failed delivery is one of these codes, or the words that the driver typed. */
export const failureReasons = ['nobody_there', 'wrong_address', 'refused', 'cannot_pay', 'accident'] as const;
/** Reasons of couriers: the company gave up, refused, was silent, or the courier could not hand over. */
const courierReasons = ['courier_gave_up', 'courier_refused', 'courier_silent', 'courier_failed'] as const;
export type CourierReason = (typeof courierReasons)[number];
type FailureReason = (typeof failureReasons)[number] | CourierReason;

/** The words of the codes; whatever is no code is shown as it was typed. */
export type FailureReasonWords = Readonly<Record<FailureReason, string>>;

export function failureReasonText(reason: string, words: FailureReasonWords): string {
  return isFailureReason(reason) ? words[reason] : reason;
}

function isFailureReason(reason: string): reason is FailureReason {
  return ([...failureReasons, ...courierReasons] as readonly string[]).includes(reason);
}
