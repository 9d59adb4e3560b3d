/**
 * The slots that an order can be scheduled for. A slot is the time at which the guest has the food, on the quarter
 * hours of the outlet's clock. The kitchen starts a lead time earlier. A slot is offered exactly when the outlet takes
 * orders both at the slot and at the kitchen's start.
 */
import { dayAfter, MINUTE, wallTime } from '../base/time.ts';
import type { Mode } from '../base/enumerations.ts';
import { type ModeMinutes, usualMinutes } from '../outlets/busy.ts';
import { pausedUntilAfter } from '../outlets/mode-state.ts';
import { type OpeningHours, openReader, type SpecialHours } from '../outlets/opening-hours.ts';
import { slotLeadMinutes } from './scheduled-order.ts';

/** The parts of an outlet's mode that decide on slots. `modeState` decides whether the mode takes orders at all. */
export interface SlotTerms {
  hours: OpeningHours;
  /** Special days of the mode, as `specialDaysIn` returns them. */
  specialDays: readonly SpecialHours[];
  timeZone: string;
  pausedUntil: Date | string | null;
  mode: Mode;
  /** Decides how many minutes before a slot the kitchen begins. */
  minutes: ModeMinutes;
  /** `sameDate` allows today by the outlet's calendar, `nextDate` tomorrow. */
  schedule: { sameDate: boolean; nextDate: boolean };
}

/**
 * All present-day offsets from UTC are multiples of a quarter hour, so these instants are quarter hours on every clock.
 */
const SLOT_STEP = 15 * MINUTE;

/** All remaining slots, the next one first. When the clocks go back, a repeated time is offered once. */
export function listSlots(terms: SlotTerms, now: Date): Date[] {
  const { timeZone, schedule, mode, minutes } = terms;
  const today = wallTime(now, timeZone).date;
  const tomorrow = dayAfter(today);
  const isOpen = openReader(terms.hours, timeZone, terms.specialDays);
  const startsFrom = (pausedUntilAfter(terms.pausedUntil, now) ?? now).getTime();
  const slots: Date[] = [];
  const seen = new Set<string>();
  for (
    let at = Math.ceil((startsFrom + usualMinutes(mode, minutes) * MINUTE) / SLOT_STEP) * SLOT_STEP;
    ;
    at += SLOT_STEP
  ) {
    const slot = new Date(at);
    const { date, minuteOfDay } = wallTime(slot, timeZone);
    if (date > tomorrow) return slots;
    const isOffered = date === today ? schedule.sameDate : schedule.nextDate;
    const shown = `${date} ${minuteOfDay}`;
    const start = at - slotLeadMinutes(mode, minutes, at) * MINUTE;
    if (!isOffered || start < startsFrom || seen.has(shown) || !isOpen(at) || !isOpen(start)) continue;
    seen.add(shown);
    slots.push(slot);
  }
}
