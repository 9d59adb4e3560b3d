import { foodsOfLine } from '#contract/menu/allergens.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { commaList } from '../../words/lists.ts';
import { words } from '../../words/words.ts';

/** 'Contains: Gluten, Milk' of a dish with its options, as it was ordered; null where nothing was declared. */
export function allergensText(line: OrderLine): string | null {
  const names = foodsOfLine(line).allergens.map((one) => words.menu.items.allergenNames[one]);
  return names.length === 0 ? null : words.ordering.contains({ names: commaList(names) });
}
