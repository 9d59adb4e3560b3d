import { expect, test } from 'vitest';
import type { OrderId, PaymentId } from '#contract/base/ids.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import { emptyBasket, type StoredBasket } from '../../basket/stored-basket.ts';
import { afterPayment } from './after-payment.ts';
import { onlineMethodOf } from './online-method.ts';

const begun: GuestPayment = {
  _id: 'payment' as PaymentId,
  reference: 'payment.signed',
  state: 'begun',
  isAtTable: false,
  amount: 42,
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

test('online payment is offered where a gateway is connected, and never at tables', () => {
  const at = (onlinePayment?: { isTest: boolean }) => ({
    catalogue: { restaurant: onlinePayment === undefined ? {} : { onlinePayment } },
  });
  expect(onlineMethodOf(at({ isTest: true }), { mode: 'delivery' })).toBe('online on delivery');
  expect(onlineMethodOf(at({ isTest: false }), { mode: 'pickup' })).toBe('online on pickup');
  expect(onlineMethodOf(at({ isTest: false }), { mode: 'dine-in' })).toBeNull();
  expect(onlineMethodOf(at(), { mode: 'delivery' })).toBeNull();
});
