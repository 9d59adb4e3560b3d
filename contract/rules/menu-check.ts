/**
 * "Can a guest really order this?" (features section 3, point 8): everything that keeps guests from ordering, and what would only
 * look careless. It takes the restaurant as the API answers it, so that a screen can ask about what it has at hand.
 */
import type { CheckFacts } from './menu-check/facts.ts';
import type { Finding } from './menu-check/finding.ts';
import { checkItems } from './menu-check/items.ts';
import { checkMenus } from './menu-check/menus.ts';
import { checkOutlets } from './menu-check/outlets.ts';
import { checkTranslations } from './menu-check/translations.ts';

/**
 * Everything that was found, what blocks first. Without a finding that blocks, each active outlet can be ordered from in each of
 * its modes, at its hours.
 */
export function checkMenu(facts: CheckFacts): Finding[] {
  const found = [...checkMenus(facts), ...checkOutlets(facts), ...checkItems(facts), ...checkTranslations(facts)];
  return found.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
}

const order = ['blocks', 'warns'];
