import { isUnanswered } from '#contract/base/client.ts';
import { dotList } from '../../words/lists.ts';
import { errorText } from '../../words/error-text.ts';
import { words } from '../../words/words.ts';

const text = words.kitchen.liveOrders;

/** A change of an order that failed, in words. One without an answer may have been made: the feed tells. */
export function failureOf(number: string, error: Error): string {
  const why = errorText(error, 'operation');
  return isUnanswered(error) ? dotList([text.number({ number }), why]) : text.notMoved({ number, why });
}
