import { describe, expect, test } from 'vitest';
import { readMenu } from '../../../state/menu.ts';
import { ids, testCatalogue } from '../../../test/catalogue.ts';
import { wordsOf } from '../../../words/all-words.ts';
import { indexMenu, searchMenu } from './search-menu.ts';

function find(text: string, language: 'en' | 'ar' = 'en') {
  const catalogue = testCatalogue();
  const [shawarma, soup, curry] = catalogue.items;
  Object.assign(shawarma!, {
    name: 'Chicken shawarma',
    nameTranslations: { ar: 'شاورما الدجاج' },
    allergens: ['gluten', 'sesame'],
  });
  Object.assign(soup!, {
    name: 'Lentil soup',
    nameTranslations: { ar: 'شوربة عدس' },
    diets: ['vegan'],
    allergens: ['celery'],
    description: 'With 3 spices',
  });
  Object.assign(curry!, { name: 'Crème curry', nameTranslations: { ar: 'كاري بالشوكولاتة' }, description: '' });
  const { found } = searchMenu(
    indexMenu(readMenu(catalogue), wordsOf[language].food, { outlet: null, startsAt: null }),
    text,
  );
  const names = new Map([
    [ids.shawarma, 'shawarma'],
    [ids.soup, 'soup'],
    [ids.curry, 'curry'],
  ]);
  return found.map((id) => names.get(id));
}

describe('a search', () => {
  test.each([
    ['chicken', ['shawarma']],
    ['CREME', ['curry']],
    ['soup lentil', ['soup']],
    ['soup chicken', []],
  ])('finds the names of dishes: %s', (text, found) => expect(find(text)).toEqual(found));

  test.each([
    ['chiken', ['shawarma']],
    ['chickken', ['shawarma']],
    ['chocken', ['shawarma']],
    ['chikcen', ['shawarma']],
    ['hicken', ['shawarma']],
    ['shwarm', ['shawarma']],
    ['chkn', []],
    ['sop', []],
  ])('forgives one typing error from four letters on: %s', (text, found) => expect(find(text)).toEqual(found));

  test.each([
    ['vegan', ['soup']],
    ['sesame', ['shawarma']],
    ['garlic', ['shawarma']],
    ['spices', ['soup']],
    ['٣', ['soup']],
  ])('finds diets, allergens, options, descriptions and digits: %s', (text, found) =>
    expect(find(text)).toEqual(found),
  );

  test.each([
    ['no gluten', ['soup']],
    ['gluten free', ['soup']],
    ['without celery', ['shawarma']],
  ])('leaves out what has the allergen, or does not say: %s', (text, found) => expect(find(text)).toEqual(found));

  test.each([
    ['دجاج', ['shawarma']],
    ['شاورمه', ['shawarma']],
    ['شُورْبَة', ['soup']],
    ['شوكولا', ['curry']],
    ['شوكولاته', ['curry']],
    ['شوربا', ['soup']],
    ['نباتي صرف', ['soup']],
    ['بدون السمسم', ['soup']],
    ['vegan', ['soup']],
  ])('reads Arabic in its forms: %s', (text, found) => expect(find(text, 'ar')).toEqual(found));

  test('names that begin so come first, options last', () => {
    expect(find('s')).toEqual(['shawarma', 'soup', 'curry']);
    expect(find('c').indexOf('curry')).toBeLessThan(find('c').indexOf('soup'));
  });
});

describe('a wish', () => {
  const catalogue = testCatalogue();
  const [shawarma, soup, curry] = catalogue.items;
  Object.assign(shawarma!, { allergens: ['gluten'], diets: ['halal'] });
  Object.assign(soup!, { allergens: ['celery'], diets: ['vegan', 'halal'] });
  Object.assign(curry!, { allergens: ['celery'], diets: ['halal'] });
  const index = indexMenu(readMenu(catalogue), (name) => name, { outlet: null, startsAt: null });

  test.each([
    [[], [], [ids.shawarma, ids.curry, ids.soup], false],
    [['gluten'], [], [ids.curry, ids.soup], true],
    [['gluten', 'celery'], [], [], true],
    [[], ['vegetarian'], [ids.soup], true],
    [['gluten'], ['halal'], [ids.curry, ids.soup], true],
  ])('without %s, for %s', (without, diets, found, hasLeftOut) => {
    expect(searchMenu(index, '', { without, diets })).toEqual({ found, hasLeftOut });
  });
});
