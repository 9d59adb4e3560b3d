import { describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { ids } from '../test/catalogue.ts';
import { clearAfterOrder, forgetPerson, withNameAtTable } from './after-order.ts';
import { restoreLine } from './edit-lines.ts';
import { addLine, type BasketLine, emptyBasket, parseStoredBasket, portionsIn, setQuantity } from './stored-basket.ts';

const soup: BasketLine = {
  id: 'line-1',
  _id: ids.soup,
  name: 'Lentil soup',
  price: 12.5,
  modifierList: [],
  quantity: 2,
  totalPrice: 25,
  note: '',
};
const shawarma: BasketLine = {
  ...soup,
  id: 'line-2',
  _id: ids.shawarma,
  name: 'Chicken shawarma',
  price: 18,
  modifierList: [{ _id: ids.saj, name: 'Saj', price: 1, modifierListId: ids.bread }],
};

describe('reading a stored basket', () => {
  test.each([
    ['2026-03-20T15:00:00.000Z', '2026-03-20T15:00:00.000Z'],
    ['Today - 11:00', null],
    [17, null],
    [undefined, null],
  ])('a time of %s is %s', (orderDate, read) => {
    expect(parseStoredBasket(JSON.stringify({ orderDate })).orderDate).toBe(read);
  });

  test('a basket survives being stored', () => {
    const basket = {
      ...emptyBasket(),
      orderingMode: 'Pickup' as const,
      outlet: { _id: ids.marina, name: 'Marina' },
      items: [soup, shawarma],
      specialInstruction: 'No cutlery',
      paymentMethod: 'cash on pickup' as const,
      sentLines: [{ id: 'line-1', quantity: 2 }],
    };
    expect(parseStoredBasket(JSON.stringify(basket))).toEqual(basket);
  });

  test.each([
    null,
    '',
    '{',
    '17',
    '[]',
    '"text"',
    'null',
    '{"items":"none","address":{},"outlet":5,"finalPrice":"1","sentLines":{}}',
  ])('%s is an empty basket', (text) => {
    const { idempotencyKey, ...rest } = parseStoredBasket(text);
    const { idempotencyKey: other, ...empty } = emptyBasket();
    expect(rest).toEqual(empty);
    expect(idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
    expect(idempotencyKey).not.toBe(other);
  });

  test('a line that is no line is left out, the others stay', () => {
    const text = JSON.stringify({ items: [{ ...soup, quantity: 0.5 }, null, shawarma, { ...soup, price: 'x' }] });
    expect(parseStoredBasket(text).items).toEqual([shawarma]);
  });
});

describe('lines', () => {
  test('the same dish without options is one line', () => {
    const basket = addLine(addLine(emptyBasket(), soup, 'once'), { ...soup, id: 'other' }, 'once');
    expect(basket.items).toEqual([{ ...soup, quantity: 4 }]);
    expect(portionsIn(basket)).toBe(4);
  });

  test('options that are charged once per line keep lines apart; charged for each portion they do not', () => {
    const twice = (charge: 'once' | 'each') =>
      addLine(addLine(emptyBasket(), shawarma, charge), { ...shawarma, id: 'other' }, charge).items.length;
    expect(twice('once')).toBe(2);
    expect(twice('each')).toBe(1);
  });

  test('below 1 the line goes, above 99 it stays at 99', () => {
    const basket = { ...emptyBasket(), items: [soup, shawarma] };
    expect(setQuantity(basket, 'line-1', 0).items).toEqual([shawarma]);
    expect(setQuantity(basket, 'line-1', 120).items[0]!.quantity).toBe(99);
  });

  test('a removed line comes back to its place', () => {
    const basket = { ...emptyBasket(), items: [soup, shawarma] };
    expect(restoreLine(setQuantity(basket, 'line-1', 0), soup, 0).items).toEqual([soup, shawarma]);
  });
});

test('after the order the lines are gone and the key is another one; the place stays', () => {
  const basket = {
    ...emptyBasket(),
    outlet: { _id: ids.marina, name: 'Marina' },
    items: [soup],
    specialInstruction: 'x',
    orderDate: '2026-03-20T15:00:00.000Z',
  };
  const after = clearAfterOrder(basket, 'order-1' as OrderId, null);
  expect(after).toMatchObject({ items: [], specialInstruction: '', orderId: 'order-1', outlet: basket.outlet });
  expect(after.orderDate).toBeNull();
  expect(after.idempotencyKey).not.toBe(basket.idempotencyKey);
});

test('log out forgets the person and keeps the basket', () => {
  const address = {
    deliveryAreaId: ids.marinaArea,
    areaName: 'Dubai Marina',
    location: 'Dubai Marina',
    floor: '1204',
    instruction: '',
    nickName: 'Home',
  };
  const basket = { ...emptyBasket(), address, outlet: { _id: ids.marina, name: 'Marina' }, items: [soup] };
  expect(forgetPerson(basket)).toMatchObject({ address: null, outlet: null, orderId: null, items: [soup] });
  expect(forgetPerson(basket).participant).toBeNull();
});

test('log out at a table forgets the name there, and the next guest is called by their own', () => {
  const participant = { tableSessionId: 'session', key: 'key', name: 'Grace Hall' } as never;
  const after = forgetPerson({ ...emptyBasket(), orderingMode: 'Dine-in', participant });
  expect(after.participant).toEqual({ tableSessionId: 'session', key: 'key', name: '' });
  expect(withNameAtTable(after, 'Omar').participant?.name).toBe('Omar');
});

test('at a table a guest who signs in is called by that name, unless they gave another there', () => {
  const at = (name: string) => ({
    ...emptyBasket(),
    participant: { tableSessionId: 'session', key: 'key', name } as never,
  });
  expect(withNameAtTable(at(''), 'Omar').participant?.name).toBe('Omar');
  expect(withNameAtTable(at('Sara'), 'Omar').participant?.name).toBe('Sara');
  expect(withNameAtTable(emptyBasket(), 'Omar').participant).toBeNull();
});
