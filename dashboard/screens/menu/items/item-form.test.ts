import { expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import {
  emptyItem,
  itemChanges,
  itemField,
  itemFiles,
  itemForm,
  itemProblems,
  itemRequest,
  missingOfItem,
} from './item-form.ts';

const burger: Item = {
  _id: '0198c0de-0000-7000-8000-000000000001' as ItemId,
  name: 'Burger',
  nameTranslations: { ar: 'برجر' },
  type: 'item',
  price: 18.5,
  description: 'With cheese',
  descriptionTranslations: {},
  imageUrl: '/media/burger-640.webp',
  InActiveOutletIds: [],
  modifierList: [],
  calories: 740,
  allergens: ['milk', 'gluten', 'unheard of'],
  diets: [],
  soldOut: false,
  sku: 'BURGER-01',
  quantity: null,
};

const file = new File(['x'], 'photo.png', { type: 'image/png' });

test('an item becomes a form and the form the same item', () => {
  const form = itemForm(burger, 'AED');
  expect(form).toEqual({
    type: 'item',
    name: 'Burger',
    price: '18.50',
    modePrices: { delivery: '', pickup: '', 'dine-in': '' },
    sku: 'BURGER-01',
    description: 'With cheese',
    image: { kind: 'saved', url: '/media/burger-640.webp' },
    quantity: '',
    lowStock: '',
    nameTranslations: { ar: 'برجر' },
    descriptionTranslations: { ar: '' },
    calories: '740',
    makeMinutes: '',
    allergens: ['gluten', 'milk'],
    diets: [],
  });
  expect(itemRequest(form, 'AED')).toEqual({
    type: 'item',
    name: 'Burger',
    price: 18.5,
    modePrices: {},
    sku: 'BURGER-01',
    quantity: null,
    lowStock: null,
    makeMinutes: 0,
    nameTranslations: { ar: 'برجر' },
    description: 'With cheese',
    descriptionTranslations: { ar: '' },
    calories: 740,
    allergens: ['gluten', 'milk'],
    diets: [],
  });
});

test('a modifier has a name, numbers and allergens, no picture and no description', () => {
  const form = { ...itemForm(burger, 'AED'), type: 'modifier' as const, quantity: '0' };
  expect(itemRequest({ ...form, image: { kind: 'new', file } }, 'AED')).toEqual({
    type: 'modifier',
    name: 'Burger',
    price: 18.5,
    modePrices: {},
    sku: 'BURGER-01',
    quantity: 0,
    lowStock: null,
    makeMinutes: 0,
    nameTranslations: { ar: 'برجر' },
    allergens: ['gluten', 'milk'],
    diets: [],
  });
  expect(itemFiles({ ...form, image: { kind: 'new', file } })).toBeUndefined();
});

test('a count that cannot be read is sent, to be refused, also where there was none', () => {
  const empty = { ...itemForm(burger, 'AED'), calories: '', lowStock: '' };
  expect(itemChanges(empty, { ...empty, calories: 'many', lowStock: '1.000' }, 'AED')).toEqual({
    calories: Number.NaN,
    lowStock: Number.NaN,
  });
});

test('only what was changed is sent', () => {
  const form = itemForm(burger, 'AED');
  expect(itemChanges(form, { ...form, price: ' 18.5 ', name: 'Burger ' }, 'AED')).toEqual({});
  const changed = {
    ...form,
    price: '19',
    quantity: '3',
    makeMinutes: '4',
    nameTranslations: { ar: ' ', en: 'Burger' },
    allergens: [],
  };
  expect(itemChanges(form, changed, 'AED')).toEqual({
    price: 19,
    quantity: 3,
    quantitySeen: null,
    makeMinutes: 4,
    nameTranslations: { ar: '', en: 'Burger' },
    allergens: [],
  });
  expect(itemChanges({ ...form, quantity: '10' }, { ...form, quantity: '12' }, 'AED')).toEqual({
    quantity: 12,
    quantitySeen: 10,
  });
  expect(itemFiles(changed)).toBeUndefined();
  expect(itemFiles({ ...form, image: { kind: 'new', file } })).toEqual({ image: file });
});

test('Save waits for name, price and SKU, and of an item for the image', () => {
  expect(missingOfItem(emptyItem, null)).toEqual(['Name', 'Price', 'SKU', 'Image']);
  expect(missingOfItem({ ...emptyItem, type: 'modifier' }, null)).toEqual(['Name', 'Price', 'SKU']);
  const filled = { ...emptyItem, name: 'Tea', price: '0', sku: 'TEA', image: { kind: 'new' as const, file } };
  expect(missingOfItem(filled, null)).toEqual([]);
  expect(missingOfItem({ ...filled, name: '  ', sku: ' ' }, null)).toEqual(['Name', 'SKU']);
});

test('Save waits for an image that is being prepared, of an item alone', () => {
  const saved = itemForm({ ...burger, imageUrl: null }, 'AED');
  const before = { kind: 'none' as const };
  const chosen = { ...saved, image: { kind: 'preparing' as const, file, before } };
  expect(missingOfItem(chosen, saved)).toEqual(['Image']);
  expect(missingOfItem({ ...chosen, type: 'modifier' }, saved)).toEqual([]);
});

test('an item that was imported without a picture can be changed, one with a picture keeps one', () => {
  const saved = itemForm(burger, 'AED');
  expect(missingOfItem({ ...saved, image: { kind: 'none' } }, saved)).toEqual(['Image']);
  const imported = itemForm({ ...burger, imageUrl: null }, 'AED');
  expect(missingOfItem({ ...imported, price: '19' }, imported)).toEqual([]);
});

test('a value that the API refuses is marked at its field', () => {
  expect(itemField('price')).toBe('price');
  expect(itemField('nameTranslations.ar')).toBe('nameTranslations.ar');
  expect(itemField('modifierList')).toBeNull();
});

test('prices by mode are sent as a whole, and only where one has changed', () => {
  const form = itemForm({ ...burger, modePrices: { delivery: 20 } }, 'AED');
  expect(form.modePrices).toEqual({ delivery: '20.00', pickup: '', 'dine-in': '' });
  expect(itemChanges(form, form, 'AED')).toEqual({});
  const changed = { ...form, modePrices: { ...form.modePrices, pickup: ' 17 ' } };
  expect(itemChanges(form, changed, 'AED')).toEqual({ modePrices: { delivery: 20, pickup: 17 } });
  expect(itemProblems({ ...form, modePrices: { ...form.modePrices, pickup: '1.234' } }, 'AED')).toEqual({
    'modePrices.pickup': 'Use an amount such as 18.50',
  });
});
