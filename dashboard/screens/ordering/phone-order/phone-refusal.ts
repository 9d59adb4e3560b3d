/** Calls that placed no order. */
import { CallError } from '#contract/base/client.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { errorText } from '../../../words/error-text.ts';

/**
 * Why an order was not placed; null where nothing refuses the next press. A person whose session was over has logged in again by the time
 * that they can read it.
 */
export function refusalOf(error: Error | null): string | null {
  if (error === null || orderOfKey(error) !== undefined) return null;
  return error instanceof CallError && error.status === 401 ? null : errorText(error, 'operation');
}

/** The order that came of the same key before the draft was changed. */
export function orderOfKey(error: unknown): Order | undefined {
  const { code, details } = (error instanceof CallError ? error.answer : null) ?? {};
  return code === 'order.key_reused' ? (details?.['order'] as Order | undefined) : undefined;
}
