/** Whether an outlet takes orders in a mode now, and if not, why (decisions 9, 21 and 33, R47). */
import { wallTime } from '../base/time.ts';
import {
  hasOpeningHours,
  isOpenAt,
  nextOpening,
  type OpeningHours,
  openUntil,
  type SpecialHours,
  specialDayOn,
} from './opening-hours.ts';

/** Why an outlet's mode takes orders or does not; where several reasons hold, the first of this list. */
export type ModeState =
  | { kind: 'inactive' }
  | { kind: 'not_offered' }
  | { kind: 'no_payment' }
  | { kind: 'hours_not_set' }
  /** For a time that somebody said. `opensAt` is when it takes orders again: its end, or the first opening after it. */
  | { kind: 'paused'; opensAt: Date }
  /** `opensAt` is null when no opening comes within two weeks. `reason`: of the special day that today is, else null. */
  | { kind: 'closed'; opensAt: Date | null; reason: string | null }
  /** `until` is null when it does not close within two weeks. */
  | { kind: 'open'; until: Date | null };

export function modeState(mode: {
  outletActive: boolean;
  /** The mode is on, paused for a time or not. */
  acceptsOrders: boolean;
  /** It takes no orders before this instant; null or past: it is not paused. */
  pausedUntil: Date | string | null;
  /** The payment methods that are on in the mode. */
  paymentMethods: readonly string[];
  /** null when none were ever stored. */
  hours: OpeningHours | null;
  /** Those that count in the mode, as `specialDaysIn` has them. */
  specialDays: readonly (SpecialHours & { reason: string })[];
  now: Date;
  timeZone: string;
}): ModeState {
  const { hours, specialDays, now, timeZone } = mode;
  if (!mode.outletActive) return { kind: 'inactive' };
  if (!mode.acceptsOrders) return { kind: 'not_offered' };
  if (mode.paymentMethods.length === 0) return { kind: 'no_payment' };
  if (hours === null || isNotSet(hours)) return { kind: 'hours_not_set' };
  const paused = pausedUntilAfter(mode.pausedUntil, now);
  if (paused !== null) {
    const isOpenThen = isOpenAt(hours, paused, timeZone, specialDays);
    return {
      kind: 'paused',
      opensAt: isOpenThen ? paused : (nextOpening(hours, paused, timeZone, specialDays) ?? paused),
    };
  }
  // Looking ahead costs a hundred times what looking at now does, so it is done when somebody asks.
  if (isOpenAt(hours, now, timeZone, specialDays)) {
    return {
      kind: 'open',
      get until() {
        return openUntil(hours, now, timeZone, specialDays);
      },
    };
  }
  return {
    kind: 'closed',
    reason: specialDayOn(specialDays, wallTime(now, timeZone).date)?.reason ?? null,
    get opensAt() {
      return nextOpening(hours, now, timeZone, specialDays);
    },
  };
}

/** When a pause ends; null where there is none, or it is over: it ends by the clock, and nobody has to come and end it. */
export function pausedUntilAfter(pausedUntil: Date | string | null, now: Date): Date | null {
  if (pausedUntil === null) return null;
  const until = new Date(pausedUntil);
  return now < until ? until : null;
}

/** No days at all, or open days of which none says from when to when. With every day closed it is set: closed. */
function isNotSet(hours: OpeningHours): boolean {
  return hours.length === 0 || (hours.some((day) => day.open) && !hasOpeningHours(hours));
}
