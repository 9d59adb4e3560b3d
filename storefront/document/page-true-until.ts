/** Until when a page that is kept for its next readers says what is true. */
import type { Catalogue, CatalogueOutlet } from '#contract/menu/catalogue.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { isSoldAt, type MenuSale, sinceMinutes } from '#contract/menu/menu-sale.ts';
import { CLOSES_WITHIN_DAYS, OPENS_WITHIN_DAYS, specialDaysIn } from '#contract/outlets/opening-hours.ts';
import { unchangedUntil } from '#contract/outlets/unchanged-until.ts';
import { lastChance, slotsAt } from '../basket/slots.ts';
import { weekdaySuffices } from '../language/times.ts';
import type { ModePath } from '../routing/paths.ts';
import { type Asked, placeAt } from '../state/sales.ts';

/**
 * Distances at which pages look at the hours of an outlet, in milliseconds: for its state and 'today', for 'tomorrow', for a day that its
 * weekday names, and for the next opening and closing.
 */
const ahead = [0, DAY, weekdaySuffices, OPENS_WITHIN_DAYS * DAY, CLOSES_WITHIN_DAYS * DAY];
/** Times at which they look at the hours of a menu: a basket may be sent for some minutes after its end. */
const back = sinceMinutes.map((minutes) => -minutes * MINUTE);

/**
 * Milliseconds since the epoch, after the present: before it the page, rendered again from the same catalogue, would say the same. The catalogue
 * itself is another one when something that was sold out is back.
 */
export function pageTrueUntil(catalogue: Catalogue, asked: Asked): number {
  const { outlets, menus = [] } = catalogue;
  const now = asked.now.getTime();
  const sales = menus.map(({ sale }) => sale).filter(({ hours }) => hours);
  const changes = [
    ...outlets.flatMap((outlet) => [...outletChanges(outlet, now), ...menuChanges(outlet, sales, now)]),
    ...scheduledChanges(catalogue, sales, asked),
  ];
  return Math.min(Infinity, ...changes.filter((change) => change > now));
}

function outletChanges({ modes, specialDays, timeZone }: CatalogueOutlet, now: number): number[] {
  return Object.entries(modes).flatMap(([mode, { openingHours: hours, pausedUntil, busy }]) => {
    const special = specialDaysIn(specialDays, mode as ModePath);
    return [
      unchangedUntil({ hours, special, timeZone }, now, ahead),
      ...(pausedUntil === null ? [] : [Date.parse(pausedUntil), Date.parse(pausedUntil) - weekdaySuffices]),
      ...(busy === null ? [] : [Date.parse(busy.until)]),
    ];
  });
}

function menuChanges({ timeZone }: CatalogueOutlet, sales: readonly MenuSale[], now: number): number[] {
  return sales.flatMap(({ hours }) => (hours ? [unchangedUntil({ hours, timeZone }, now, back)] : []));
}

/** A menu that is not sold now points to orders for later, while there is a time for them in its hours. */
function scheduledChanges(catalogue: Catalogue, sales: readonly MenuSale[], { path, basket, now }: Asked): number[] {
  const { mode, outlet } = placeAt(catalogue, path, basket);
  const terms = outlet?.modes[mode];
  if (outlet === null || terms === undefined || sales.length === 0) return [];
  const place = { outletId: outlet._id, timeZone: outlet.timeZone, mode };
  const slots = slotsAt(outlet, mode, now);
  return sales.flatMap((sale) => {
    const last = isSoldAt(sale, place, now) ? undefined : slots.findLast((slot) => isSoldAt(sale, place, slot));
    return last === undefined ? [] : [lastChance(last, mode, terms) + 1];
  });
}
