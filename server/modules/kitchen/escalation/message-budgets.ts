import type { Escalation } from '#contract/base/enumerations.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { counterKey, type RateRule } from '#server/rate-limits/rate-counters.ts';

/** The steps that send something. */
export type MessageStep = Extract<Escalation, 'mail' | 'call'>;

/** Seconds between two mails, and between two calls, of an outlet: the later one tells of all orders that wait. */
const outletSeconds = 5 * 60;
/** Mails, and calls, of a restaurant in a day. */
const perRestaurantDay = 100;
/** Calls of all restaurants to the numbers of a country in an hour. */
const perCountryHour = 200;

/** The limits on messages about waiting orders: the platform pays for them, and strangers could get them. */
export function messageBudgets(
  restaurantId: RestaurantId,
  outletId: OutletId,
  step: MessageStep,
  phone: string,
): RateRule[] {
  const own: RateRule[] = [
    { key: counterKey(`escalation:${step}-outlet`, outletId), limit: 1, windowSeconds: outletSeconds },
    {
      key: counterKey(`escalation:${step}-restaurant`, restaurantId),
      limit: perRestaurantDay,
      windowSeconds: 24 * 3600,
    },
  ];
  if (step === 'mail') return own;
  const country = findPhoneNumber(phone, 'AE')?.country ?? 'none';
  return [...own, { key: counterKey('escalation:call-country', country), limit: perCountryHour, windowSeconds: 3600 }];
}
