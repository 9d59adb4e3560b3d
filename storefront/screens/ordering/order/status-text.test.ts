import { expect, test } from 'vitest';
import { wordsOf } from '../../../words/all-words.ts';
import { statusText, tableOrderText } from './status-text.ts';

test.each([
  ['', 'pickup', 'Your order has been sent'],
  ['New', 'pickup', 'Your order has been sent'],
  ['Confirmed', 'pickup', 'Your order is being prepared'],
  ['Ready', 'pickup', 'You can now pick up your order'],
  ['Completed', 'pickup', 'Your order has been collected'],
  ['New', 'delivery', 'Your order has been sent'],
  ['Confirmed', 'delivery', 'Your order is being prepared'],
  ['Ready', 'delivery', 'Your order is on its way'],
  ['Completed', 'delivery', 'Your order has been delivered'],
  ['Flying', 'delivery', 'Unknown step'],
] as const)('%s for %s reads %s', (status, deliveryMode, text) => {
  expect(statusText({ status, deliveryMode, cancelReason: null }, wordsOf.en)).toBe(text);
});

test('a cancelled order says why', () => {
  const cancelled = { status: 'Cancelled', deliveryMode: 'delivery' } as const;
  expect(statusText({ ...cancelled, cancelReason: 'Item unavailable' }, wordsOf.en)).toBe(
    'This order was cancelled: Item unavailable.',
  );
  expect(statusText({ ...cancelled, cancelReason: null }, wordsOf.en)).toBe('This order was cancelled.');
});

test("an order of the table is nobody's own, and the sentence about its sender has no gender", () => {
  const read = (words: typeof wordsOf.en) =>
    (['New', 'Confirmed', 'Ready', 'Completed', 'Cancelled'] as const).map((status) => tableOrderText(status, words));
  expect(read(wordsOf.en)).toEqual([
    'Sent to the kitchen',
    'Being prepared',
    'On its way to your table',
    'Served',
    'This order was cancelled.',
  ]);
  expect(read(wordsOf.ar)).toEqual([
    'أُرسل إلى المطبخ',
    'قيد التحضير',
    'في الطريق إلى طاولتكم',
    'تم تقديمه',
    'أُلغي هذا الطلب.',
  ]);
  expect(wordsOf.ar.sentBy('سارة')).toBe('من هاتف \u2068سارة\u2069');
});
