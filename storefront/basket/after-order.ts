/** A basket after its order, and for the next person; loaded with the screens that need it. */
import type { OrderId } from '#contract/base/ids.ts';
import { newKey, type StoredBasket } from './stored-basket.ts';

/** After the order: the lines are gone, the choices of place and payment stay for the next one. */
export function clearAfterOrder(basket: StoredBasket, orderId: OrderId): StoredBasket {
  return {
    ...basket,
    items: [],
    specialInstruction: '',
    tip: null,
    offerCode: '',
    usesStampCard: false,
    finalPrice: 0,
    taxAmount: 0,
    orderDate: null,
    orderId,
    idempotencyKey: newKey(),
    isInDoubt: false,
    paymentReference: '',
  };
}

/** Log out leaves nothing of the person behind; the basket and the menu's outlet stay (R71). */
export function forgetPerson(basket: StoredBasket): StoredBasket {
  return {
    ...basket,
    address: null,
    outlet: basket.orderingMode === 'Delivery' ? null : basket.outlet,
    paymentMethod: '',
    specialInstruction: '',
    offerCode: '',
    usesStampCard: false,
    orderId: null,
  };
}

/** The name of a guest who has signed in is the one at the table, unless they gave one there. */
export function withNameAtTable(basket: StoredBasket, name: string): StoredBasket {
  const { participant } = basket;
  if (participant === null || participant.name !== '') return basket;
  return { ...basket, participant: { ...participant, name } };
}
