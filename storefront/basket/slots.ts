/** Times that a guest can order for at an outlet (decision 21). */
import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { ModeMinutes } from '#contract/outlets/busy.ts';
import { specialDaysIn } from '#contract/outlets/opening-hours.ts';
import { slotLeadMinutes } from '#contract/ordering/scheduled-order.ts';
import { listSlots } from '#contract/ordering/slots.ts';
import type { Quote } from '#contract/ordering/orders.ts';
import { MINUTE } from '#contract/base/time.ts';
import { outletState } from '../state/menu.ts';
import type { ModePath } from '../routing/paths.ts';

/** Placing takes the guest a moment after choosing a slot, and the clock of the page may be half a minute behind. */
const margin = 2 * MINUTE;

/** The next one first; none where the outlet takes no orders in the mode at all, and none at a table. */
export function slotsAt(outlet: CatalogueOutlet, mode: ModePath, now: Date): Date[] {
  const terms = outlet.modes[mode];
  const state = outletState(outlet, mode, now).kind;
  if (terms === undefined || mode === 'dine-in') return [];
  if (state !== 'open' && state !== 'closed' && state !== 'paused') return [];
  const slots = listSlots(
    {
      hours: terms.openingHours,
      specialDays: specialDaysIn(outlet.specialDays, mode),
      timeZone: outlet.timeZone,
      pausedUntil: terms.pausedUntil,
      mode,
      minutes: terms,
      schedule: outlet.orderingSchedule,
    },
    now,
  );
  // Days are those of `now`: just before midnight those of a later moment would be a day ahead, and the server refuses its slots.
  return slots.filter((slot) => now.getTime() <= lastChance(slot, mode, terms));
}

/** The last millisecond at which a guest can still choose the slot. */
export function lastChance(slot: Date, mode: ModePath, terms: ModeMinutes): number {
  return slot.getTime() - slotLeadMinutes(mode, terms, slot) * MINUTE - margin;
}

/** The slots in which the kitchen can still make the basket of a quote; without a quote nothing is known to be full. */
export function freeSlots(slots: readonly Date[], quote: Pick<Quote, 'fullSlots'> | null): Date[] {
  const full = new Set(quote?.fullSlots.map((slot) => Date.parse(slot)));
  return slots.filter((slot) => !full.has(slot.getTime()));
}

/** The free slot in the place of one that is not: the next after it, else the next of all. */
export function slotInstead(free: readonly Date[], orderDate: string | null): Date | null {
  return free.find((slot) => orderDate !== null && slot > new Date(orderDate)) ?? free[0] ?? null;
}

/** Whether the outlet takes orders in the mode for as soon as possible. */
export function takesOrdersNow(outlet: CatalogueOutlet, mode: ModePath, now: Date): boolean {
  return outlet.orderingSchedule.sameDate && outletState(outlet, mode, now).kind === 'open';
}
