import { expect, test } from 'vitest';
import type { ModifierListId } from '#contract/base/ids.ts';
import { readMenu } from '../state/menu.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { namesOfLine } from './names-of-line.ts';

const catalogue = testCatalogue();
catalogue.items[0]!.nameTranslations = { ar: 'شاورما دجاج' };
const menu = readMenu(catalogue);
const line = {
  _id: ids.shawarma,
  name: 'Shawarma of last year',
  modifierList: [{ _id: ids.saj, name: 'Saj', price: 1, modifierListId: ids.bread }],
};

test('a name without a translation says its language where the page has another', () => {
  expect(namesOfLine(menu, line, 'ar')).toEqual({
    name: { text: 'شاورما دجاج', lang: undefined },
    options: [{ text: 'Saj', lang: 'en' }],
  });
  expect(namesOfLine(menu, line, 'en')).toEqual({
    name: { text: 'Chicken shawarma', lang: undefined },
    options: [{ text: 'Saj', lang: undefined }],
  });
});

test('an option that was chosen twice is said once, with its number', () => {
  const [saj] = line.modifierList;
  const garlic = { _id: ids.garlic, name: 'Garlic sauce', price: 2.25, modifierListId: ids.extras };
  const options = (...modifierList: (typeof line)['modifierList']) =>
    namesOfLine(menu, { ...line, modifierList }, 'en').options.map(({ text }) => text);
  expect(options(saj!, garlic, { ...garlic })).toEqual(['Saj', '2 × Garlic sauce']);
  // The same option of two lists was asked about twice.
  expect(options(garlic, { ...garlic, modifierListId: ids.bread })).toEqual(['Garlic sauce', 'Garlic sauce']);
});

test('options that another one opened are said behind it, in whichever order they were stored', () => {
  const nested = testCatalogue();
  nested.items[0]!.nestedLists = [{ modifierListId: ids.extras, parentListId: ids.bread, modifierIds: [ids.saj] }];
  const garlic = { _id: ids.garlic, name: 'Garlic sauce', price: 2.25, modifierListId: ids.extras };
  const stored = { ...line, modifierList: [garlic, ...line.modifierList] };
  expect(namesOfLine(readMenu(nested), stored, 'en').options.map(({ text }) => text)).toEqual(['Saj', 'Garlic sauce']);
  expect(namesOfLine(menu, stored, 'en').options.map(({ text }) => text)).toEqual(['Garlic sauce', 'Saj']);
});

test('options stay as they were stored where the list that opened others is not of the dish any more', () => {
  const nested = testCatalogue();
  const [dish] = nested.items;
  dish!.nestedLists = [{ modifierListId: ids.extras, parentListId: ids.bread, modifierIds: [ids.saj] }];
  const sauce = { _id: ids.curry, name: 'Sauce', price: 1, modifierListId: 'gone' as ModifierListId };
  const garlic = { _id: ids.garlic, name: 'Garlic sauce', price: 2.25, modifierListId: ids.extras };
  const stored = { ...line, modifierList: [sauce, garlic, ...line.modifierList] };
  const texts = namesOfLine(readMenu(nested), stored, 'en').options.map(({ text }) => text);
  expect(texts).toEqual(['Sauce', 'Garlic sauce', 'Saj']);
});

test('an option whose name this phone has never read is not named', () => {
  const [saj] = line.modifierList;
  const gone = { _id: ids.curry, name: '', price: 0, modifierListId: ids.extras };
  expect(namesOfLine(menu, { ...line, modifierList: [gone, saj!, gone] }, 'en').options).toEqual([
    { text: 'Saj', lang: undefined },
  ]);
});

test('two of a list of halves are a half each, and one is the whole', () => {
  const halved = testCatalogue();
  Object.assign(halved.modifierLists[1]!, { halves: true });
  const garlic = { _id: ids.garlic, name: 'Garlic sauce', price: 2.25, modifierListId: ids.extras };
  const cheese = { _id: ids.cheese, name: 'Cheese', price: 3, modifierListId: ids.extras };
  const options = (...modifierList: (typeof line)['modifierList']) =>
    namesOfLine(readMenu(halved), { ...line, modifierList }, 'en').options.map(({ text }) => text);
  expect(options(cheese, garlic)).toEqual(['½ Cheese', '½ Garlic sauce']);
  expect(options(line.modifierList[0]!, cheese)).toEqual(['Saj', 'Cheese']);
});

test('a dish that has left the menu keeps its name of then', () => {
  expect(namesOfLine(menu, { ...line, _id: ids.samoon }, 'ar').name).toEqual({
    text: 'Shawarma of last year',
    lang: 'en',
  });
});
