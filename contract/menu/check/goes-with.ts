import { type OpeningHours, hasOpeningHours } from '../../outlets/opening-hours.ts';
import type { Mode } from '../../base/enumerations.ts';
import { shownMenus } from '../menu-sale.ts';
import type { Item, Menu } from '../menus.ts';
import { activeOutlets, type CheckFacts } from './facts.ts';
import { type Finding, finding } from './finding.ts';
import { overlap } from './menus.ts';

type Sale = NonNullable<Menu['sale']>;

/**
 * Dishes whose suggestions guests never see, because nobody can order both together. A dish that is sold nowhere itself has a finding of its
 * own, if any: what goes with it does not matter.
 */
export function checkGoesWith(facts: CheckFacts): Finding[] {
  const choosing = facts.items.filter(({ goesWith }) => goesWith !== undefined && goesWith.length > 0);
  if (choosing.length === 0) return [];
  const items = new Map(facts.items.map((item) => [item._id, item]));
  const salesAt = salesByOutlet(facts);
  const isSomewhere = (item: Item) => [...salesAt.values()].some((sales) => salesOf(sales, item).length > 0);
  return choosing.filter(isSomewhere).flatMap((item) => {
    const never = item.goesWith!.flatMap((id) => {
      const other = items.get(id);
      const areTogether =
        other === undefined ||
        [...salesAt.values()].some((sales) =>
          salesOf(sales, item).some((one) => salesOf(sales, other).some((two) => meet(one, two))),
        );
      return areTogether ? [] : [other.name];
    });
    return never.length === 0 ? [] : [finding('item.never_sold_with', 'item', item, { dishes: never })];
  });
}

interface OutletSales {
  outletId: string;
  /** Modes and hours in which the outlet sells the dishes of a category that is on there, by dish. */
  sales: ReadonlyMap<string, Sale[]>;
}

function salesOf({ outletId, sales }: OutletSales, { _id, InActiveOutletIds }: Item): Sale[] {
  return InActiveOutletIds.some((off) => off._id === outletId) ? [] : (sales.get(_id) ?? []);
}

function salesByOutlet(facts: CheckFacts): Map<string, OutletSales> {
  const shown = new Map(shownMenus(facts.menus).map((menu) => [menu._id, menu.sale ?? {}]));
  return new Map(
    activeOutlets(facts).map(({ _id: outletId }) => {
      const sales = new Map<string, Sale[]>();
      for (const { menuId, items, InActiveOutletIds } of facts.categories) {
        const sale = shown.get(menuId);
        const isHere = sale !== undefined && (sale.outletIds?.includes(outletId) ?? true);
        if (!isHere || InActiveOutletIds.some(({ _id }) => _id === outletId)) continue;
        for (const { _id } of items) sales.set(_id, [...(sales.get(_id) ?? []), sale]);
      }
      return [outletId, { outletId, sales }];
    }),
  );
}

/** Whether two menus of one outlet are sold in a mode and at a time of both. */
function meet(one: Sale, other: Sale): boolean {
  return shareMode(one.modes, other.modes) && shareHours(one.hours, other.hours);
}

function shareMode(one: readonly Mode[] | undefined, other: readonly Mode[] | undefined): boolean {
  return one === undefined || other === undefined || one.some((mode) => other.includes(mode));
}

function shareHours(one: OpeningHours | undefined, other: OpeningHours | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  return hasOpeningHours(one) && hasOpeningHours(other) && overlap(one, other);
}
