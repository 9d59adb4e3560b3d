import { type CheckFacts, shownCategories, shownMenu } from './facts.ts';
import { type Finding, finding } from './finding.ts';

/** Checks that there is a menu that guests see, with items on it. */
export function checkMenus(facts: CheckFacts): Finding[] {
  const { restaurant, menus } = facts;
  const [first] = menus;
  const shown = shownMenu(facts);
  if (first === undefined) return [finding('menu.none', 'restaurant', restaurant)];
  if (shown === undefined) return [finding('menu.none_live', 'menu', first)];
  const isItem = new Set(facts.items.filter(({ type }) => type === 'item').map(({ _id }) => _id));
  const categories = shownCategories(facts);
  const empty = categories.filter(({ items }) => !items.some(({ _id }) => isItem.has(_id)));
  const hidden = menus.filter((menu) => menu.state === 'true' && menu !== shown);
  return [
    ...(empty.length === categories.length
      ? [finding('menu.empty', 'menu', shown)]
      : empty.map((category) => finding('category.empty', 'category', category))),
    ...hidden.map((menu) => finding('menu.not_shown', 'menu', menu)),
  ];
}
