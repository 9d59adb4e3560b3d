/** Whether an outlet takes orders in a mode now, and if not, why (decisions 18 and 19, R47). */
import { hasOpeningHours, isOpenAt, nextOpening, type OpeningHours, openUntil } from './opening-hours.ts';

/** Why an outlet's mode takes orders or does not; where several reasons hold, the first of this list. */
export type ModeState =
  | { kind: 'inactive' }
  | { kind: 'not_offered' }
  | { kind: 'no_payment' }
  | { kind: 'hours_not_set' }
  /** `opensAt` is null when no opening comes within two weeks. */
  | { kind: 'closed'; opensAt: Date | null }
  /** `until` is null when it never closes. */
  | { kind: 'open'; until: Date | null };

export function modeState(mode: {
  outletActive: boolean;
  /** The mode is on and not paused. */
  acceptsOrders: boolean;
  /** The payment methods that are on in the mode. */
  paymentMethods: readonly string[];
  /** null when none were ever stored. */
  hours: OpeningHours | null;
  now: Date;
  timeZone: string;
}): ModeState {
  const { hours, now, timeZone } = mode;
  if (!mode.outletActive) return { kind: 'inactive' };
  if (!mode.acceptsOrders) return { kind: 'not_offered' };
  if (mode.paymentMethods.length === 0) return { kind: 'no_payment' };
  if (hours === null || isNotSet(hours)) return { kind: 'hours_not_set' };
  // Looking ahead costs a hundred times what looking at now does, so it is done when somebody asks.
  if (isOpenAt(hours, now, timeZone)) {
    return {
      kind: 'open',
      get until() {
        return openUntil(hours, now, timeZone);
      },
    };
  }
  return {
    kind: 'closed',
    get opensAt() {
      return nextOpening(hours, now, timeZone);
    },
  };
}

/** No days at all, or open days of which none says from when to when. With every day closed it is set: closed. */
function isNotSet(hours: OpeningHours): boolean {
  return hours.length === 0 || (hours.some((day) => day.open) && !hasOpeningHours(hours));
}
