import { expect, test } from 'vitest';
import { line, lineOrEmpty, optionalLine, searched, text, translatedLines } from './fields.ts';

test.each([
  ['سارة\u200f', 'سارة'],
  ['\u202bسارة\u202c خان', 'سارة خان'],
  ['\ufeffJohn\u200e \u2068Doe\u2069\u200b', 'John Doe'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  [
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
])('a line %j loses marks that show nothing, and no joiner', (typed, kept) => {
  expect(line(20).parse(typed)).toBe(kept);
});

/** Direction marks, characters without width, joiners on their own, fillers. */
const unseen = [
  '',
  ' \n',
  '\u200e\u200b',
  '\u061c',
  '\u200c\u200d',
  '\u2060\ufeff',
  '\u00ad',
  '\u3164',
  '\ufe0f',
  '\u202b \u202c',
];

test.each(unseen)('a text of %j counts as empty', (typed) => {
  expect(text(20).parse(typed)).toBe('');
  expect(searched(20).parse(typed)).toBe('');
  expect(lineOrEmpty(20).parse(typed)).toBe('');
  expect(optionalLine(20).parse(typed)).toBeUndefined();
  expect(translatedLines(20).parse({ en: 'Soup', ar: typed })).toEqual({ en: 'Soup' });
  expect(
    line(20)
      .safeParse(typed)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['required']);
});

test.each([
  ['سارة\u200f', 'سارة'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['\u06dd', '\u06dd'],
])('a line that may be left out, %j, is what shows of it', (typed, kept) => {
  expect(optionalLine(20).parse(typed)).toBe(kept);
  expect(lineOrEmpty(20).parse(typed)).toBe(kept);
});

test.each([
  ['Soup\u0007', 'characters_not_allowed'],
  ['Soups', 'too_long'],
])('a line that may be left out, %j, is refused', (typed, code) => {
  expect(
    optionalLine(4)
      .safeParse(typed)
      .error?.issues.map(({ message }) => message),
  ).toContain(code);
});

test.each([
  ['\u200e\u200b', 'required'],
  ['So\u0007up', 'characters_not_allowed'],
  ['Soup\n', 'characters_not_allowed'],
  ['So\ud800up', 'characters_not_allowed'],
  ['Soup\u200fs', 'too_long'],
])('a line %j is refused', (typed, code) => {
  expect(
    line(4)
      .safeParse(typed)
      .error?.issues.map(({ message }) => message),
  ).toContain(code);
});

test('text of several lines loses what may reorder the rest, and keeps the marks of a line', () => {
  expect(text(40).parse('Call \u202a+971 50\u202c\r\nثم اتصل\u200f.')).toBe('Call +971 50\nثم اتصل\u200f.');
});
