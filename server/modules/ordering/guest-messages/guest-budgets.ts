import type { BudgetKind } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { GuestChannel, GuestEvent } from '#contract/ordering/guest-events.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { restaurantBudget } from '#server/modules/restaurants/message-budgets.ts';
import { counterKey, type RateRule } from '#server/rate-limits/rate-counters.ts';

/** Messages about cancelled orders to a guest in a day, by text and by mail each. */
const cancelledPerGuestDay = 5;
/** Other messages of a restaurant about orders to a guest, likewise: three orders, each with a new time or two. */
const otherPerGuestDay = 15;
/** Texts of all restaurants about cancelled orders to the numbers of a country in an hour. */
const perCountryHour = 200;
const daySeconds = 24 * 3600;

type PaidChannel = Exclude<GuestChannel, 'push'>;

/** The budgets of a restaurant that a message counts against. Cancelled orders have their own: the others must not use them up. */
const budgetKindsOf = {
  mail: { cancelled: 'cancelled_mail', other: 'order_mail' },
  sms: { cancelled: 'cancelled_text', other: 'order_text' },
} as const satisfies Record<PaidChannel, Record<'cancelled' | 'other', BudgetKind>>;

/** The platform pays for messages, and a restaurant could have them sent by ordering and cancelling. */
export async function guestBudgets(
  tx: Tx,
  restaurantId: RestaurantId,
  event: GuestEvent,
  channel: GuestChannel,
  to: string,
): Promise<RateRule[]> {
  // A push costs nothing, and goes to whoever asked for it.
  if (channel === 'push') return [];
  const isCancelled = event === 'cancelled';
  const restaurant = await restaurantBudget(
    tx,
    restaurantId,
    budgetKindsOf[channel][isCancelled ? 'cancelled' : 'other'],
  );
  const guest = {
    // Cancelled orders count for all restaurants together: strangers could be written to by many of them.
    key: isCancelled
      ? counterKey(`cancelled:${guestSubjects[channel]}`, to.toLowerCase())
      : counterKey(`order:${guestSubjects[channel]}`, restaurantId, to.toLowerCase()),
    limit: isCancelled ? cancelledPerGuestDay : otherPerGuestDay,
    windowSeconds: daySeconds,
  };
  return channel === 'sms' && isCancelled ? [restaurant, guest, countryBudget(to)] : [restaurant, guest];
}

const guestSubjects: Record<PaidChannel, string> = { mail: 'mail-address', sms: 'text-number' };

/**
 * Bounds what strangers' cancelled orders cost in all. Accepted ones have none: all restaurants of a country would wait for
 * one counter with each order, and somebody in a kitchen has taken them.
 */
function countryBudget(phone: string): RateRule {
  const country = findPhoneNumber(phone, 'AE')?.country ?? 'none';
  return { key: counterKey('cancelled:text-country', country), limit: perCountryHour, windowSeconds: 3600 };
}
