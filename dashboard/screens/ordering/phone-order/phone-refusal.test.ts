import { expect, test } from 'vitest';
import { CallError } from '#contract/base/client.ts';
import { refusalOf } from './phone-refusal.ts';

const refused = (status: number, code: string, details?: object) =>
  new CallError(status, {
    code,
    msg: `Refused: ${code}`,
    ...(details !== undefined && { details }),
  } as CallError['answer']);

test('the refusal of an order stands beside its button', () => {
  expect(refusalOf(refused(409, 'order.outlet_closed'))).toBe('Refused: order.outlet_closed');
});

test.each([
  ['nothing was refused', null],
  ['the session was over: its person has logged in again since', refused(401, 'auth.required')],
  ['the order is there already, from an earlier press', refused(409, 'order.key_reused', { order: { _id: 'o1' } })],
])('nothing stands beside the button of an order where %s', (_, error) => {
  expect(refusalOf(error)).toBeNull();
});
