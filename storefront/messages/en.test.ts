import { expect, test } from 'vitest';
import { errorMessage } from '#contract/errors.ts';
import { en } from './en.ts';

test('what the server says as well is said in the same words', () => {
  const [mode, otherMode] = ['pickup', 'delivery'] as const;
  expect(en.modeNotAvailable(mode, otherMode)).toBe(errorMessage('order.mode_not_available', { mode, otherMode }));
  expect(en.addressRequired).toBe(errorMessage('order.address_required'));
  expect(en.phoneInvalid).toBe(errorMessage('auth.invalid_phone'));
});

test('the sentences of the document are verbatim', () => {
  expect(en.modeNotAvailable('delivery', 'pickup')).toBe(
    'We are sorry delivery is not available at this outlet please change mode to pickup',
  );
  expect(`${en.thanks} ${en.orderSent}`).toBe('Thanks Your order has been sent');
  expect(en.addToBasket(2)).toBe('Add 2 to basket');
  expect(en.minutes(15, 25)).toBe('15 - 25 min');
});
