import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMoney, fromMajor } from '#contract/base/money.ts';
import { readMenu } from '../state/menu.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { basketTotals, lineTotal, withAmounts } from './price.ts';
import { type StoredBasket, type ChosenModifier, emptyBasket } from './stored-basket.ts';

const menu = readMenu(testCatalogue());
const marina = { _id: ids.marina, name: 'Marina' };
const marinaAddress = {
  deliveryAreaId: ids.marinaArea,
  areaName: 'Dubai Marina',
  location: 'Dubai Marina',
  floor: '1204',
  instruction: '',
  nickName: 'Home',
};
const samoon: ChosenModifier = { _id: ids.samoon, name: 'Samoon', price: 1.75, modifierListId: ids.bread };
const garlic: ChosenModifier = { _id: ids.garlic, name: 'Garlic sauce', price: 2.25, modifierListId: ids.extras };

function basketWith(over: Partial<StoredBasket> = {}): StoredBasket {
  const line = { id: 'a', _id: ids.shawarma, name: 'Chicken shawarma', price: 18, totalPrice: 0, note: '' };
  return {
    ...emptyBasket(),
    outlet: marina,
    address: marinaAddress,
    items: [
      { ...line, modifierList: [samoon, garlic], quantity: 2 },
      { ...line, id: 'b', _id: ids.soup, name: 'Lentil soup', price: 12.5, modifierList: [], quantity: 1 },
    ],
    ...over,
  };
}

describe('the totals', () => {
  test('delivery: two shawarmas with options charged once, a soup, 5 % VAT and the fee of the area', () => {
    expect(basketTotals(menu, basketWith())).toMatchObject({
      lineTotals: [4000, 1250],
      subtotal: 5250,
      tax: 263,
      taxRate: 5,
      deliveryFee: 500,
      total: 6013,
      minimum: 3000,
      missing: 0,
    });
  });

  test('pickup has neither fee nor minimum', () => {
    expect(basketTotals(menu, basketWith({ orderingMode: 'Pickup' }))).toMatchObject({
      deliveryFee: null,
      total: 5513,
      minimum: 0,
    });
  });

  test('the basket says how much is missing for the minimum', () => {
    const one = basketWith({ items: basketWith().items.slice(1) });
    expect(basketTotals(menu, one)).toMatchObject({ subtotal: 1250, minimum: 3000, missing: 1750 });
  });

  test('before a place is chosen there is no tax and no fee', () => {
    expect(basketTotals(menu, basketWith({ outlet: null, address: null }))).toMatchObject({ tax: 0, total: 5250 });
  });

  test('the prices are those of the menu, not those of the stored basket', () => {
    const cheap = basketWith();
    for (const line of cheap.items) line.price = 0.01;
    expect(basketTotals(menu, cheap).total).toBe(6013);
  });

  test('the stored amounts are those on the screen', () => {
    expect(withAmounts(menu, basketWith())).toMatchObject({
      finalPrice: 60.13,
      taxRate: 5,
      taxAmount: 2.63,
      items: [{ totalPrice: 40 }, { totalPrice: 12.5 }],
    });
  });

  test('a tip of more than the dishes cost is refused, and counted nowhere', () => {
    const tipping = testCatalogue();
    tipping.restaurant.tips = { modes: ['pickup'], percents: [10] };
    const withTip = (tip: StoredBasket['tip']) =>
      basketTotals(readMenu(tipping), basketWith({ orderingMode: 'Pickup', tip }));
    expect(withTip({ amount: 52.5 })).toMatchObject({ tip: 5250, total: 10_763 });
    expect(withTip({ amount: 52.51 })).toMatchObject({ tip: null, total: 5513 });
    expect(withTip({ percent: 10 })).toMatchObject({ tip: 525, total: 6038 });
  });

  test('a stored price that the currency cannot hold counts as 0', () => {
    const gone = basketWith();
    gone.items = [{ ...gone.items[1]!, _id: ids.saj, price: 18.555 }];
    expect(basketTotals(menu, gone).subtotal).toBe(0);
  });
});

/** Lines of any quantity, with any of the options. */
const anyBasket = fc
  .array(fc.record({ quantity: fc.integer({ min: 1, max: 99 }), bread: fc.boolean(), extra: fc.boolean() }), {
    minLength: 1,
    maxLength: 20,
  })
  .map((lines) =>
    basketWith({
      items: lines.map(({ quantity, bread, extra }, index) => ({
        ...basketWith().items[0]!,
        id: String(index),
        quantity,
        modifierList: [...(bread ? [samoon] : []), ...(extra ? [garlic] : [])],
      })),
    }),
  );

test('every screen shows the same amounts: lines make the subtotal, subtotal, VAT and fee the total', () => {
  fc.assert(
    fc.property(anyBasket, (basket) => {
      const totals = basketTotals(menu, basket);
      expect(basket.items.map((line) => lineTotal(menu, line))).toEqual(totals.lineTotals);
      expect(addMoney(...totals.lineTotals)).toBe(totals.subtotal);
      expect(addMoney(totals.subtotal, totals.tax, totals.deliveryFee!)).toBe(totals.total);
      const stored = withAmounts(menu, basket);
      expect(fromMajor(stored.finalPrice, menu.currency)).toBe(totals.total);
      expect(stored.items.map((line) => fromMajor(line.totalPrice, menu.currency))).toEqual(totals.lineTotals);
    }),
  );
});
