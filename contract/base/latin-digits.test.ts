import { expect, test } from 'vitest';
import { latinDigits } from './latin-digits.ts';

test.each([
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['٠٥٠ 12۳x', '050 123x'],
  ['', ''],
])('%j is %j in Latin digits', (typed, latin) => {
  expect(latinDigits(typed)).toBe(latin);
});
