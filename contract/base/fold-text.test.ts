import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['Crème Brûlée', 'creme brulee'],
  ['أُرز', 'ارز'],
  ['إفطار', 'افطار'],
  ['آيس كريم', 'ايس كريم'],
  ['شوربة', 'شوربه'],
  ['حلوى', 'حلوي'],
  ['شـــاورما', 'شاورما'],
  ['ﻻتيه', 'لاتيه'],
])('%s is found by %s', (text, search) => {
  expect(foldText(text)).toBe(foldText(search));
});
