/**
 * "Can a guest really order this?" (features section 3, point 8): everything that keeps guests from ordering, and what would only
 * look careless. It takes the restaurant as the API answers it, so that a screen can ask about what it has at hand.
 */
import type { CheckFacts } from './facts.ts';
import type { Finding } from './finding.ts';
import { checkItems } from './items.ts';
import { checkMenus } from './menus.ts';
import { checkOutlets } from './outlets.ts';
import { checkTranslations } from './translations.ts';

/**
 * Everything that was found, what blocks first. Without a finding that blocks, each active outlet can be ordered from in each of
 * its modes, at its hours.
 */
export function checkMenu(facts: CheckFacts): Finding[] {
  const found = [...checkMenus(facts), ...checkOutlets(facts), ...checkItems(facts), ...checkTranslations(facts)];
  return found.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
}

const order = ['blocks', 'warns'];
