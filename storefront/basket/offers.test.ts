import { describe, expect, test } from 'vitest';
import type { AppliedOffer } from '#contract/ordering/offers/offers.ts';
import { readMenu } from '../state/menu.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { totalsWithOffers } from './offers.ts';
import { emptyBasket, type StoredBasket } from './stored-basket.ts';

const menu = readMenu(testCatalogue());
const line = { _id: ids.soup, name: 'Lentil soup', price: 12.5, totalPrice: 0, note: '', modifierList: [] };
/** Two lines of 12.50 and 25.00, delivered for 5.00, with 5 % VAT. */
const basket: StoredBasket = {
  ...emptyBasket(),
  outlet: { _id: ids.marina, name: 'Marina' },
  address: {
    deliveryAreaId: ids.marinaArea,
    areaName: 'Dubai Marina',
    location: 'Dubai Marina',
    floor: '1204',
    instruction: '',
    nickName: 'Home',
  },
  items: [
    { ...line, id: 'a', quantity: 1 },
    { ...line, id: 'b', quantity: 2 },
  ],
};
const offer = (off: AppliedOffer['off'], amount: number): AppliedOffer => ({
  name: off,
  nameTranslations: {},
  code: null,
  amount,
  off,
});
const totalsOf = (...offers: AppliedOffer[]) => totalsWithOffers(menu, basket, { offers });

describe('the totals with offers', () => {
  test('are those of the menu without a quote, and without offers', () => {
    const full = { subtotal: 3750, discount: 0, tax: 188, deliveryFee: 500, deliveryDiscount: 0, total: 4438 };
    expect(totalsWithOffers(menu, basket, null)).toMatchObject(full);
    expect(totalsOf()).toMatchObject(full);
  });

  test('take offers off the basket before VAT, whichever line they are of', () => {
    // 37.50 - 20.00 = 17.50, and 0.875 of VAT.
    const taken = { subtotal: 3750, discount: 2000, tax: 88, deliveryDiscount: 0, total: 2338 };
    expect(totalsOf(offer('basket', 13), offer('basket', 7))).toMatchObject(taken);
  });

  test('take free delivery off the fee, without VAT', () => {
    expect(totalsOf(offer('delivery', 5))).toMatchObject({ discount: 0, deliveryDiscount: 500, total: 3938 });
  });

  test('never fall below zero where the menu is older than the quote', () => {
    const nothing = { discount: 3750, tax: 0, deliveryDiscount: 500, total: 0 };
    expect(totalsOf(offer('basket', 90), offer('delivery', 9))).toMatchObject(nothing);
  });
});
