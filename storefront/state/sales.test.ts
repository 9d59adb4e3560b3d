import { describe, expect, test } from 'vitest';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import type { MenuId } from '#contract/base/ids.ts';
import { weekdays } from '#contract/base/time.ts';
import { checkBasket } from '../basket/check.ts';
import { emptyBasket } from '../basket/stored-basket.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { wordsOf } from '../words/all-words.ts';
import { readMenu } from './menu.ts';
import { showSales } from './sales.ts';

const soupMenu = 'soup menu' as MenuId;
type Sale = NonNullable<Catalogue['menus']>[number]['sale'];
const daily = (start: string, end: string) => weekdays.map((day) => ({ day, open: true, periods: [{ start, end }] }));

/** The soups are on a menu of their own, which is sold as said. */
function catalogueWith(sale: Sale): Catalogue {
  const catalogue = testCatalogue();
  return {
    ...catalogue,
    menus: [{ _id: soupMenu, name: 'Soups', nameTranslations: { ar: 'الحساء' }, sale }],
    categories: catalogue.categories.map((category) =>
      category._id === ids.soups ? { ...category, menuId: soupMenu } : category,
    ),
  };
}

interface Then {
  path?: string;
  orderDate?: string | null;
  language?: 'en' | 'ar';
}
/** `time` is of a Friday in Dubai. */
function shown(sale: Sale, time: string, { path = '/pickup/Marina', orderDate = null, language = 'en' }: Then = {}) {
  const asked = { path, basket: { ...emptyBasket(), orderDate }, now: new Date(`2026-11-27T${time}+04:00`) };
  return showSales(catalogueWith(sale), { words: wordsOf[language], language }, asked);
}
const namesIn = ({ categories }: ReturnType<typeof shown>) => categories.map(({ name }) => name);
const notesIn = ({ categories }: ReturnType<typeof shown>) => categories.flatMap(({ note }) => note?.text ?? []);

const lunch = { hours: daily('12:00', '15:00') };
const [mains, soups] = testCatalogue().categories.map(({ name }) => name);

test('a catalogue without such menus is shown as it is', () => {
  const catalogue = testCatalogue();
  const asked = { path: '/', basket: emptyBasket(), now: new Date() };
  expect(showSales(catalogue, { words: wordsOf.en, language: 'en' }, asked)).toBe(catalogue);
});

test('the categories of a menu stand there while it is sold, and otherwise the menu with its hours', () => {
  expect(namesIn(shown(lunch, '12:00:00'))).toEqual([mains, soups]);
  const later = shown(lunch, '15:00:00');
  expect(namesIn(later)).toEqual([mains, 'Soups']);
  expect(notesIn(later)).toEqual(['From 12:00 to 15:00']);
  expect(later.unsold).toEqual({ [ids.soup]: 'Soups: from 12:00 to 15:00' });
});

test('shown again, it is chosen from the whole catalogue', () => {
  const evening = shown(lunch, '20:00:00');
  const asked = { path: '/pickup/Marina', basket: emptyBasket(), now: new Date('2026-11-27T13:00:00+04:00') };
  expect(namesIn(showSales(evening, { words: wordsOf.en, language: 'en' }, asked))).toEqual([mains, soups]);
});

describe('a dish of a menu that has ended', () => {
  const line = {
    id: 'line',
    _id: ids.soup,
    name: 'Soup',
    price: testCatalogue().items.find(({ _id }) => _id === ids.soup)!.price,
    modifierList: [],
    quantity: 1,
    totalPrice: 0,
    note: '',
  };
  const kindsAt = (time: string, then?: Then) => {
    const menu = readMenu(shown(lunch, time, then));
    return checkBasket(menu, [line], { outlet: menu.outlets.get(ids.marina)!, startsAt: null }).map(({ kind }) => kind);
  };
  test('may be ordered for ten minutes more, and then not', () => {
    expect(['14:59:59', '15:00:00', '15:09:59', '15:10:00'].map((time) => kindsAt(time))).toEqual([
      [],
      [],
      [],
      ['not_now'],
    ]);
  });
  test('may be ordered for its time, whatever the time is now', () => {
    const tomorrow = '2026-11-28T13:00:00+04:00';
    expect(kindsAt('20:00:00', { orderDate: tomorrow })).toEqual([]);
    expect(kindsAt('13:00:00', { orderDate: '2026-11-27T15:00:00+04:00' })).toEqual(['not_now']);
    // A table eats now.
    expect(kindsAt('20:00:00', { orderDate: tomorrow, path: '/dine-in/Marina' })).toEqual(['not_now']);
  });
});

test('the mode and the outlet of the address decide, and without an outlet any of them', () => {
  const there = { modes: ['delivery' as const], outletIds: [ids.downtown] };
  const at = (path: string) => notesIn(shown(there, '13:00:00', { path }));
  expect(at('/delivery/Downtown')).toEqual([]);
  expect(at('/pickup/Downtown')).toEqual(['For delivery only']);
  expect(at('/delivery/Marina')).toEqual(['At Downtown only']);
  expect(at('/pickup/Marina')).toEqual(['For delivery only, at Downtown only']);
  expect(at('/')).toEqual([]);
  expect(at('/pickup/%E0%A4%A')).toEqual(['For delivery only']);
});

test('hours are said by the days that share them, in both languages', () => {
  const open = (days: readonly string[], periods: { start: string; end: string }[]) =>
    weekdays.map((day) => ({ day, open: days.includes(day), periods }));
  const seven = [{ start: '07:00', end: '11:00' }];
  const textOf = (hours: Sale['hours'], language: 'en' | 'ar' = 'en') =>
    notesIn(shown({ hours }, '23:30:00', { language }));
  expect(textOf(open(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], seven))).toEqual([
    'Monday to Friday from 07:00 to 11:00',
  ]);
  expect(textOf(open(['Saturday', 'Sunday', 'Monday'], seven))).toEqual(['Saturday to Monday from 07:00 to 11:00']);
  expect(textOf(open(['Sunday', 'Tuesday'], [...seven, { start: '17:00', end: '19:00' }]))).toEqual([
    'Sunday and Tuesday from 07:00 to 11:00 and from 17:00 to 19:00',
  ]);
  expect(textOf(open(['Sunday'], [{ start: '00:00', end: '00:00' }]))).toEqual(['Sunday all day']);
  expect(textOf(open([], seven))).toEqual(['Never']);
  expect(textOf(daily('07:00', '11:00'), 'ar')).toEqual(['من 07:00 إلى 11:00']);
});
