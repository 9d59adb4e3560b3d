import type { CatalogueItem } from '#contract/menu/catalogue.ts';
import { type BasketLine, newKey } from './stored-basket.ts';

/** One portion of a dish of which nothing has to be chosen. */
export function plainLine({ _id, name, price }: CatalogueItem): BasketLine {
  return { id: newKey(), _id, name, price, modifierList: [], quantity: 1, totalPrice: price, note: '' };
}
