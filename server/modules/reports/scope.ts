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
