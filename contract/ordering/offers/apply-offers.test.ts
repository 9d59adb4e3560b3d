import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CategoryId, ItemId, OfferId } from '../../base/ids.ts';
import { type MinorUnits, minorUnits, MoneyError } from '../../base/money.ts';
import { applyOffers, type OfferedLine } from './apply-offers.ts';
import type { Offer, OfferBenefit } from './offer.ts';
import { applyByTheBook } from './test/offers-oracle.ts';

const RUNS = 5000;

const line = (dish: string, quantity: number, total: number): OfferedLine => ({
  itemId: dish as ItemId,
  categoryIds: [(dish.startsWith('burger') ? 'burgers' : 'drinks') as CategoryId],
  quantity,
  total: minorUnits(total),
});
const onBurgers = { categories: ['burgers' as CategoryId], items: [] };
const onWater = { categories: [], items: ['water' as ItemId] };
const offer = (id: string, benefit: OfferBenefit, scope: Offer['scope'] = null): Offer => ({
  id: id as OfferId,
  benefit,
  scope,
});
const amount = (minor: number): OfferBenefit => ({ kind: 'amount', amount: minorUnits(minor) });
const percent = (basisPoints: number): OfferBenefit => ({ kind: 'percent', basisPoints });
const buyGet = (buy: number, get: number): OfferBenefit => ({ kind: 'buy_get', buy, get });

const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
const basket = [line('burger', 2, 4000), line('burger small', 1, 1500), line('water', 3, 600)];
const fee = minorUnits(500);

describe('one offer', () => {
  test.each<[string, Offer, number[], number]>([
    ['a fifth off burgers', offer('a', percent(2000), onBurgers), [800, 300, 0], 0],
    ['an amount off each burger', offer('a', amount(450), onBurgers), [900, 450, 0], 0],
    ['an amount off each water, which costs less', offer('a', amount(450), onWater), [0, 0, 600], 0],
    ['a free burger: the cheapest', offer('a', { kind: 'free_item' }, onBurgers), [0, 1500, 0], 0],
    ['two burgers and one more', offer('a', buyGet(2, 1), onBurgers), [0, 1500, 0], 0],
    ['one burger and one more: of three, one', offer('a', buyGet(1, 1), onBurgers), [0, 1500, 0], 0],
    ['one burger and two more', offer('a', buyGet(1, 2), onBurgers), [2000, 1500, 0], 0],
    ['one burger and two more: of two waters the first is paid', offer('a', buyGet(2, 5), onWater), [0, 0, 200], 0],
    ['four burgers and one more, of three', offer('a', buyGet(4, 1), onBurgers), [0, 0, 0], 0],
    ['a tenth off the basket, rounded once', offer('a', percent(1000)), [400, 150, 60], 0],
    ['an amount off the basket, shared', offer('a', amount(1000)), [656, 246, 98], 0],
    ['more than the basket', offer('a', amount(1_000_000)), [4000, 1500, 600], 0],
    ['free delivery', offer('a', { kind: 'free_delivery' }), [0, 0, 0], 500],
    ['a free dish of none', offer('a', { kind: 'free_item' }), [0, 0, 0], 0],
  ])('%s', (_what, one, lines, delivery) => {
    expect(applyOffers([one], basket, fee)).toMatchObject({ lines, delivery });
  });

  test('that takes nothing off is not named', () => {
    expect(applyOffers([offer('a', { kind: 'free_delivery' })], basket, null).applied).toEqual([]);
    expect(applyOffers([offer('a', percent(5000))], [line('burger', 1, 0)], fee).applied).toEqual([]);
  });
});

describe('several offers', () => {
  test('a line gets the best for it, then the basket its best, of what is left, then delivery is free', () => {
    const offers = [
      offer('a', { kind: 'free_delivery' }),
      offer('b', amount(100)),
      offer('c', percent(1000)),
      offer('d', percent(2000), onBurgers),
      offer('e', amount(400), onBurgers),
    ];
    const { applied, lines, delivery } = applyOffers(offers, basket, fee);
    expect(applied).toEqual([
      // The first line gets the same of both: the former offer applies.
      { offerId: 'd', shares: [800, 0, 0], delivery: 0 },
      { offerId: 'e', shares: [0, 400, 0], delivery: 0 },
      // 490 of 3200, 1100 and 600
      { offerId: 'c', shares: [320, 110, 60], delivery: 0 },
      { offerId: 'a', shares: [0, 0, 0], delivery: 500 },
    ]);
    expect([lines, delivery]).toEqual([[1120, 510, 60], 500]);
  });

  test('a group of portions is taken where it takes more off than single offers', () => {
    const group = offer('a', buyGet(1, 1), onBurgers);
    const named = (single: Offer) => applyOffers([group, single], basket, null).applied.map(({ offerId }) => offerId);
    expect(named(offer('b', percent(2700), onBurgers))).toEqual(['a']); // 1485 of 1500
    expect(named(offer('b', percent(2800), onBurgers))).toEqual(['b']); // 1540
  });
});

test.each([0, -1, 1.5])('a line of %s portions is refused', (quantity) => {
  expect(() => applyOffers([], [line('burger', quantity, 100)], fee)).toThrow(MoneyError);
});

const dishes = ['burger', 'burger small', 'burger king size', 'water', 'cola'];
test('the largest basket with the most offers, each for two hundred dishes, is priced like any other', () => {
  const items = Array.from({ length: 200 }, (_, index) => `dish ${index}` as ItemId);
  const categories = Array.from({ length: 200 }, (_, index) => `category ${index}` as CategoryId);
  const offers = Array.from({ length: 100 }, (_, index) =>
    offer(`offer ${String(index).padStart(3, '0')}`, { kind: 'free_item' }, { categories, items: items.toReversed() }),
  );
  const lines = Array.from({ length: 50 }, (_, index) => ({
    itemId: `other ${index}` as ItemId,
    categoryIds: [...Array.from({ length: 99 }, (__, other) => `none ${other}` as CategoryId), categories[index]!],
    quantity: 1,
    total: minorUnits(1000 + index),
  }));
  const taken = applyOffers(offers, lines, null);
  // All lines are of one group, whose cheapest dish is free.
  expect(taken.applied).toHaveLength(1);
  expect(sum(taken.lines)).toBe(1000);
});

const anyLine = fc
  .record({
    dish: fc.constantFrom(...dishes),
    quantity: fc.integer({ min: 1, max: 9 }),
    total: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1_000_000 })),
  })
  .map(({ dish, quantity, total }) => line(dish, quantity, total));
const anyBenefit: fc.Arbitrary<OfferBenefit> = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }).map(percent),
  fc.integer({ min: 1, max: 5000 }).map(amount),
  fc.constant<OfferBenefit>({ kind: 'free_item' }),
  fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 3 })).map(([buy, get]) => buyGet(buy, get)),
  fc.constant<OfferBenefit>({ kind: 'free_delivery' }),
);
const anyScope = fc.constantFrom(null, onBurgers, onWater, { categories: ['drinks' as CategoryId], items: [] });
const anyOffers = fc
  .array(fc.record({ benefit: anyBenefit, scope: anyScope }), { maxLength: 6 })
  .map((offers) => offers.map(({ benefit, scope }, index) => offer(`offer ${index}`, benefit, scope)));
const anyLines = fc.array(anyLine, { maxLength: 6 });
const anyFee = fc.option(fc.integer({ min: 0, max: 2000 }).map(minorUnits));

describe('any offers on any basket', () => {
  const check = (property: (offers: Offer[], lines: OfferedLine[], fee: MinorUnits | null) => void) =>
    fc.assert(fc.property(anyOffers, anyLines, anyFee, property), { numRuns: RUNS });

  test('take what the book says', () => {
    check((offers, lines, delivery) => {
      expect(applyOffers(offers, lines, delivery)).toEqual(applyByTheBook(offers, lines, delivery));
    });
  });

  test('leave no line and no fee below zero, and their shares are the discount', () => {
    check((offers, lines, delivery) => {
      const taken = applyOffers(offers, lines, delivery);
      for (const [index, { total }] of lines.entries()) {
        expect(taken.lines[index]).toBeGreaterThanOrEqual(0);
        expect(taken.lines[index]).toBeLessThanOrEqual(total);
        expect(sum(taken.applied.map(({ shares }) => shares[index]!))).toBe(taken.lines[index]);
      }
      expect(taken.delivery).toBeLessThanOrEqual(delivery ?? 0);
      expect(taken.applied.every(({ shares, delivery: free }) => sum(shares) + free > 0)).toBe(true);
    });
  });

  test('take the same whatever the order of the offers, and as much whatever the order of the lines', () => {
    check((offers, lines, delivery) => {
      const taken = applyOffers(offers, lines, delivery);
      expect(applyOffers(offers.toReversed(), lines, delivery)).toEqual(taken);
      const turned = applyOffers(offers, lines.toReversed(), delivery);
      expect([sum(turned.lines), turned.delivery]).toEqual([sum(taken.lines), taken.delivery]);
    });
  });
});
