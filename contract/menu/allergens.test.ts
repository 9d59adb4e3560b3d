import { expect, test } from 'vitest';
import { allergens as allAllergens, diets as allDiets } from '../base/enumerations.ts';
import {
  arabicFoods,
  type DeclaredFoods,
  declaredFoods,
  doubtfulDiets,
  foodName,
  foodsOfLine,
  suitsWish,
} from './allergens.ts';

const one = { minModifier: 1, maxModifier: 1, allowMultipleSelection: false };
const some = { minModifier: 0, maxModifier: 0, allowMultipleSelection: true, optional: true };
const wish = (without: string[], diets: string[] = []) => ({ without, diets });

test('a line contains what the dish and its options contain, in the order of the law', () => {
  const line = { allergens: ['milk', 'gluten'], options: [{ allergens: ['egg', 'milk'] }, {}, { allergens: null }] };
  expect(foodsOfLine(line)).toEqual({ allergens: ['gluten', 'egg', 'milk'], diets: [] });
  expect(foodsOfLine({ options: [] })).toEqual({ allergens: [], diets: [] });
});

test.each<[string, string[], DeclaredFoods[], string[]]>([
  ['a size changes no diet', ['vegetarian', 'halal'], [{}], ['vegetarian', 'halal']],
  ['an option of another diet takes it away', ['vegetarian', 'halal'], [{ diets: ['halal'] }], ['halal']],
  ['a vegan option is vegetarian', ['vegetarian'], [{ diets: ['vegan'] }], ['vegetarian']],
  ['a vegetarian option is not vegan', ['vegan'], [{ diets: ['vegetarian'] }], []],
  ['cheese is not vegan, whatever it says', ['vegan', 'vegetarian'], [{ allergens: ['milk'] }], ['vegetarian']],
  ['milk may be free of lactose', ['lactose-free'], [{ allergens: ['milk'] }], ['lactose-free']],
  ['bread is not free of gluten', ['gluten-free'], [{ allergens: ['gluten'] }], []],
])('a line: %s', (_, diets, options, kept) => {
  expect(foodsOfLine({ diets, options }).diets).toEqual(kept);
});

test.each<[string, DeclaredFoods, DeclaredFoods[], typeof one, ReturnType<typeof wish>, boolean]>([
  ['nothing is declared', {}, [], one, wish(['milk']), false],
  ['others are declared', { allergens: ['gluten'] }, [], some, wish(['milk']), true],
  ['it is declared', { allergens: ['gluten', 'milk'] }, [], some, wish(['milk']), false],
  ['the diet says so', { diets: ['gluten-free'] }, [], some, wish(['gluten']), true],
  ['every required option has it', { allergens: ['egg'] }, [{ allergens: ['milk'] }], one, wish(['milk']), false],
  [
    'one required option does without',
    { allergens: ['egg'] },
    [{ allergens: ['milk'] }, {}],
    one,
    wish(['milk']),
    true,
  ],
  ['only extras have it', { allergens: ['egg'] }, [{ allergens: ['milk'] }], some, wish(['milk']), true],
  ['the diet is not declared', { allergens: ['egg'] }, [], some, wish([], ['vegan']), false],
  ['vegan is vegetarian', { diets: ['vegan'] }, [], some, wish([], ['vegetarian']), true],
  ['the required sauce is not vegan', { diets: ['vegan'] }, [{ diets: ['halal'] }], one, wish([], ['vegan']), false],
  ['a size says nothing', { diets: ['vegan'] }, [{}], one, wish([], ['vegan']), true],
  ['nothing is wished', {}, [{}], one, wish([]), true],
])('a dish suits a wish: %s', (_, dish, options, bounds, wanted, suits) => {
  expect(suitsWish({ ...dish, lists: [{ ...bounds, options }] }, wanted)).toBe(suits);
});

test('one option cannot be fit for the milk and another for the eggs of the same choice', () => {
  const lists = [{ ...one, options: [{ allergens: ['milk'] }, { allergens: ['egg'] }] }];
  expect(suitsWish({ allergens: ['nuts'], lists }, wish(['milk']))).toBe(true);
  expect(suitsWish({ allergens: ['nuts'], lists }, wish(['milk', 'egg']))).toBe(false);
});

test('two of a list have to be fit where two are required', () => {
  const options = [{ allergens: ['milk'] }, {}, {}];
  const lists = (min: number) => [{ minModifier: min, maxModifier: 0, allowMultipleSelection: true, options }];
  expect(suitsWish({ allergens: ['nuts'], lists: lists(2) }, wish(['milk']))).toBe(true);
  expect(suitsWish({ allergens: ['nuts'], lists: lists(3) }, wish(['milk']))).toBe(false);
});

test('a diet is doubtful where the dish or each required choice contradicts it', () => {
  const lists = [{ ...one, options: [{ allergens: ['milk'] }] }];
  expect(doubtfulDiets({ diets: ['vegan', 'vegetarian'], lists })).toEqual(['vegan']);
  expect(doubtfulDiets({ diets: ['vegetarian'], allergens: ['fish'], lists: [] })).toEqual(['vegetarian']);
  expect(doubtfulDiets({ diets: ['halal'], lists })).toEqual([]);
});

test('foods that nobody declared do not travel', () => {
  expect(declaredFoods({ allergens: [], diets: null })).toEqual({});
  expect(declaredFoods({ allergens: ['milk'], diets: ['halal'] })).toEqual({ allergens: ['milk'], diets: ['halal'] });
});

test('every allergen and diet has a name in Arabic', () => {
  expect(Object.keys(arabicFoods)).toEqual([...allAllergens, ...allDiets]);
  expect([foodName('milk', 'en'), foodName('milk', 'ar'), foodName('sand', 'ar')]).toEqual(['milk', 'الحليب', 'sand']);
});
