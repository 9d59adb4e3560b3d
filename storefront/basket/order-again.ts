/** An order of before as lines of a basket: at the prices it had, so that whatever is different now is told (decision 34). */
import type { Order } from '#contract/ordering/orders.ts';
import { basketLimits } from '#contract/ordering/basket-limits.ts';
import type { Menu } from '../state/menu.ts';
import { outletForMode } from '../state/place.ts';
import { type BasketLine, type StoredBasket, newKey, orderingModeOf } from './stored-basket.ts';

/** Adds the dishes of the order, as far as there is room; the place is that of the order where nothing is chosen yet. */
export function orderAgain(menu: Menu, basket: StoredBasket, order: Order): StoredBasket {
  const lines = order.cart.map((line): BasketLine => ({
    id: newKey(),
    _id: line.itemId,
    name: line.name,
    price: line.price,
    modifierList: line.options.map(({ _id, name, price, modifierListId }) => ({ _id, name, price, modifierListId })),
    quantity: line.quantity,
    totalPrice: line.totalPrice,
    note: line.note,
  }));
  const items = [...basket.items, ...lines].slice(0, basketLimits.basketLinesMax);
  const isAtTable = basket.orderingMode === 'Dine-in' && basket.table !== null;
  if (isAtTable || basket.items.length > 0 || order.deliveryMode === 'dine-in') return { ...basket, items };
  const isPickup = order.deliveryMode === 'pickup';
  const address = isPickup ? basket.address : (basket.address ?? addressOf(menu, order));
  // An area counts only beside the outlet that serves it.
  const outlet = isPickup ? menu.outlets.get(order.outletId) : outletForMode(menu, { ...basket, address }, 'delivery');
  return {
    ...basket,
    items,
    orderingMode: orderingModeOf(order.deliveryMode),
    address,
    ...(outlet && { outlet: { _id: outlet._id, name: outlet.name } }),
  };
}

/** Where the order went, unless nobody delivers there any more. */
function addressOf(menu: Menu, order: Order): StoredBasket['address'] {
  const area = order.deliveryAreaId === null ? undefined : menu.areas.get(order.deliveryAreaId);
  if (area === undefined || order.address === null) return null;
  return { ...order.address, deliveryAreaId: area._id, areaName: area.areaName };
}
