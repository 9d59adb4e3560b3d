import { expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { checkInput } from '../../../components/form/check-input.ts';
import { previewPrices, priceCalls, priceField, readPriceChange, seenItems } from './price-form.ts';

test.each([
  ['percent', '10', 'AED', 10],
  ['percent', ' -12.5 ', 'AED', -12.5],
  ['percent', '+7', 'AED', 7],
  ['percent', '-١٢,٥', 'AED', -12.5],
  ['percent', '1.234', 'AED', null],
  ['percent', '0', 'AED', null],
  ['percent', '', 'AED', null],
  ['percent', 'ten', 'AED', null],
  ['amount', '0.50', 'AED', 0.5],
  ['amount', '-٠٫٥٠', 'AED', -0.5],
  ['amount', '1,250', 'AED', null],
  ['amount', '\u22122', 'AED', -2],
  ['amount', '0.125', 'KWD', 0.125],
  ['amount', '0.125', 'AED', null],
  ['amount', '0.5', 'JPY', null],
] as const)('by %s "%s" in %s is %s', (by, entered, currency, value) => {
  expect(readPriceChange(by, entered, currency)).toEqual(value === null ? null : { by, value });
});

test.each([
  ['percent', '-100', {}],
  ['percent', '-101', { value: { code: 'too_small', details: { least: -100 } } }],
  ['percent', '1001', { value: { code: 'too_large', details: { most: 1000 } } }],
  ['percent', '-12.34', {}],
  ['amount', '-2000000000', { value: { code: 'too_small', details: { least: -1_000_000_000 } } }],
  ['amount', '', {}],
] as const)('by %s "%s", the schema of the call says %j', (by, entered, problems) => {
  const items = [{ _id: '0198c0de-0000-7000-8000-000000000001' as ItemId, price: 18.5 } as Item];
  const found = priceCalls(items, readPriceChange(by, entered, 'AED')).map(({ route, input }) =>
    checkInput(route, input),
  );
  const byField = Object.entries(Object.assign({}, ...found)).map(([field, problem]) => [priceField(field), problem]);
  expect(Object.fromEntries(byField)).toEqual(problems);
});

test.each([
  [
    true,
    [
      [null, 18, 19.8],
      ['delivery', 20.25, 22.28],
      ['dine-in', 0, 0],
      [null, 5.5, 6.05],
    ],
  ],
  [
    false,
    [
      [null, 18, 19.8],
      [null, 5.5, 6.05],
    ],
  ],
])('with the prices by mode (%s) the preview has a row for each price that changes', (withModePrices, rows) => {
  const items = [{ price: 18, modePrices: { 'dine-in': 0, delivery: 20.25 } }, { price: 5.5 }] as Item[];
  const previews = previewPrices(items, { by: 'percent', value: 10 }, withModePrices, 'AED');
  expect(previews.map(({ mode, price, next }) => [mode, price, next])).toEqual(rows);
});

test('the prices that are sent are those on the screen', () => {
  const items = [
    { _id: 'a', price: 18, modePrices: { pickup: 17 } },
    { _id: 'b', price: 5.5 },
  ] as unknown as Item[];
  expect(seenItems(items)).toEqual([
    { _id: 'a', price: 18, modePrices: { pickup: 17 } },
    { _id: 'b', price: 5.5 },
  ]);
});
