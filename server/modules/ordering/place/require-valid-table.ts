import type { RestaurantId } from '#contract/base/ids.ts';
import { isTableCode } from '#server/modules/dining/table-code.ts';
import type { BasketFacts, BasketQuestion } from '../quote/read-basket-facts.ts';

/**
 * Keeps the basket's table in the facts only if its code is valid: signed by this server for that table, with its
 * present code. Remembered facts may be too old to tell, which the statement that writes the order detects.
 */
export function requireValidTable(
  facts: BasketFacts,
  restaurantId: RestaurantId,
  { outletId, table: code }: BasketQuestion,
  secret: string | undefined,
): BasketFacts {
  const { table } = facts;
  if (table === null) return facts;
  const coded = { restaurantId, outletId, id: table.id, number: table.number, version: table.codeVersion };
  const isGood = secret !== undefined && code && isTableCode(secret, coded, code);
  return isGood ? facts : { ...facts, table: null };
}
