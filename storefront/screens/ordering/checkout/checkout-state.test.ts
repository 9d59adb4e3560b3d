import { expect, test } from 'vitest';
import type { MinorUnits } from '#contract/base/money.ts';
import { type BasketLine, emptyBasket, type StoredBasket } from '../../../basket/stored-basket.ts';
import type { BasketCheck } from '../../../basket/use-basket-check.ts';
import { readMenu } from '../../../state/menu.ts';
import { ids, testCatalogue } from '../../../test/catalogue.ts';
import { wordsOf } from '../../../words/all-words.ts';
import { checkoutState } from './checkout-state.ts';

const words = wordsOf.en;

function line(id: string): BasketLine {
  return { id, _id: ids.soup, name: 'Soup', price: 12.5, modifierList: [], quantity: 1, totalPrice: 12.5, note: '' };
}

/** The state of a pickup from Marina, where both methods of the door are taken and the restaurant has a gateway. */
function stateOf({
  basket = {},
  check = {},
  total = 2500,
  missing = 0,
}: { basket?: Partial<StoredBasket>; check?: Partial<BasketCheck>; total?: number; missing?: number } = {}) {
  const catalogue = testCatalogue();
  catalogue.restaurant.onlinePayment = { isTest: true };
  const menu = readMenu(catalogue);
  const stored: StoredBasket = { ...emptyBasket(), items: [line('a'), line('b')], ...basket };
  const site = {
    menu,
    words,
    money: (amount: MinorUnits) => `AED ${amount / 100}`,
    basketStore: { get: () => stored } as Parameters<typeof checkoutState>[0]['basketStore'],
  };
  return checkoutState(site, { basket: stored, table: null }, {
    place: { mode: 'pickup', outlet: menu.outlets.get(ids.marina)!, area: null, table: null, startsAt: null },
    totals: { total, missing } as BasketCheck['totals'],
    blockers: [],
    hasBrokenLine: false,
    changes: [],
    problems: [],
    ...check,
  } as BasketCheck);
}

test('the online payment stands before those of the door, and is the one that is paid online', () => {
  const { methods } = stateOf();
  expect(methods).toEqual(['online on pickup', 'cash on pickup', 'card on pickup']);
  expect(stateOf()).toMatchObject({ paymentMethod: '', hasMethod: false, isPaidOnline: false });
  expect(stateOf({ basket: { paymentMethod: 'online on pickup' } })).toMatchObject({
    paymentMethod: 'online on pickup',
    hasMethod: true,
    isPaidOnline: true,
  });
  // Nothing can be paid online for what costs nothing.
  expect(stateOf({ basket: { paymentMethod: 'online on pickup' }, total: 0 })).toMatchObject({
    paymentMethod: 'cash on pickup',
    isPaidOnline: false,
  });
  expect(stateOf({ basket: { paymentMethod: 'cash on delivery' } })).toMatchObject({ hasMethod: false });
});

test('the first obstacle is told: the place, then a line, then the minimum', () => {
  const [closed, broken] = [['Marina is closed'], { hasBrokenLine: true }];
  expect(stateOf().reason).toBeNull();
  expect(stateOf({ missing: 500 }).reason).toBe(words.addMore('AED 5'));
  expect(stateOf({ check: broken, missing: 500 }).reason).toBe(words.fixLines);
  expect(stateOf({ check: { ...broken, blockers: closed }, missing: 500 }).reason).toBe('Marina is closed');
});

test('sold-out lines can be left out while others are left and the place takes orders', () => {
  const problem = (index: number) => ({ line: index, left: 0 }) as BasketCheck['problems'][number];
  const soldOut = (check: Partial<BasketCheck>) => {
    const state = stateOf({ check: { hasBrokenLine: true, ...check } });
    return [state.soldOut.map(({ id }) => id), state.isLeft];
  };
  expect(soldOut({ problems: [problem(0)] })).toEqual([['a'], true]);
  expect(soldOut({ problems: [problem(0), problem(1)] })).toEqual([['a', 'b'], false]);
  expect(soldOut({ problems: [problem(0)], blockers: ['Marina is closed'] })).toEqual([['a'], false]);
});

test('a note that is too long for the server keeps the basket from being ordered, counted as the server counts', () => {
  const noteOf = (letters: number) => ({ basket: { specialInstruction: '🥜'.repeat(letters) } });
  expect(stateOf(noteOf(500)).reason).toBeNull();
  expect(stateOf(noteOf(501)).reason).toBe('Special instructions: 1 character too many');
});
