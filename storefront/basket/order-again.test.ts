import { expect, test } from 'vitest';
import type { DeliveryAreaId, ItemId, ModifierListId, OutletId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { readMenu } from '../state/menu.ts';
import { placeOf } from '../state/place.ts';
import { testCatalogue } from '../test/catalogue.ts';
import { orderAgain } from './order-again.ts';
import { emptyBasket } from './stored-basket.ts';

const menu = readMenu(testCatalogue());
const [outlet] = menu.catalogue.outlets;
const [area] = menu.catalogue.deliveryAreas;

function pastOrder(change: Partial<Order> = {}): Order {
  const order: Partial<Order> = {
    deliveryMode: 'pickup',
    outletId: outlet!._id,
    deliveryAreaId: null,
    address: null,
    cart: [
      {
        lineNumber: 1,
        itemId: 'item-1' as ItemId,
        name: 'Burger',
        nameTranslations: {},
        quantity: 2,
        price: 18,
        totalPrice: 42.5,
        modifierList: ['option-1' as ItemId],
        options: [
          {
            _id: 'option-1' as ItemId,
            name: 'Large',
            nameTranslations: {},
            price: 3.25,
            modifierListId: 'list-1' as ModifierListId,
            modifierListName: 'Size',
          },
        ],
        note: 'No onion',
        guestName: '',
        madeAt: null,
        recalledAt: null,
      },
    ],
    ...change,
  };
  return order as Order;
}

test('the dishes come back with their options, notes and the prices of then', () => {
  const basket = orderAgain(menu, emptyBasket(), pastOrder());
  expect(basket).toMatchObject({ orderingMode: 'Pickup', outlet: { _id: outlet!._id, name: outlet!.name } });
  expect(basket.items).toEqual([
    {
      id: expect.any(String),
      _id: 'item-1',
      name: 'Burger',
      price: 18,
      modifierList: [{ _id: 'option-1', name: 'Large', price: 3.25, modifierListId: 'list-1' }],
      quantity: 2,
      totalPrice: 42.5,
      note: 'No onion',
    },
  ]);
});

test('beside what is in the basket the place stays as chosen', () => {
  const chosen = { ...orderAgain(menu, emptyBasket(), pastOrder()), orderingMode: 'Delivery' as const, outlet: null };
  const basket = orderAgain(menu, chosen, pastOrder());
  expect(basket).toMatchObject({ orderingMode: 'Delivery', outlet: null });
  expect(basket.items).toHaveLength(2);
  expect(new Set(basket.items.map(({ id }) => id)).size).toBe(2);
});

test('a delivery goes to its address again, where somebody still delivers', () => {
  const address = { location: 'Marina Walk', floor: '4 B', instruction: '', nickName: 'Home' };
  const delivery = (deliveryAreaId: DeliveryAreaId) => pastOrder({ deliveryMode: 'delivery', deliveryAreaId, address });
  expect(orderAgain(menu, emptyBasket(), delivery(area!._id))).toMatchObject({
    orderingMode: 'Delivery',
    address: { deliveryAreaId: area!._id, areaName: area!.areaName, ...address },
  });
  expect(orderAgain(menu, emptyBasket(), delivery('gone' as DeliveryAreaId)).address).toBeNull();
});

test('a delivery has the outlet of its address, wherever the guest looked before', () => {
  const address = { location: 'Marina Walk', floor: '4 B', instruction: '', nickName: 'Home' };
  const order = pastOrder({ deliveryMode: 'delivery', deliveryAreaId: area!._id, address });
  const [, other] = menu.catalogue.outlets;
  for (const before of [null, { _id: other!._id, name: other!.name }]) {
    const basket = orderAgain(menu, { ...emptyBasket(), orderingMode: 'Pickup', outlet: before }, order);
    expect(basket.outlet).toEqual({ _id: area!.outletId, name: outlet!.name });
    expect(placeOf(menu, basket)).toMatchObject({ outlet: { _id: area!.outletId }, area: { _id: area!._id } });
  }
});

test('a guest who sits at a table stays there', () => {
  const table = { code: 'code-12', name: '12', area: null };
  const [, here] = menu.catalogue.outlets;
  const seated = { orderingMode: 'Dine-in' as const, table, outlet: { _id: here!._id, name: here!.name } };
  const address = { location: 'Marina Walk', floor: '4 B', instruction: '', nickName: 'Home' };
  const orders = [pastOrder(), pastOrder({ deliveryMode: 'delivery', deliveryAreaId: area!._id, address })];
  for (const order of orders) {
    const basket = orderAgain(menu, { ...emptyBasket(), ...seated }, order);
    expect(basket).toMatchObject({ ...seated, address: null });
    expect(basket.items).toHaveLength(1);
  }
});

test('an outlet that is gone is not chosen', () => {
  expect(orderAgain(menu, emptyBasket(), pastOrder({ outletId: 'gone' as OutletId })).outlet).toBeNull();
});
