/** Whether an outlet takes the order in its mode for the requested time (decisions 9, 21 and 33, R47). Pure. */
import type { QuoteInput } from '#contract/ordering/orders.ts';
import { preparationStart, slotLeadMinutes } from '#contract/ordering/scheduled-order.ts';
import { modeState } from '#contract/outlets/mode-state.ts';
import { listSlots, type SlotTerms } from '#contract/ordering/slots.ts';
import type { BasketProblem } from './examine-basket.ts';
import { type OutletFacts, otherMode } from './read-basket-facts.ts';

type RequestedTime = Pick<QuoteInput, 'deliveryMode' | 'orderDate'>;

/** The time that the guest chose, and when the kitchen begins. */
export interface ScheduledTime {
  requestedFor: Date;
  firesAt: Date;
}

/** Null means as soon as possible. `modeProblems` decides whether the outlet takes orders for that time. */
export function scheduledTime(outlet: OutletFacts, { deliveryMode, orderDate }: RequestedTime): ScheduledTime | null {
  if (!orderDate || outlet.mode === null) return null;
  const requestedFor = new Date(orderDate);
  const lead = slotLeadMinutes(deliveryMode, outlet.mode, requestedFor);
  return { requestedFor, firesAt: preparationStart(requestedFor, lead) };
}

export function modeProblems(outlet: OutletFacts, wanted: RequestedTime, now: Date): BasketProblem[] {
  const { mode, name, schedule, offersOtherMode } = outlet;
  const { deliveryMode, orderDate } = wanted;
  const state = modeState({
    outletActive: outlet.isActive,
    acceptsOrders: mode?.acceptsOrders ?? false,
    pausedUntil: mode?.pausedUntil ?? null,
    paymentMethods: [...(mode?.takesCash ? ['cash'] : []), ...(mode?.takesCard ? ['card'] : [])],
    hours: mode?.openingHours ?? null,
    specialDays: mode?.specialDays ?? [],
    now,
    timeZone: outlet.timeZone,
  });
  switch (state.kind) {
    case 'inactive':
      return [{ code: 'order.outlet_inactive', details: { outlet: name } }];
    case 'not_offered':
    case 'no_payment': {
      if (deliveryMode === 'dine-in') return [{ code: 'order.dine_in_not_available', details: { outlet: name } }];
      if (!offersOtherMode) return [{ code: 'order.outlet_inactive', details: { outlet: name } }];
      return [
        { code: 'order.mode_not_available', details: { mode: deliveryMode, otherMode: otherMode(deliveryMode) } },
      ];
    }
    case 'hours_not_set':
      return [{ code: 'order.outlet_closed', details: { outlet: name, opensAt: null } }];
    case 'open':
    case 'paused':
    case 'closed': {
      if (orderDate) return slotProblems(outlet, wanted, now);
      if (!schedule.sameDate && deliveryMode !== 'dine-in')
        return [{ code: 'order.not_today', details: { outlet: name } }];
      if (state.kind === 'open') return [];
      const reason = state.kind === 'closed' ? state.reason : null;
      const opensAt = state.opensAt?.toISOString() ?? null;
      return [{ code: 'order.outlet_closed', details: { outlet: name, opensAt, reason } }];
    }
  }
}

function slotProblems(outlet: OutletFacts, { deliveryMode, orderDate }: RequestedTime, now: Date): BasketProblem[] {
  // Guests at a table eat now.
  const slots = deliveryMode === 'dine-in' ? [] : listSlots(slotTerms(outlet, deliveryMode), now);
  const wanted = new Date(orderDate!).getTime();
  if (slots.some((slot) => slot.getTime() === wanted)) return [];
  const left = slots.map((slot) => slot.toISOString());
  return [{ code: 'order.slot_gone', details: { outlet: outlet.name, slots: left } }];
}

export function slotTerms(
  { mode, timeZone, schedule }: OutletFacts,
  deliveryMode: RequestedTime['deliveryMode'],
): SlotTerms {
  const { openingHours, specialDays, pausedUntil } = mode!;
  return {
    hours: openingHours,
    specialDays,
    timeZone,
    pausedUntil,
    schedule,
    mode: deliveryMode,
    minutes: mode!,
  };
}
