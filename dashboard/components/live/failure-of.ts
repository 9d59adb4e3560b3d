import { isUnanswered } from '#contract/base/client.ts';
import { dotList } from '../../words/lists.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';
import { isOvertaken } from './use-live-orders.ts';

const text = words.kitchen.liveOrders;

/** A failed change of an order, in words. It may have been made without an answer, or somebody else was faster: the feed tells. */
export function failureOf(number: string, error: Error): string {
  const why = errorText(error, 'operation');
  const isOther = isUnanswered(error) || isOvertaken(error);
  return isOther ? dotList([text.number({ number }), why]) : text.notMoved({ number, why });
}
