import { expect, test } from 'vitest';
import { wordsOf } from '../words/all-words.ts';
import { calledTable } from './table.ts';

test('a table is called by the word and its name, unless the name begins with the word', () => {
  const { en, ar } = wordsOf;
  expect(calledTable('12', en)).toBe('Table 12');
  expect(calledTable('Tablet corner', en)).toBe('Table Tablet corner');
  expect(calledTable('Table by the window', en)).toBe('Table by the window');
  expect(calledTable('table 7', ar)).toBe('table 7');
  expect(calledTable('طاولة 7', en)).toBe('طاولة 7');
  expect(calledTable('الطاولة الكبيرة', ar)).toBe('الطاولة الكبيرة');
  expect(calledTable('7', ar)).toContain('طاولة');
});
