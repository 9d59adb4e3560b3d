import { DAY_MINUTES, weekdays } from '../../base/time.ts';
import { type OpeningHours, hasOpeningHours, spansOf } from '../../outlets/opening-hours.ts';
import type { Menu } from '../menus.ts';
import { shownMenus } from '../menu-sale.ts';
import { activeOutlets, type CheckFacts, shownCategories } from './facts.ts';
import { type Finding, finding } from './finding.ts';

/** Checks that there is a menu that guests see, with items on it, and that each is sold at some time. */
export function checkMenus(facts: CheckFacts): Finding[] {
  const { restaurant, menus } = facts;
  const [first] = menus;
  const shown = shownMenus(menus);
  if (first === undefined) return [finding('menu.none', 'restaurant', restaurant)];
  if (shown[0] === undefined) return [finding('menu.none_live', 'menu', first)];
  const isItem = new Set(facts.items.filter(({ type }) => type === 'item').map(({ _id }) => _id));
  const categories = shownCategories(facts);
  const empty = categories.filter(({ items }) => !items.some(({ _id }) => isItem.has(_id)));
  const hidden = menus.filter((menu) => menu.state === 'true' && !shown.includes(menu));
  return [
    ...(empty.length === categories.length
      ? [finding('menu.empty', 'menu', shown[0])]
      : empty.map((category) => finding('category.empty', 'category', category))),
    ...hidden.map((menu) => finding('menu.not_shown', 'menu', menu)),
    ...shown
      .filter(({ sale }) => sale !== undefined && isNeverSold(sale, facts))
      .map((menu) => finding('menu.never_sold', 'menu', menu)),
  ];
}

/** Whether no active outlet takes orders in a mode and at a time of the menu. Outlets without hours have findings of their own. */
function isNeverSold({ hours, modes, outletIds }: NonNullable<Menu['sale']>, facts: CheckFacts): boolean {
  const active = activeOutlets(facts);
  const places = active
    .filter(({ _id }) => outletIds?.includes(_id) ?? true)
    .flatMap((outlet) =>
      outlet.modes.filter(({ mode }) => {
        const isOn =
          mode === 'dine-in' ? outlet.modes.some((one) => one.mode === mode && one.acceptsOrders) : outlet[mode];
        return isOn && (modes?.includes(mode) ?? true);
      }),
    );
  if (active.length === 0) return false;
  if (places.length === 0) return true;
  const timed = places.filter(({ openingHours }) => hasOpeningHours(openingHours));
  return hours !== undefined && timed.length > 0 && !timed.some(({ openingHours }) => overlap(hours, openingHours));
}

const WEEK = weekdays.length * DAY_MINUTES;

/** Whether two weeks share a minute. */
export function overlap(one: OpeningHours, other: OpeningHours): boolean {
  return spansOfWeek(one).some((a) =>
    spansOfWeek(other).some(
      (b) => (b.from - a.from + WEEK) % WEEK < a.to - a.from || (a.from - b.from + WEEK) % WEEK < b.to - b.from,
    ),
  );
}

/** In minutes from the beginning of Sunday. */
function spansOfWeek(hours: OpeningHours): { from: number; to: number }[] {
  return hours.flatMap(({ day, open, periods }) => {
    const midnight = weekdays.indexOf(day) * DAY_MINUTES;
    return open ? spansOf(periods).map(({ from, to }) => ({ from: midnight + from, to: midnight + to })) : [];
  });
}
