import { expect, test } from 'vitest';
import { refundReasonText } from './refund-reason.ts';

test.each([
  ['problem_missing', 'The guest reported a problem: Something is missing'],
  ['problem_other', 'The guest reported a problem: Something else'],
  // Written before reasons were codes.
  ['Problem: missing', 'The guest reported a problem: Something is missing'],
  ['Problem: spoiled', 'The guest reported a problem: Cold or spoiled'],
  ['not_cooked', 'The order was cancelled'],
  ['order_changed', 'The order was changed'],
  // Typed by staff.
  ['Problem: no lid', 'Problem: no lid'],
  ['problem_', 'problem_'],
  ['Missing fries', 'Missing fries'],
])('%s reads %s', (stored, text) => {
  expect(refundReasonText(stored)).toBe(text);
});
