/** Changes of single lines. */
import type { BasketLine, StoredBasket } from './stored-basket.ts';

export function replaceLine(basket: StoredBasket, line: BasketLine): StoredBasket {
  return { ...basket, items: basket.items.map((other) => (other.id === line.id ? line : other)) };
}

/** Puts a removed line back where it was. */
export function restoreLine(basket: StoredBasket, line: BasketLine, index: number): StoredBasket {
  return { ...basket, items: basket.items.toSpliced(index, 0, line) };
}
