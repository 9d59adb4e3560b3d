/**
 * The menu check: everything that keeps guests from ordering, and everything that would only look careless. It takes
 * the restaurant as the API answers it, so that a screen can run it on data it already has.
 */
import type { CheckFacts } from './facts.ts';
import { type Finding, finding } from './finding.ts';
import { checkGoesWith } from './goes-with.ts';
import { checkItems } from './items.ts';
import { checkMenus } from './menus.ts';
import { checkOutlets } from './outlets.ts';
import { checkTranslations } from './translations.ts';

/**
 * All findings, blocking ones first. Without a blocking finding guests can order from each active outlet in each of its
 * modes, during its hours.
 */
export function checkMenu(facts: CheckFacts): Finding[] {
  const found = [
    ...checkOwner(facts),
    ...checkMenus(facts),
    ...checkOutlets(facts),
    ...checkItems(facts),
    ...checkGoesWith(facts),
    ...checkTranslations(facts),
  ];
  return found.toSorted((one, other) => order.indexOf(one.severity) - order.indexOf(other.severity));
}

const order = ['blocks', 'warns'];

function checkOwner({ restaurant }: CheckFacts): Finding[] {
  return restaurant.isOwnerVerified ? [] : [finding('restaurant.email_unverified', 'restaurant', restaurant)];
}
