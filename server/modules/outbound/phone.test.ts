import { expect, test } from 'vitest';
import { asciiDigits, findPhoneNumber } from './phone.ts';

const spellings = [
  '+971501234567',
  '+971 50 123 4567',
  '+971-50-123-4567',
  '+971.50.123.4567',
  '+971/50/1234567',
  '+971 (50) 123 4567',
  '(+971) 50 1234567',
  '+971 (0) 50 123 4567',
  '+9710501234567',
  '+971 050 123 4567',
  '00971501234567',
  '00971 50 123 4567',
  '00 971 50 123 4567',
  '00971 0501234567',
  '(00971) 50-1234567',
  '+00971501234567',
  '971501234567',
  '971 50 123 4567',
  '971-50-1234567',
  '0501234567',
  '050 123 4567',
  '050-123-4567',
  '(050) 123 4567',
  '501234567',
  '50 123 4567',
  '  +971501234567  ',
  '\u00a0+971\u00a050\u00a0123\u00a04567',
  '+971\u2009501\u2009234567',
  '+971\u2011501\u2011234\u2011567',
  '\u202a+971501234567\u202c',
  '\u200e+971 50 123 4567',
  '+971\u200b501234567',
  '＋９７１５０１２３４５６７',
  '０５０１２３４５６７',
  '+٩٧١٥٠١٢٣٤٥٦٧',
  '٠٠٩٧١٥٠١٢٣٤٥٦٧',
  '٠٥٠ ١٢٣ ٤٥٦٧',
  '+۹۷۱۵۰۱۲۳۴۵۶۷',
  '+971५०१२३४५६७',
  '+971501234567 ext. 12',
  '+971501234567 x12',
  '+971501234567;ext=12',
  'tel:+971-50-1234567',
  'tel:00971501234567',
];

test('more than forty spellings of one number are one number', () => {
  expect(spellings.length).toBeGreaterThanOrEqual(40);
  const found = spellings.map((spelling) => [spelling, findPhoneNumber(spelling, 'AE')?.e164]);
  expect(found).toEqual(spellings.map((spelling) => [spelling, '+971501234567']));
});

test.each([
  ['a landline', '+97144321000', { e164: '+97144321000', country: 'AE', isMobile: false }],
  ['a country that does not tell', '+1 415 555 2671', { e164: '+14155552671', country: 'US', isMobile: true }],
  ['another country without a plus', '923001234567', { e164: '+923001234567', country: 'PK', isMobile: true }],
  ['a satellite network', '+8816 1234 56789', { e164: '+8816123456789', country: null, isMobile: true }],
])('%s is told apart', (_, spelling, number) => {
  expect(findPhoneNumber(spelling, 'AE')).toEqual(number);
});

test.each([
  '',
  '+',
  '0',
  '12',
  '+971',
  '+97150123',
  '+9715012345678901',
  'abc',
  '+999501234567',
  '+971501234567\u0000; drop',
  '😀',
])('%j is no number', (spelling) => {
  expect(findPhoneNumber(spelling, 'AE')).toBeNull();
});

test('digits of every script are read by their value', () => {
  expect(asciiDigits('٣ ۴ ५ ６ 𝟕 \u{116da}\u{116db}')).toBe('3 4 5 6 7 01');
});
