import { expect, test } from 'vitest';
import { wordsOf } from '../../words/all-words.ts';
import { moneySentences } from './money-sentences.ts';

const held = {
  state: 'authorised' as const,
  amount: 46.5,
  captured: 0,
  refunded: 0,
  pendingRefund: 0,
  isOfFormerServer: false,
};
const taken = { ...held, state: 'captured' as const, captured: 46.5 };
const text = (payment: Parameters<typeof moneySentences>[0], status: Parameters<typeof moneySentences>[1]) =>
  moneySentences(payment, status, wordsOf.en, (major) => `AED ${major.toFixed(2)}`);

test('money is held until the restaurant accepts, then charged', () => {
  expect(text(held, 'New')).toEqual(['AED 46.50 is held. You pay it when the restaurant accepts your order.']);
  expect(text(held, 'Confirmed')).toEqual(['AED 46.50 is held and will be charged in a moment.']);
  expect(text(taken, 'Confirmed')).toEqual(['You paid AED 46.50 online.']);
});

test('the money of a rejected order is released, and nothing is charged', () => {
  expect(text(held, 'Cancelled')).toEqual(['AED 46.50 was held and is being released. Nothing is charged.']);
  expect(text({ ...held, state: 'released' }, 'Cancelled')).toEqual([
    'Nothing was charged. AED 46.50 was held and is released.',
  ]);
  expect(text({ ...held, state: 'lapsed' }, 'Cancelled')).toEqual(['Nothing was charged.']);
});

test('nothing is promised of money that only a former server can move', () => {
  expect(text({ ...held, isOfFormerServer: true }, 'Cancelled')).toEqual([]);
  expect(text({ ...taken, isOfFormerServer: true }, 'Cancelled')).toEqual(['You paid AED 46.50 online.']);
});

test('a refund in part and one on its way are told beside what was paid', () => {
  expect(text({ ...taken, refunded: 10, pendingRefund: 5 }, 'Completed')).toEqual([
    'You paid AED 46.50 online.',
    'AED 10.00 was refunded to you.',
    'AED 5.00 is on its way back to you.',
  ]);
});
