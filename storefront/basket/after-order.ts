/** A basket on the way to its order, after it, and for the next person; loaded with the screens that need it. */
import type { OrderId } from '#contract/base/ids.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import { type BasketLine, newKey, type SentLine, type StoredBasket } from './stored-basket.ts';

function sentLinesOf(items: readonly BasketLine[]): SentLine[] {
  return items.map(({ id, quantity }) => ({ id, quantity }));
}

/** The portions that were not sent. A rest gets an id of its own: a table, or another tab, takes the sent line out once more. */
export function unsentLines(items: readonly BasketLine[], sentLines: readonly SentLine[]): BasketLine[] {
  return items.flatMap((line) => {
    const sent = sentLines.find(({ id }) => id === line.id);
    if (sent === undefined) return line;
    const quantity = line.quantity - sent.quantity;
    return quantity > 0 ? { ...line, id: newKey(), quantity } : [];
  });
}

/** Before it is sent. The lines of an earlier try stay: it may have arrived, and then it is the order of the key. */
export function withSentLines(basket: StoredBasket, items: readonly BasketLine[]): StoredBasket {
  return { ...basket, isInDoubt: true, sentLines: basket.sentLines ?? sentLinesOf(items) };
}

/**
 * After a try without an order. `before` is the basket before it; `isInDoubt`: the try may have arrived after all. A basket with another
 * key is the next one: the table, or another tab, knows of the order.
 */
export function afterFailedTry(basket: StoredBasket, before: StoredBasket, isInDoubt: boolean): StoredBasket {
  if (basket.idempotencyKey !== before.idempotencyKey) return basket;
  return { ...basket, isInDoubt, sentLines: isInDoubt ? basket.sentLines : before.sentLines };
}

/** Once its payment is begun. One that has an outcome is of an earlier try, which had other lines. */
export function withPayment(
  basket: StoredBasket,
  { reference, state }: Pick<GuestPayment, 'reference' | 'state'>,
  items: readonly BasketLine[],
): StoredBasket {
  const sentLines = state === 'begun' ? sentLinesOf(items) : basket.sentLines;
  return { ...basket, isInDoubt: false, paymentReference: reference, sentLines };
}

/**
 * After the order: the lines that were sent are gone, or all of them where that is not known (null). The choices of place and payment
 * stay for the next one.
 */
export function clearAfterOrder(
  basket: StoredBasket,
  orderId: OrderId,
  sentLines: readonly SentLine[] | null,
): StoredBasket {
  // Another tab has cleared it, and this is the next one.
  if (basket.orderId === orderId) return basket;
  return {
    ...basket,
    items: sentLines === null ? [] : unsentLines(basket.items, sentLines),
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
    sentLines: null,
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
    participant: basket.participant && { ...basket.participant, name: '' },
  };
}

/** The name of a guest who has signed in is the one at the table, unless they gave one there. */
export function withNameAtTable(basket: StoredBasket, name: string): StoredBasket {
  const { participant } = basket;
  if (participant === null || participant.name !== '') return basket;
  return { ...basket, participant: { ...participant, name } };
}
