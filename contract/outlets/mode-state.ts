/** The state of an ordering mode: whether the outlet takes orders in it now, and if not, why (R47). */
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

/** The state of an outlet's mode. Where several reasons hold, the first of this list counts. */
export type ModeState =
  | { kind: 'inactive' }
  | { kind: 'not_offered' }
  | { kind: 'no_payment' }
  | { kind: 'hours_not_set' }
  /**
   * Paused until a set time. `opensAt` is when it takes orders again: the end of the pause, or the first opening after
   * it.
   */
  | { kind: 'paused'; opensAt: Date }
  /** `opensAt` is null when there is no opening within two weeks. `reason` is that of today's special day, if any. */
  | { kind: 'closed'; opensAt: Date | null; reason: string | null }
  /** `until` is null when it stays open for two weeks. */
  | { kind: 'open'; until: Date | null };

export function modeState(mode: {
  outletActive: boolean;
  /** The mode is on, whether or not it is paused. */
  acceptsOrders: boolean;
  /** The mode takes no orders before this instant. Null or past means not paused. */
  pausedUntil: Date | string | null;
  /** The payment methods that are on in the mode. */
  paymentMethods: readonly string[];
  /** Null when no hours were ever stored. */
  hours: OpeningHours | null;
  /** Special days of the mode, as `specialDaysIn` returns them. */
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
  // Looking ahead costs a hundred times what checking now does, so these are getters.
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

/** The end of the current pause; null when there is none. A pause expires by the clock alone. */
export function pausedUntilAfter(pausedUntil: Date | string | null, now: Date): Date | null {
  if (pausedUntil === null) return null;
  const until = new Date(pausedUntil);
  return now < until ? until : null;
}

/** No days, or open days of which none has hours. A week of closed days is set: the outlet is closed. */
function isNotSet(hours: OpeningHours): boolean {
  return hours.length === 0 || (hours.some((day) => day.open) && !hasOpeningHours(hours));
}
