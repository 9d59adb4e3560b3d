/** Whether an outlet takes orders in a mode now: a pause ends by the clock (LO-05, D-46). Pure functions. */
import type { Mode } from '#contract/base/enumerations.ts';
import { pausedUntilAfter } from '#contract/outlets/mode-state.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { DAY_MINUTES, MINUTE, wallTime } from '#contract/base/time.ts';
import { words } from '../../words/words.ts';
import { dayName } from '../../screens/outlets/hours-words.ts';
import { outletTime } from './outlet-time.ts';

const text = words.outlets.pauses;

/** `open`: takes orders. `until`: paused, and when that ends. `off`: until somebody switches it on. */
type Pause = { kind: 'open' } | { kind: 'until'; until: Date } | { kind: 'off' };

export function pauseOf(outlet: Pick<Outlet, 'modes'>, mode: Mode, now: Date): Pause {
  const orderingMode = outlet.modes.find((one) => one.mode === mode);
  if (orderingMode === undefined || !orderingMode.acceptsOrders) return { kind: 'off' };
  const until = pausedUntilAfter(orderingMode.pausedUntil, now);
  return until === null ? { kind: 'open' } : { kind: 'until', until };
}

/** '14:30' on the clock of the outlet, with its day where that is not today. */
export function resumeTime(until: Date, timeZone: string, now: Date): string {
  const { date, weekday } = wallTime(until, timeZone);
  const time = outletTime(until, timeZone);
  return date === wallTime(now, timeZone).date ? time : text.onDay({ day: dayName(weekday), time });
}

/** 'in 12 min', 'in 2 h 5 min', 'in 3 days': never less than is left. */
export function timeLeft(until: Date, now: Date): string {
  const minutes = Math.ceil((until.getTime() - now.getTime()) / MINUTE);
  if (minutes < 60) return text.inMinutes({ minutes });
  if (minutes < 2 * DAY_MINUTES) return text.inHours({ hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return text.inDays({ days: Math.ceil(minutes / DAY_MINUTES) });
}
