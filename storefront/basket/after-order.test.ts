import { describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { ids } from '../test/catalogue.ts';
import { afterFailedTry, clearAfterOrder, withPayment, withSentLines } from './after-order.ts';
import { type BasketLine, emptyBasket, type StoredBasket } from './stored-basket.ts';

const orderId = 'order-1' as OrderId;

function line(id: string, quantity: number): BasketLine {
  return { id, _id: ids.soup, name: 'Soup', price: 12.5, modifierList: [], quantity, totalPrice: 0, note: '' };
}

const basket: StoredBasket = { ...emptyBasket(), items: [line('soup', 2), line('bread', 1)] };
const quantities = ({ items }: StoredBasket) => items.map(({ quantity }) => quantity);

describe('portions that were not sent stay in the basket', () => {
  test('a line that was added, and the portions that were', () => {
    const meanwhile = { ...basket, items: [line('soup', 5), line('bread', 1), line('water', 1)] };
    const after = clearAfterOrder(meanwhile, orderId, basket.items);
    expect(quantities(after)).toEqual([3, 1]);
    expect(after.items[1]).toEqual(line('water', 1));
    expect(after.idempotencyKey).not.toBe(basket.idempotencyKey);
  });

  test('a line that was lowered or removed is gone, and the lines of the others at the table never were here', () => {
    const sent = [...basket.items, { ...line('2 soup', 1), guestName: 'Omar' }];
    expect(clearAfterOrder({ ...basket, items: [line('soup', 1)] }, orderId, sent).items).toEqual([]);
  });

  test('an order that two tabs hear of is taken out once', () => {
    const meanwhile = { ...basket, items: [line('soup', 5)] };
    const after = { ...clearAfterOrder(meanwhile, orderId, basket.items), specialInstruction: 'Hot' };
    expect(clearAfterOrder(after, orderId, basket.items)).toBe(after);
    // The rest is not the line that was sent, whoever takes that one out.
    expect(quantities(clearAfterOrder(after, 'order-2' as OrderId, basket.items))).toEqual([3]);
  });
});

describe('the lines that may be an order', () => {
  const more = [...basket.items, line('water', 1)];
  const lines = [
    { id: 'soup', quantity: 2 },
    { id: 'bread', quantity: 1 },
  ];

  test('are those of the first try, until it is refused', () => {
    const first = withSentLines(basket, basket.items);
    expect(first).toMatchObject({ isInDoubt: true, sentLines: lines });
    const unanswered = afterFailedTry({ ...first, items: more }, basket, true);
    expect(unanswered).toMatchObject({ isInDoubt: true, sentLines: lines });
    const second = withSentLines(unanswered, more);
    expect(afterFailedTry(second, unanswered, false)).toMatchObject({ isInDoubt: false, sentLines: lines });
    expect(afterFailedTry(first, basket, false)).toEqual(basket);
  });

  test('are not those of another key', () => {
    const next = withSentLines({ ...basket, idempotencyKey: 'next' }, more);
    expect(afterFailedTry(next, basket, false)).toBe(next);
  });

  test('are known once there is another key: a failed try of the former one puts nothing in doubt', () => {
    const ordered = clearAfterOrder(withSentLines(basket, basket.items), orderId, basket.items);
    expect(afterFailedTry(ordered, basket, true)).toBe(ordered);
    expect(ordered.isInDoubt).toBe(false);
  });

  test('are those of the payment that was begun last, or was paid before', () => {
    const begun = withPayment(
      withSentLines(basket, basket.items),
      { reference: 'first', state: 'begun' },
      basket.items,
    );
    expect(begun).toMatchObject({ isInDoubt: false, paymentReference: 'first', sentLines: lines });
    const changed = withSentLines({ ...begun, items: more }, more);
    expect(withPayment(changed, { reference: 'next', state: 'begun' }, more).sentLines).toHaveLength(3);
    expect(withPayment(changed, { reference: 'first', state: 'captured' }, more).sentLines).toEqual(lines);
  });
});
