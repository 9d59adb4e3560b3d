/** The figures of changed orders, against an oracle that computes them otherwise. */
import { array, assert, boolean, constantFrom, integer, option, property, record, type Arbitrary } from 'fast-check';
import { expect, test } from 'vitest';
import type { ItemId, ModifierListId, OfferId } from '#contract/base/ids.ts';
import { type MinorUnits, minorUnits } from '#contract/base/money.ts';
import { shareDiscount } from '#contract/ordering/offers/share-discount.ts';
import type { KeptLine, KeptOffer } from '#server/db/schema/kept-facts.ts';
import { priceChange, type PricedOrder, type UnpricedLine } from './price-change.ts';

const amount = (most: number) => integer({ min: 0, max: most }).map(minorUnits);

const dish: Arbitrary<UnpricedLine['line']> = record({
  quantity: integer({ min: 1, max: 99 }),
  unit_price_minor: amount(50_000),
  options: array(amount(2_000), { maxLength: 3 }),
}).map(({ options, ...rest }) => ({
  ...rest,
  line_number: 1,
  item_id: 'dish' as ItemId,
  name: 'Dish',
  name_translations: {},
  note: '',
  guest_name: '',
  allergens: null,
  diets: null,
  options: options.map((price_minor, position) => ({
    position,
    modifier_list_id: 'list' as ModifierListId,
    modifier_list_name: 'Extras',
    item_id: 'extra' as ItemId,
    name: 'Extra',
    name_translations: {},
    price_minor,
    allergens: null,
    diets: null,
  })),
}));

const terms = record({
  charge_options: constantFrom<'once' | 'each'>('once', 'each'),
  tax_rate_bp: integer({ min: 0, max: 2_500 }),
  tax_inclusive: boolean(),
  delivery_fee_minor: option(amount(2_000)),
  tip_minor: option(integer({ min: 1, max: 30_000 }).map(minorUnits)),
});

/** Each change as a person makes it: lines that stay, with other quantities or other dishes, and new ones. */
const changes = array(
  record({
    kept: array(
      record({ pick: integer({ min: 0, max: 9 }), quantity: integer({ min: 1, max: 99 }), other: option(dish) }),
      {
        maxLength: 5,
      },
    ),
    added: array(dish, { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 8 },
);

type Order = PricedOrder & { lines: KeptLine[] };

/** A line by its definition: so many portions, one after the other, and its options once or with each. */
function lineTotal({ quantity, unit_price_minor, options }: UnpricedLine['line'], isEach: boolean): bigint {
  const extras = options.reduce((sum, { price_minor }) => sum + BigInt(price_minor), 0n);
  let total = isEach ? 0n : extras;
  for (let portion = 0; portion < quantity; portion++) total += BigInt(unit_price_minor) + (isEach ? extras : 0n);
  return total;
}

/** The greatest amount that is no more of the new price than the share was of the former one. */
function shareOf(share: bigint, before: bigint, after: bigint): bigint {
  let [low, high] = [0n, after];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle * before <= share * after) low = middle;
    else high = middle - 1n;
  }
  return before === 0n ? 0n : low;
}

/** The whole amount nearest to the exact tax; of two equally near ones the greater. */
function taxOf(net: bigint, rate: bigint, isContained: boolean): bigint {
  const whole = isContained ? 10_000n + rate : 10_000n;
  let tax = 0n;
  for (let step = 1n << 40n; step > 0n; step /= 2n)
    if ((2n * (tax + step) - 1n) * whole <= 2n * net * rate) tax += step;
  return tax;
}

function oracle(order: Order, lines: readonly UnpricedLine[]) {
  const totals = lines.map(({ line }) => lineTotal(line, order.charge_options === 'each'));
  const offers = (order.offers ?? []).map((offer) => ({
    offer,
    shares: lines.map(({ from }, index) =>
      from === null ? 0n : shareOf(BigInt(offer.shares[from]!), BigInt(order.lines[from]!.total_minor), totals[index]!),
    ),
  }));
  const add = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
  const ofBasket = offers.filter(({ offer }) => offer.off === 'basket');
  const [subtotal, discount] = [add(totals), add(ofBasket.flatMap(({ shares }) => shares))];
  const net = subtotal - discount;
  const tax = taxOf(net, BigInt(order.tax_rate_bp), order.tax_inclusive);
  const given = BigInt(order.tip_minor ?? 0);
  const tip = given > subtotal ? subtotal : given;
  const total = net + (order.tax_inclusive ? 0n : tax) + BigInt(order.delivery_fee_minor ?? 0) + tip;
  const left = offers.filter(({ offer, shares }) => offer.off === 'delivery' || add(shares) > 0n);
  return {
    totals: totals.map(Number),
    subtotal: Number(subtotal),
    discount: Number(discount),
    tax: Number(tax),
    tip: tip === 0n ? null : Number(tip),
    total: Number(total),
    offers: left.map(({ offer, shares }) => [offer.id, shares.map(Number)]),
  };
}

function figuresOf({ lines, ...facts }: ReturnType<typeof priceChange>) {
  return {
    totals: lines.map(({ total_minor }) => total_minor),
    subtotal: facts.subtotal_minor,
    discount: facts.discount_minor,
    tax: facts.tax_minor,
    tip: facts.tip_minor,
    total: facts.total_minor,
    offers: (facts.offers ?? []).map(({ id, shares }) => [id, shares]),
  };
}

/** Two offers on the basket, one after the other, and one on the delivery. */
function offersOn(lines: readonly KeptLine[], percents: readonly number[]): KeptOffer[] {
  let left = lines.map(({ total_minor }) => total_minor);
  const offers = percents.map((percent, index): KeptOffer => {
    const sum = left.reduce((total, one) => total + one, 0);
    const shares = shareDiscount(minorUnits(Math.floor((sum * percent) / 100)), left);
    left = left.map((one, place) => minorUnits(one - shares[place]!));
    const off = index === 2 ? 'delivery' : 'basket';
    const none = shares.map(() => minorUnits(0));
    const taken = minorUnits(shares.reduce((total, one) => total + one, 0));
    const names = { name: 'Offer', nameTranslations: {}, code: null };
    return { ...names, id: `offer ${index}` as OfferId, amount: taken, off, shares: off === 'basket' ? shares : none };
  });
  return offers.filter(({ amount: taken }) => taken > 0);
}

test('any sequence of changes has the figures of the oracle, and they add up', () => {
  assert(
    property(
      terms,
      array(dish, { minLength: 1, maxLength: 6 }),
      array(integer({ min: 0, max: 100 }), { maxLength: 3 }),
      changes,
      (agreed, ordered, percents, sequence) => {
        const first = ordered.map((line, from) => ({ line: { ...line, line_number: from + 1 }, from: null }));
        const { lines } = priceChange({ ...agreed, offers: null, lines: [] }, first);
        let order: Order = { ...agreed, lines, offers: offersOn(lines, percents) };
        for (const { kept, added } of sequence) {
          const before = order;
          const chosen = new Map(kept.map((line) => [line.pick % before.lines.length, line]));
          const next: UnpricedLine[] = [...chosen].map(([from, { quantity, other }]) => {
            const { total_minor: _, ...line } = before.lines[from]!;
            return { line: { ...(other ?? line), quantity }, from };
          });
          next.push(...added.map((line) => ({ line, from: null })));
          if (next.length === 0) continue;
          const changed = priceChange(before, next);
          expect(figuresOf(changed)).toEqual(oracle(before, next));
          const shares = (changed.offers ?? []).map((offer) => offer.shares);
          for (const [index, line] of changed.lines.entries()) {
            const taken = shares.reduce((sum, ofOffer) => sum + ofOffer[index]!, 0);
            expect(taken).toBeLessThanOrEqual(line.total_minor);
          }
          order = { ...before, ...changed };
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a line that nobody touched keeps its price and its discount', () => {
  const line = (line_number: number, unit_price_minor: MinorUnits) => ({
    line_number,
    item_id: 'dish' as ItemId,
    name: 'Dish',
    name_translations: {},
    note: '',
    guest_name: '',
    quantity: 3,
    unit_price_minor,
    allergens: null,
    diets: null,
    options: [],
  });
  const [one, two] = [line(1, minorUnits(333)), line(2, minorUnits(777))];
  const agreed = { charge_options: 'once', tax_rate_bp: 500, tax_inclusive: false } as const;
  const none = { delivery_fee_minor: null, tip_minor: null };
  const { lines } = priceChange({ ...agreed, ...none, offers: null, lines: [] }, [
    { line: one, from: null },
    { line: two, from: null },
  ]);
  const offers = offersOn(lines, [10]);
  const changed = priceChange({ ...agreed, ...none, offers, lines }, [
    { line: one, from: 0 },
    { line: { ...two, quantity: 1 }, from: 1 },
  ]);
  expect(changed.lines[0]).toEqual(lines[0]);
  // A tenth of 3330, shared as 100 and 233, of which the second line keeps a third, rounded down.
  expect(offers[0]!.shares).toEqual([100, 233]);
  expect(changed.offers![0]!.shares).toEqual([100, 77]);
  // 999 + 777 - 177, and 5 % of it.
  expect(changed).toMatchObject({ subtotal_minor: 1776, discount_minor: 177, tax_minor: 80, total_minor: 1679 });
});
