import { describe, expect, test } from 'vitest';
import type { ItemId, OrderId, TableSessionId } from '#contract/base/ids.ts';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import { wordsOf } from '../words/all-words.ts';
import { readMenu } from '../state/menu.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { clearAfterOrder } from './after-order.ts';
import { type BasketLine, type StoredBasket, emptyBasket } from './stored-basket.ts';
import {
  guestLabel,
  hasFormerName,
  isTableUpToDate,
  tableBasketFrom,
  sharedBasketInput,
  shareText,
  shareInput,
  withoutRemovedLines,
} from './shared-lines.ts';
import { withTableLines } from './table-basket.ts';

const menu = readMenu(testCatalogue());

function shawarma(id: string, change: Partial<BasketLine> = {}): BasketLine {
  const modifierList = [{ _id: ids.saj, name: 'Saj', price: 1, modifierListId: ids.bread }];
  return {
    id,
    _id: ids.shawarma,
    name: 'Shawarma',
    price: 18,
    modifierList,
    quantity: 1,
    totalPrice: 0,
    note: '',
    ...change,
  };
}

const basket: StoredBasket = {
  ...emptyBasket(),
  orderingMode: 'Dine-in',
  participant: { tableSessionId: 'table-session-1' as TableSessionId, key: 'a'.repeat(32), name: ' Sara ' },
  items: [shawarma('s1', { note: 'No onion' }), shawarma('s2', { _id: 'gone' as ItemId })],
};

const shared = shareInput(menu, basket).lines[0]!;
const tableSession: TableSession = {
  _id: 'table-session-1' as TableSessionId,
  version: 4,
  participants: [
    { number: 1, name: 'Sara', isNamed: true, isYou: true, lines: [shared] },
    { number: 2, name: 'Guest 2', isNamed: false, isYou: false, lines: [{ ...shared, id: 'o1', quantity: 2 }] },
  ],
  removedLineIds: [],
  orders: [{ _id: 'order-1' as OrderId, orderNumber: 7, orderName: '7', status: 'New', participant: 2 }],
};

test('a phone shares its lines that are on the menu, and its name', () => {
  expect(shareInput(menu, basket)).toEqual({
    name: 'Sara',
    lines: [
      {
        id: 's1',
        itemId: ids.shawarma,
        selections: [{ modifierListId: ids.bread, modifierIds: [ids.saj] }],
        quantity: 1,
        note: 'No onion',
      },
    ],
  });
  expect(shareInput(menu, { ...basket, orderingMode: 'Pickup' }).lines).toEqual([]);
});

test('a phone without a name tells a table that still has one', () => {
  const table = tableBasketFrom(menu, tableSession, '');
  const named = (name: string) => ({ ...basket, participant: { ...basket.participant!, name } });
  expect(hasFormerName(named(' '), table)).toBe(true);
  expect(hasFormerName(named('Omar'), table)).toBe(false);
  expect(hasFormerName({ ...basket, participant: null }, table)).toBe(false);
  const [you, other] = tableSession.participants;
  const numbered = { ...tableSession, participants: [{ ...you!, name: 'Guest 1', isNamed: false }, other!] };
  expect(hasFormerName(named(''), tableBasketFrom(menu, numbered, ''))).toBe(false);
  expect(hasFormerName(named(''), null)).toBe(false);
});

test('the order of a table has the lines of every participant, named as the kitchen reads them, at the prices of this menu', () => {
  const table = tableBasketFrom(menu, tableSession, shareText(menu, basket));
  const whole = withTableLines({ ...basket, items: [shawarma('s1')] }, table);
  expect(whole.items.map(({ id, guestName, quantity, price }) => [id, guestName, quantity, price])).toEqual([
    ['s1', 'Sara', 1, 18],
    ['2 o1', 'Guest 2', 2, 18],
  ]);
  expect(whole.items[1]).toMatchObject({ name: 'Chicken shawarma', modifierList: [{ name: 'Saj', price: 1 }] });
  expect(withTableLines({ ...basket, orderingMode: 'Pickup' }, table).items).toBe(basket.items);
});

test('an order names the version that is on the screen, once the table knows everything', () => {
  const table = tableBasketFrom(menu, tableSession, shareText(menu, basket));
  expect(sharedBasketInput(basket, table)).toEqual({
    sharedBasket: { tableSessionId: 'table-session-1', participantKey: 'a'.repeat(32), version: 4 },
  });
  expect(isTableUpToDate(menu, basket, table)).toBe(true);
  const more = { ...basket, items: [...basket.items, shawarma('s3')] };
  expect(isTableUpToDate(menu, more, table)).toBe(false);
  expect(isTableUpToDate(menu, basket, null)).toBe(false);
  expect(isTableUpToDate(menu, { ...basket, participant: null }, null)).toBe(true);
  expect(sharedBasketInput({ ...basket, orderingMode: 'Pickup' }, table)).toEqual({});
});

describe('lines that were ordered', () => {
  const ordered = { ...tableSession, removedLineIds: ['s1', 'x'] };
  const table = tableBasketFrom(menu, tableSession, '');
  const raised = { ...basket, items: [shawarma('s1', { quantity: 4 }), shawarma('s2')] };
  const left = ({ items }: StoredBasket) => items.map(({ id, quantity }) => [id === 's1', quantity]);

  test('leave the phone, and lines added later belong to another order', () => {
    const after = withoutRemovedLines({ ...basket, isInDoubt: true, specialInstruction: 'Hot' }, ordered, table, []);
    expect(after.items.map(({ id }) => id)).toEqual(['s2']);
    expect(after).toMatchObject({ orderId: null, isInDoubt: false, specialInstruction: 'Hot' });
    expect(after.idempotencyKey).not.toBe(basket.idempotencyKey);
    expect(withoutRemovedLines(basket, { ...ordered, removedLineIds: ['x'] }, table, [])).toBe(basket);
  });

  test('leave the portions that were added while the order of this phone was on its way', () => {
    const own = { ...ordered, orders: [{ ...tableSession.orders[0]!, participant: 1 }] };
    const sending = { ...raised, sentLines: [{ id: 's1', quantity: 2 }], isInDoubt: true, specialInstruction: 'Hot' };
    const after = withoutRemovedLines(sending, own, table, []);
    expect(left(after)).toEqual([
      [false, 2],
      [false, 1],
    ]);
    // The order is known, whether or not its answer arrives.
    expect(after).toMatchObject({ orderId: 'order-1', isInDoubt: false, sentLines: null, specialInstruction: '' });
    expect(clearAfterOrder(after, 'order-1' as OrderId, sending.items)).toBe(after);
  });

  test('leave the portions that the table had not heard of when another phone ordered', () => {
    expect(left(withoutRemovedLines(raised, ordered, table, []))).toEqual([
      [false, 3],
      [false, 1],
    ]);
    // A call without an answer may have told it.
    const unanswered = [
      { ...shared, quantity: 3 },
      { ...shared, quantity: 2 },
    ];
    expect(left(withoutRemovedLines(raised, ordered, table, unanswered))).toEqual([
      [false, 1],
      [false, 1],
    ]);
    expect(left(withoutRemovedLines(raised, ordered, null, []))).toEqual([[false, 1]]);
  });
});

test('a guest without a name is a number in the language of the page', () => {
  expect(tableSession.participants.map((participant) => guestLabel(participant, wordsOf.en))).toEqual([
    'Sara',
    'Guest 2',
  ]);
  expect(guestLabel(tableSession.participants[1]!, wordsOf.ar)).toBe('الضيف 2');
});
