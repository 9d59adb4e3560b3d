/** Whether guests can order at an outlet now, in words (OU-01). Pure functions. */
import type { Outlet } from '#contract/outlets/outlets.ts';
import { type ModeState, modeState } from '#contract/outlets/mode-state.ts';
import { specialDaysIn } from '#contract/outlets/opening-hours.ts';
import { wallTime } from '#contract/base/time.ts';
import { dayName } from './hours-words.ts';
import { outletTime } from '../../components/order/outlet-time.ts';
import { words } from '../../words/words.ts';

const text = words.outlets.outlets.state;

/** Kinds of state, the best for guests first: where the modes differ, the first one is shown. */
const order: readonly ModeState['kind'][] = [
  'open',
  'paused',
  'closed',
  'hours_not_set',
  'no_payment',
  'not_offered',
  'inactive',
];

/** 'Open now, until 23:00', by the clock of the outlet. */
export function outletState(outlet: Outlet, now: Date): string {
  const states = (['delivery', 'pickup'] as const).map((mode) => stateIn(outlet, mode, now));
  const kind = order.find((one) => states.some((state) => state.kind === one))!;
  const state = states.filter((one) => one.kind === kind).reduce(better);
  switch (state.kind) {
    case 'open':
      return state.until === null ? text.open : text.openUntil({ time: timeText(state.until, outlet.timeZone, now) });
    case 'closed': {
      const closed =
        state.opensAt === null
          ? text.closed
          : text.closedUntil({ time: timeText(state.opensAt, outlet.timeZone, now) });
      return state.reason === null ? closed : text.because({ state: closed, reason: state.reason });
    }
    case 'paused':
      return words.outlets.pauses.until({ time: timeText(state.opensAt, outlet.timeZone, now) });
    case 'hours_not_set':
      return text.hoursNotSet;
    case 'no_payment':
      return text.noPayment;
    case 'not_offered':
      return text.paused;
    case 'inactive':
      return text.inactive;
  }
}

function stateIn(outlet: Outlet, mode: 'delivery' | 'pickup', now: Date): ModeState {
  const found = outlet.modes.find((one) => one.mode === mode);
  const { cashOnDelivery = false, cardOnDelivery = false } = found?.paymentMethod ?? {};
  return modeState({
    outletActive: outlet.status,
    acceptsOrders: found?.acceptsOrders ?? false,
    pausedUntil: found?.pausedUntil ?? null,
    paymentMethods: [...(cashOnDelivery ? ['cash'] : []), ...(cardOnDelivery ? ['card'] : [])],
    hours: found?.openingHours ?? null,
    specialDays: specialDaysIn(outlet.specialDays, mode),
    now,
    timeZone: outlet.timeZone,
  });
}

/** The better of two states of one kind: open for longer, or open again sooner. */
function better(one: ModeState, other: ModeState): ModeState {
  if (one.kind === 'open' && other.kind === 'open') {
    return one.until === null || (other.until !== null && one.until >= other.until) ? one : other;
  }
  if (one.kind === 'paused' && other.kind === 'paused') return one.opensAt <= other.opensAt ? one : other;
  if (one.kind === 'closed' && other.kind === 'closed') {
    return other.opensAt === null || (one.opensAt !== null && one.opensAt <= other.opensAt) ? one : other;
  }
  return one;
}

/** '23:00', with its day where that is another one. */
function timeText(at: Date, timeZone: string, now: Date): string {
  const { date, weekday } = wallTime(at, timeZone);
  const time = outletTime(at, timeZone);
  return date === wallTime(now, timeZone).date ? time : text.at({ day: dayName(weekday), time });
}
