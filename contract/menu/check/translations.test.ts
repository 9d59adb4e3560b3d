import { expect, test } from 'vitest';
import type { Item } from '../menus.ts';
import { checkMenu } from './check-menu.ts';
import { category, item, list, modifier, named, right } from '../test/restaurant-facts.ts';
import type { CheckFacts } from './facts.ts';

const translated = (name: string, ar: string | undefined, description = '', descriptionAr?: string) =>
  item(name, {
    nameTranslations: ar === undefined ? {} : { ar },
    description,
    descriptionTranslations: descriptionAr === undefined ? {} : { ar: descriptionAr },
  });
const only = (items: Item[], changes: Partial<CheckFacts> = {}): CheckFacts => ({
  ...right,
  modifierLists: [],
  categories: [
    category(
      'Plates',
      items.map(({ name }) => name),
    ),
  ],
  items,
  ...changes,
});
const found = (facts: CheckFacts) =>
  checkMenu(facts).map(({ subject, language, fields }) => [subject.kind, subject.name, language, fields]);

test('a text is missing where others have a translation, field by field', () => {
  const facts = only([
    translated('Soup', 'شوربة', 'Of lentils', 'عدس'),
    translated('Tea', undefined, 'Hot'),
    translated('Rice', 'أرز', 'White'),
  ]);
  expect(found(facts)).toEqual([
    ['category', 'Plates', 'ar', ['name']],
    ['item', 'Tea', 'ar', ['name', 'description']],
    ['item', 'Rice', 'ar', ['description']],
  ]);
  expect(new Set(checkMenu(facts).map(({ code, severity }) => `${code} ${severity}`))).toEqual(
    new Set(['translation.missing warns']),
  );
});

test('modifier lists and modifiers that guests see need their translations too', () => {
  const size = list('Size', { modifierList: [modifier('Large')] });
  const facts = only([translated('Soup', 'شوربة')], {
    categories: [category('Plates', ['Soup'], { nameTranslations: { ar: 'أطباق' } })],
    modifierLists: [size, list('Spare')],
  });
  const soup = { ...facts.items[0]!, modifierList: [size._id] };
  const items = [soup, item('Large', { type: 'modifier' }), item('Loose', { type: 'modifier' })];
  expect(found({ ...facts, items })).toEqual([
    ['modifierList', 'Size', 'ar', ['name']],
    ['modifier', 'Large', 'ar', ['name']],
  ]);
});

test('no text is missing where nothing is translated, or in the language of the restaurant', () => {
  expect(found(only([translated('Soup', undefined), translated('Tea', undefined)]))).toEqual([]);
  const arabic = only([translated('Soup', 'شوربة'), translated('Tea', undefined)], {
    restaurant: { ...named('x'), locale: 'ar', isOwnerVerified: true },
  });
  expect(found(arabic)).toEqual([]);
});
