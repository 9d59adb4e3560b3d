import { expect, test } from 'vitest';
import type { OrderId, PaymentId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import { type BasketLine, emptyBasket, type StoredBasket } from '../../basket/stored-basket.ts';
import type { Place } from '../../state/place.ts';
import { afterPayment } from './after-payment.ts';
import { methodToSend, onlineMethodOf } from './online-method.ts';

const begun: GuestPayment = {
  _id: 'payment' as PaymentId,
  reference: 'payment.signed',
  state: 'begun',
  isAtTable: false,
  amount: 42,
  refunded: 0,
  url: 'https://pay.example/1',
  heldUntil: '2026-03-20T15:57:00.000Z',
  orderId: null,
  orderName: null,
};
const placed = { orderId: 'order' as OrderId, orderName: 'M-5' };
const basket: StoredBasket = {
  ...emptyBasket(),
  specialInstruction: 'No onions',
  idempotencyKey: 'first',
  paymentReference: 'payment.signed',
};

test('a payment that is held or taken clears the basket, as placing does', () => {
  for (const state of ['authorised', 'captured'] as const) {
    const after = afterPayment(basket, { ...begun, ...placed, state });
    expect(after).toMatchObject({ specialInstruction: '', orderId: 'order', paymentReference: '' });
    expect(after.idempotencyKey).not.toBe('first');
  }
});

test('a dish that was added during the payment stays in the basket', () => {
  const [soup, water] = ['soup', 'water'].map((id) => ({ id, quantity: 1 }) as BasketLine);
  const paid = { ...begun, ...placed, state: 'captured' } as const;
  const meanwhile = { ...basket, items: [soup!, water!] };
  expect(afterPayment({ ...meanwhile, sentLines: [soup!] }, paid)).toMatchObject({ items: [water], sentLines: null });
  // A basket that an earlier version of the site has stored.
  expect(afterPayment(meanwhile, paid).items).toEqual([]);
  const lapsed = { ...begun, state: 'lapsed' } as const;
  expect(afterPayment({ ...meanwhile, sentLines: [soup!] }, lapsed)).toEqual({ ...meanwhile, paymentReference: '' });
});

test('the basket of another payment stays as it is', () => {
  const other = { ...basket, paymentReference: 'other' };
  expect(afterPayment(other, { ...begun, ...placed, state: 'captured' })).toBe(other);
});

test('a basket that was not paid in time keeps its key; after a cancelled order it gets another', () => {
  expect(afterPayment(basket, begun)).toBe(basket);
  expect(afterPayment(basket, { ...begun, state: 'lapsed' })).toEqual({ ...basket, paymentReference: '' });
  const after = afterPayment(basket, { ...begun, ...placed, state: 'released' });
  expect(after).toEqual({ ...basket, paymentReference: '', idempotencyKey: after.idempotencyKey });
  expect(after.idempotencyKey).not.toBe('first');
});

test('online payment is offered where a gateway is connected and the outlet takes it, and never at tables', () => {
  const at = (onlinePayment?: { isTest: boolean }) => ({
    catalogue: { restaurant: onlinePayment === undefined ? {} : { onlinePayment } },
  });
  expect(onlineMethodOf(at({ isTest: true }), { mode: 'delivery', outlet: null })).toBe('online on delivery');
  expect(onlineMethodOf(at({ isTest: false }), { mode: 'pickup', outlet: null })).toBe('online on pickup');
  expect(onlineMethodOf(at({ isTest: false }), { mode: 'dine-in', outlet: null })).toBeNull();
  expect(onlineMethodOf(at(), { mode: 'delivery', outlet: null })).toBeNull();
  const outlet = { modes: { pickup: { takesOnline: false }, delivery: { takesOnline: true } } } as Place['outlet'];
  expect(onlineMethodOf(at({ isTest: false }), { mode: 'pickup', outlet })).toBeNull();
  expect(onlineMethodOf(at({ isTest: false }), { mode: 'delivery', outlet })).toBe('online on delivery');
});

test.each([
  // Nothing to pay, so nothing to pay online, and nothing that has to be chosen.
  ['online on pickup', 0, 'cash on pickup'],
  ['', 0, 'cash on pickup'],
  ['card on pickup', 0, 'card on pickup'],
  ['online on pickup', 1, 'online on pickup'],
  ['', 1, ''],
] as const)('an order for which %j was chosen and that costs %i is sent with %j', (chosen, total, sent) => {
  expect(methodToSend(chosen, ['cash on pickup', 'card on pickup'], minorUnits(total))).toBe(sent);
});
