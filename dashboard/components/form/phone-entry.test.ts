import { expect, test } from 'vitest';
import { enterPhone, phoneEntry, phoneText } from './phone-entry.ts';

test.each([
  ['+971501234567', { country: 'AE', number: '501234567' }],
  ['+447911123456', { country: 'GB', number: '7911123456' }],
  ['0501234567', { country: 'AE', number: '0501234567' }],
  ['', { country: 'AE', number: '' }],
])('%s stands in the field as %j', (stored, entry) => {
  expect(phoneEntry(stored, 'AE')).toEqual(entry);
});

test.each([
  ['501234567', '+971501234567'],
  ['0501234567', '+971501234567'],
  ['50 123 4567', '+971501234567'],
  ['+447911123456', '+447911123456'],
  ['1', '+9711'],
])('%s is sent as %s', (number, sent) => {
  expect(phoneText({ country: 'AE', number })).toBe(sent);
});

test('characters that are no part of a number are dropped', () => {
  expect(enterPhone({ country: 'AE', number: '' }, '50 123-45x67')).toEqual({ country: 'AE', number: '50 123-4567' });
});

test('Arabic and Persian digits are Latin ones', () => {
  expect(enterPhone({ country: 'AE', number: '' }, '٠٥٠ ١٢٣ ٤٥٦٧')).toEqual({ country: 'AE', number: '050 123 4567' });
  expect(enterPhone({ country: 'AE', number: '' }, '۰۵۰')).toEqual({ country: 'AE', number: '050' });
  expect(enterPhone({ country: 'AE', number: '' }, '+٤٤ ٧٩١١ ١٢٣٤٥٦')).toEqual({ country: 'GB', number: '7911123456' });
});

test('a number that is pasted with its dial code brings its country', () => {
  expect(enterPhone({ country: 'AE', number: '' }, '+44 7911 123456')).toEqual({ country: 'GB', number: '7911123456' });
  expect(enterPhone({ country: 'AE', number: '' }, '+4')).toEqual({ country: 'AE', number: '+4' });
});
