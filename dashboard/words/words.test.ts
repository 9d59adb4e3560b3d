import { expect, test, vi } from 'vitest';
import { commaList } from './lists.ts';
import { pickLanguage } from './pick-language.ts';
import { loadWords, words } from './words.ts';

test('constants are texts, messages functions of what they name', () => {
  const { liveOrders } = words.kitchen;
  expect(liveOrders.title).toBe('Live Orders');
  expect(liveOrders.moved({ number: 1234, status: 'Ready' })).toBe('#1234 is now Ready');
  expect(words.general.shell.newOrders({ count: 1 })).toBe('1 new order');
  expect(words.general.shell.newOrders({ count: 1234 })).toBe('1234 new orders');
});

test('a missing, surplus or wrong argument does not compile', () => {
  const { moved } = words.kitchen.liveOrders;
  // @ts-expect-error -- the status is missing
  moved({ number: 5 });
  // @ts-expect-error -- there is no name
  moved({ number: 5, status: 'Ready', name: 'Anna' });
  // @ts-expect-error -- a count is a number
  words.general.shell.newOrders({ count: '1' });
  // @ts-expect-error -- a text is no function
  expect(() => words.kitchen.liveOrders.title({})).toThrow(TypeError);
  // @ts-expect-error -- there is no such word
  expect(words.kitchen.liveOrders.headline).toBeUndefined();
});

test('English is there without being loaded, and for readers of a language that is not', async () => {
  expect(words.locale).toBe('en');
  await loadWords(['tlh', 'x-none']);
  expect(words.locale).toBe('en');
});

test.each([
  [['en-GB', 'fr'], 'en'],
  [['de', 'fr-CA', 'en'], 'fr'],
  [['pt-BR'], 'pt-BR'],
  [['pt-PT', 'fr'], 'fr'],
  [['ar'], 'en'],
  [[], 'en'],
])('readers of %j read %s', (wanted, language) => {
  expect(pickLanguage(wanted, ['en', 'fr', 'pt-BR'])).toBe(language);
});

test('names are joined with commas', () => {
  expect([[], ['Marina'], ['Marina', 'Downtown'], ['a', 'b', 'c']].map(commaList)).toEqual([
    '',
    'Marina',
    'Marina, Downtown',
    'a, b, c',
  ]);
});

test('in Arabic no number behind a comma is drawn before the Latin word that it follows', () => {
  const catalogues = import.meta.glob<string>('./ar/*.json', { query: '?raw', import: 'default', eager: true });
  expect(Object.keys(catalogues)).toHaveLength(16);
  for (const [file, catalogue] of Object.entries(catalogues)) expect(catalogue, file).not.toMatch(/[a-z]، ?\d/i);
});

test('no Arabic sentence ends with an amount, whose currency may end with a full stop', () => {
  const catalogues = import.meta.glob<string>('./ar/*.json', { query: '?raw', import: 'default', eager: true });
  for (const [file, catalogue] of Object.entries(catalogues)) {
    expect(catalogue, file).not.toMatch(/\{(amount|fee|price)\}\./);
  }
});

test('between Arabic words a Latin name keeps its direction to itself', async () => {
  vi.resetModules();
  const arabic = await import('./words.ts');
  await arabic.loadWords(['ar']);
  const lists = await import('./lists.ts');
  vi.resetModules();
  expect(arabic.words.direction).toBe('rtl');
  expect(lists.withName('العنوان', 'Marina (2)')).toBe('\u2068العنوان\u2069 – \u2068Marina (2)\u2069');
  expect(lists.isolated('Burger +')).toBe('\u2068Burger +\u2069');
  expect(lists.commaList(['Marina', 'دبي'])).toContain('\u2068Marina\u2069');
});
