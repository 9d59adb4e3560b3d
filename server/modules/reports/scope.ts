import { type RawBuilder, sql } from 'kysely';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { ReportScope } from '#contract/reports/reports.ts';
import { DAY_MINUTES, MINUTE } from '#contract/base/time.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/** The restaurant, outlets and days of a report. */
export interface Scope {
  restaurantId: RestaurantId;
  from: string;
  to: string;
  outletId: OutletId | null;
}

/** @throws report.days_invalid */
export function requireScope(restaurantId: RestaurantId, { from, to, outletId }: ReportScope): Scope {
  const days = (Date.parse(to) - Date.parse(from)) / (DAY_MINUTES * MINUTE) + 1;
  if (days < 1 || days > limits.reportDaysMax) {
    throw new Refusal('report.days_invalid', { most: limits.reportDaysMax });
  }
  return { restaurantId, from, to, outletId: outletId ?? null };
}

/** Whether an order `o` counts; test orders never do. */
export function isInScope({ restaurantId, from, to, outletId }: Scope): RawBuilder<boolean> {
  const isOfOutlet = outletId === null ? sql`true` : sql`o.outlet_id = ${outletId}::uuid`;
  return sql<boolean>`o.restaurant_id = ${restaurantId} and o.placed_on between ${from}::date and ${to}::date
    and not o.is_test and ${isOfOutlet}`;
}
