import { MINUTE } from '#contract/base/time.ts';
import { words } from '../../words/words.ts';

const SECOND = 1000;

/** How long something took, as people say it: '40 s', '7 min', '2 h 5 min'. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / SECOND));
  if (seconds < 60) return words.ordering.order.seconds({ seconds });
  const minutes = Math.round(milliseconds / MINUTE);
  return minutes < 60
    ? words.ordering.order.minutes({ minutes })
    : words.ordering.order.hours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
