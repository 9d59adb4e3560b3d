import { expect, test } from 'vitest';
import { newSku } from './new-sku.ts';

test.each([
  ['Extra cheese', 'EXTRA-CHEESE'],
  ['  Crème fraîche (2 cl)  ', 'CREME-FRAICHE-2-CL'],
  ['جبنة', 'جبنة'],
  ['!!!', 'MODIFIER'],
])('the SKU of %s is %s', (name, sku) => {
  expect(newSku(name, new Set())).toBe(sku);
});

test('an item without letters has a SKU that says item', () => {
  expect(newSku('!!!', new Set(['ITEM']), 'ITEM')).toBe('ITEM-2');
});

test('a taken SKU gets a number, and a long name still fits', () => {
  expect(newSku('Cheese', new Set(['CHEESE', 'CHEESE-2']))).toBe('CHEESE-3');
  const long = newSku('x'.repeat(100), new Set());
  expect(newSku('x'.repeat(100), new Set([long]))).toBe(`${'X'.repeat(58)}-2`);
});
