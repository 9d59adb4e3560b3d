/** When and how a menu is sold (decision 98). Server and screens share the rule. */
import type { Mode } from '../base/enumerations.ts';
import type { OutletId } from '../base/ids.ts';
import { MINUTE } from '../base/time.ts';
import { isOpenAt, type OpeningHours } from '../outlets/opening-hours.ts';

/** Limits of a menu; one that is null or left out is none. Hours run on the clock of the outlet. */
export interface MenuSale {
  hours?: OpeningHours | null | undefined;
  modes?: readonly Mode[] | null | undefined;
  outletIds?: readonly OutletId[] | null | undefined;
}

/** Where and how an order is placed. */
export interface SalePlace {
  outletId: OutletId;
  timeZone: string;
  mode: Mode;
}

/**
 * Minutes ago at which a menu has to be sold for a basket that is sent now: less than ten after its end it may still be sent. Periods are on
 * steps of five minutes, so none falls between these instants.
 */
export const sinceMinutes = [0, 5, 10];

/** Whether the menu is sold at the place to those who want the food at that time. */
export function isSoldAt({ hours, modes, outletIds }: MenuSale, { outletId, timeZone, mode }: SalePlace, at: Date) {
  return (
    (outletIds?.includes(outletId) ?? true) &&
    (modes?.includes(mode) ?? true) &&
    (!hours || isOpenAt(hours, at, timeZone))
  );
}

/** Whether an order that is placed now can hold dishes of the menu. `wantedAt` is the time it is scheduled for; null: now, with the grace. */
export function canOrder(sale: MenuSale, place: SalePlace, now: Date, wantedAt: Date | null): boolean {
  if (wantedAt !== null) return isSoldAt(sale, place, wantedAt);
  return sinceMinutes.some((minutes) => isSoldAt(sale, place, new Date(now.getTime() - minutes * MINUTE)));
}

/** Whether the menu has any limit. */
export function isLimited({ hours, modes, outletIds }: MenuSale): boolean {
  return Boolean(hours ?? modes ?? outletIds);
}

/**
 * The menus that guests see, in the order given: the first Live one without limits, and all Live ones with limits, which say themselves
 * where and when they are sold.
 */
export function shownMenus<One extends { state: 'true' | 'false'; sale?: MenuSale | undefined }>(
  menus: readonly One[],
): One[] {
  const live = menus.filter(({ state }) => state === 'true');
  const first = live.find(({ sale = {} }) => !isLimited(sale));
  return live.filter((menu) => menu === first || isLimited(menu.sale ?? {}));
}
