/** How full kitchens with a limit are in the next hour. Pure functions. */
import type { KitchenLoad } from '#contract/ordering/capacity/kitchen-load.ts';

/** Four quarters: what orders that come now are put into. */
const quartersOfHour = 4;

/** The share of the next hour that is taken, in percent, of the fullest kitchen; null where none has a limit. */
export function percentOfHour(
  kitchens: readonly Pick<KitchenLoad, 'makeMinutesPerQuarter' | 'quarters'>[],
): number | null {
  if (kitchens.length === 0) return null;
  return Math.max(
    ...kitchens.map(({ makeMinutesPerQuarter: most, quarters }) => {
      const hour = quarters.slice(0, quartersOfHour);
      const taken = hour.reduce((sum, quarter) => sum + Math.min(quarter.taken, most), 0);
      // Full is said of a kitchen that is full.
      return Math.floor((100 * taken) / (most * hour.length));
    }),
  );
}

export function toneOf(percent: number): 'inherit' | 'warning' | 'error' {
  return percent === 100 ? 'error' : percent >= 75 ? 'warning' : 'inherit';
}
