import type { BudgetKind } from '#contract/base/enumerations.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { MessageBudget } from '#contract/platform/message-budgets.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findPhoneNumber } from '#server/modules/outbound/phone.ts';
import { counterKey, type RateRule, readCounters } from '#server/rate-limits/rate-counters.ts';

const day = 24;

/** The budgets of a restaurant: its column, the name of its counter, and the hours after which it begins anew. */
export const messageBudgets = {
  guest_code: { column: 'codes_per_day', counter: 'code:restaurant-day', hours: day },
  alert_mail: { column: 'alert_mails_per_day', counter: 'escalation:mail-restaurant', hours: day },
  alert_call: { column: 'alert_calls_per_day', counter: 'escalation:call-restaurant', hours: day },
  cancelled_text: { column: 'cancelled_texts_per_day', counter: 'cancelled:text-restaurant', hours: day },
  cancelled_mail: { column: 'cancelled_mails_per_day', counter: 'cancelled:mail-restaurant', hours: day },
  order_text: { column: 'order_texts_per_day', counter: 'order:text-restaurant', hours: day },
  order_mail: { column: 'order_mails_per_day', counter: 'order:mail-restaurant', hours: day },
  invitation: { column: 'invitations_per_hour', counter: 'invite:restaurant', hours: 1 },
} as const satisfies Record<BudgetKind, { column: string; counter: string; hours: number }>;

/** The counter of a budget. A guest's call may name a restaurant that does not exist, which is counted alike. */
export function budgetKey(kind: BudgetKind, restaurant: string): string {
  return counterKey(messageBudgets[kind].counter, restaurant);
}

export async function restaurantBudget(tx: Tx, restaurantId: RestaurantId, kind: BudgetKind): Promise<RateRule> {
  const { column, hours } = messageBudgets[kind];
  const { limit } = await tx
    .selectFrom('restaurants')
    .select(`${column} as limit`)
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return { key: budgetKey(kind, restaurantId), limit, windowSeconds: hours * 3600 };
}

/** The messages of these kinds that the restaurant has sent, beside its budgets. */
export async function readMessageBudgets<Kind extends BudgetKind>(
  tx: Tx,
  restaurantId: RestaurantId,
  kinds: readonly Kind[],
  now: Date,
): Promise<(MessageBudget & { kind: Kind })[]> {
  const keys = kinds.map((kind) => budgetKey(kind, restaurantId));
  const [row, counts] = await Promise.all([
    tx
      .selectFrom('restaurants')
      .select(kinds.map((kind) => messageBudgets[kind].column))
      .where('id', '=', restaurantId)
      .executeTakeFirstOrThrow(),
    readCounters(tx, keys, now),
  ]);
  return kinds.map((kind, index) => {
    const { column, hours } = messageBudgets[kind];
    return { kind, sent: counts[index]!, budget: row[column], hours };
  });
}

/** A budget set by the platform. That of codes becomes the ceiling of the owner's own setting as well. */
export async function setMessageBudget(
  tx: Tx,
  restaurantId: RestaurantId,
  kind: BudgetKind,
  budget: number,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('restaurants')
    .set({
      [messageBudgets[kind].column]: budget,
      ...(kind === 'guest_code' && { codes_per_day_max: budget }),
      updated_at: now,
    })
    .where('id', '=', restaurantId)
    .execute();
}

/** Seconds between two mails, and between two calls, of an outlet: the later one tells of all orders that wait. */
const outletSeconds = 5 * 60;
/** Calls of all restaurants to the numbers of a country in an hour. */
const perCountryHour = 200;

export function outletBudget(outletId: OutletId, step: 'mail' | 'call'): RateRule {
  return { key: counterKey(`escalation:${step}-outlet`, outletId), limit: 1, windowSeconds: outletSeconds };
}

/** The limits on a restaurant's alerts: the platform pays for them, and strangers could get them. */
export async function alertBudgets(
  tx: Tx,
  restaurantId: RestaurantId,
  step: 'mail' | 'call',
  contact: string,
): Promise<RateRule[]> {
  if (step === 'mail') return [await restaurantBudget(tx, restaurantId, 'alert_mail')];
  const country = findPhoneNumber(contact, 'ZZ')?.country ?? 'none';
  const perCountry = { key: counterKey('escalation:call-country', country), limit: perCountryHour };
  return [await restaurantBudget(tx, restaurantId, 'alert_call'), { ...perCountry, windowSeconds: 3600 }];
}
