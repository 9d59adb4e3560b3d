import { cutText } from '#contract/base/cut-text.ts';
import { limits } from '#contract/base/limits.ts';

/**
 * Makes unique SKUs from names, none of them in `taken`: 'Chilli Paneer' is CHILLI-PANEER, the next one
 * CHILLI-PANEER-2.
 */
export function skuMaker(taken: Iterable<string>): (name: string) => string {
  const used = new Set(taken);
  // The next number of each base: counting from 2 again for each of many equal names would take their square.
  const numbers = new Map<string, number>();
  return (name) => {
    const base = wordsOf(name);
    let number = numbers.get(base) ?? 1;
    let sku = base;
    for (; used.has(sku); sku = `${base}-${number}`) number += 1;
    numbers.set(base, number);
    used.add(sku);
    return sku;
  };
}

function wordsOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-');
  const words = cutText(letters, limits.sku - 6).replaceAll(/^-+|-+$/g, '');
  return words === '' ? 'ITEM' : words;
}
