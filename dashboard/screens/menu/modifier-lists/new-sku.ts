import { limits } from '#contract/base/limits.ts';

/**
 * A SKU for a name: 'Extra cheese' is 'EXTRA-CHEESE', and 'EXTRA-CHEESE-2' where that is taken (in upper case). `otherwise` is for
 * a name without letters and digits.
 */
export function newSku(name: string, takenSkus: ReadonlySet<string>, otherwise = 'MODIFIER'): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .normalize('NFC')
    .toUpperCase()
    .match(/[\p{Letter}\p{Number}]+/gu);
  // Room for the number, counted in characters rather than in halves of them.
  const base = Array.from(words?.join('-') ?? otherwise)
    .slice(0, limits.sku - 6)
    .join('');
  let sku = base;
  for (let next = 2; takenSkus.has(sku); next += 1) sku = `${base}-${next}`;
  return sku;
}
