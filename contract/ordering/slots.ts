/**
 * The times for which an order can be placed ahead (decision 21). A slot is the time at which the guest has the food, on the
 * quarter hours of the outlet's clock. The kitchen starts on it a lead earlier, and an order for later is allowed exactly where
 * the outlet takes orders at both times: as it would take one that somebody placed when the kitchen starts.
 */
import { DAY_MINUTES, MINUTE, wallTime } from '../base/time.ts';
import { pausedUntilAfter } from '../outlets/mode-state.ts';
import { type OpeningHours, openReader, type SpecialHours } from '../outlets/opening-hours.ts';

/** An outlet's mode, as far as it decides on slots. Whether orders are taken in it at all is `modeState`'s to say. */
export interface SlotTerms {
  hours: OpeningHours;
  /** Those that count in the mode, as `specialDaysIn` has them. */
  specialDays: readonly SpecialHours[];
  timeZone: string;
  pausedUntil: Date | string | null;
  /** From the kitchen's start until the guest has it: preparation, and in delivery the way as well. */
  leadMinutes: number;
  /** `sameDate`: today by the outlet's calendar, `nextDate`: tomorrow. */
  schedule: { sameDate: boolean; nextDate: boolean };
}

/** Every zone of today is a multiple of a quarter hour from UTC, so these instants are quarter hours on every clock. */
export const SLOT_STEP = 15 * MINUTE;

/** Every slot that is left, the next one first. Where the clocks go back, a time that is there twice is offered once. */
export function listSlots(terms: SlotTerms, now: Date): Date[] {
  const { timeZone, schedule } = terms;
  const today = wallTime(now, timeZone).date;
  const tomorrow = dayAfter(today);
  const isOpen = openReader(terms.hours, timeZone, terms.specialDays);
  const startsFrom = (pausedUntilAfter(terms.pausedUntil, now) ?? now).getTime();
  const lead = terms.leadMinutes * MINUTE;
  const slots: Date[] = [];
  const seen = new Set<string>();
  for (let at = Math.ceil((startsFrom + lead) / SLOT_STEP) * SLOT_STEP; ; at += SLOT_STEP) {
    const slot = new Date(at);
    const { date, minuteOfDay } = wallTime(slot, timeZone);
    if (date > tomorrow) return slots;
    const isOffered = date === today ? schedule.sameDate : schedule.nextDate;
    const shown = `${date} ${minuteOfDay}`;
    if (!isOffered || seen.has(shown) || !isOpen(at) || !isOpen(at - lead)) continue;
    seen.add(shown);
    slots.push(slot);
  }
}

/** The local date after 'YYYY-MM-DD'. */
function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY_MINUTES * MINUTE).toISOString().slice(0, 10);
}
