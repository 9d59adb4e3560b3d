/** When the kitchen of a mode with a limit makes an order, and the promise that follows (decision 88). Pure. */
import type { Mode } from '#contract/base/enumerations.ts';
import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import {
  type KitchenRoom,
  planForNow,
  planForTime,
  type PlannedMinutes,
} from '#contract/ordering/capacity/plan-minutes.ts';
import { listSlots } from '#contract/ordering/slots.ts';
import { promisedMinutes } from '#contract/outlets/busy.ts';
import { openReader } from '#contract/outlets/opening-hours.ts';
import type { ExaminedBasket } from '../quote/examine-basket.ts';
import { scheduledTime, slotTerms } from '../quote/mode-problems.ts';

/** Minutes that are gone of each quarter, by its beginning in milliseconds. */
export type GoneMinutes = KitchenRoom['gone'];

interface OrderPlan extends Pick<ExaminedBasket, 'minutes' | 'scheduled'> {
  parts: PlannedMinutes[];
}

/**
 * The plan of a basket that takes make-minutes. For now: what the kitchen promises grows with the quarter in which it begins. For a
 * slot: the promise stands, and the kitchen begins earlier where its quarter is filled. Null: it cannot make it then.
 */
export function planOrder(basket: ExaminedBasket, gone: GoneMinutes, now: Date): OrderPlan | null {
  const { makeMinutes, minutes, scheduled } = basket;
  const room = roomOf(basket, gone);
  const way = minutes.deliveryTime - minutes.preparationTime;
  if (scheduled === null) {
    const plan = planForNow(makeMinutes, room, now.getTime());
    if (plan === null) return null;
    const usual = promisedMinutes('pickup', basket.facts.outlet.mode!, plan.beginsAt);
    const readyAt = Math.max(plan.beginsAt + usual * MINUTE, plan.madeAt);
    const preparationTime = Math.ceil((readyAt - now.getTime()) / MINUTE);
    // More than a kitchen can promise.
    if (preparationTime > Math.max(usual, limits.promiseMinutesMax)) return null;
    return { parts: plan.parts, minutes: { preparationTime, deliveryTime: preparationTime + way }, scheduled };
  }
  const plan = planForSlot(basket, room, scheduled.firesAt, now);
  if (plan === null) return null;
  const earlier = Math.max(0, Math.floor((scheduled.firesAt.getTime() - plan.beginsAt) / MINUTE));
  return {
    parts: plan.parts,
    minutes: { preparationTime: minutes.preparationTime + earlier, deliveryTime: minutes.deliveryTime + earlier },
    scheduled: { ...scheduled, firesAt: new Date(scheduled.firesAt.getTime() - earlier * MINUTE) },
  };
}

function planForSlot({ makeMinutes, facts }: ExaminedBasket, room: KitchenRoom, firesAt: Date, now: Date) {
  const usualStart = firesAt.getTime();
  const readyAt = usualStart + promisedMinutes('pickup', facts.outlet.mode!, usualStart) * MINUTE;
  return planForTime(makeMinutes, room, { usualStart, readyAt, now: now.getTime() });
}

/** The slots that the outlet offers, parted into those in which the kitchen can make the basket and those that are full for it. */
export function partSlots(
  basket: ExaminedBasket,
  deliveryMode: Mode,
  gone: GoneMinutes,
  now: Date,
): { free: Date[]; full: Date[] } {
  if (deliveryMode === 'dine-in') return { free: [], full: [] };
  const { outlet } = basket.facts;
  const room = roomOf(basket, gone);
  const isFull = (slot: Date) => {
    const { firesAt } = scheduledTime(outlet, { deliveryMode, orderDate: slot.toISOString() })!;
    return planForSlot(basket, room, firesAt, now) === null;
  };
  const { free = [], full = [] } = Object.groupBy(listSlots(slotTerms(outlet, deliveryMode), now), (slot) =>
    isFull(slot) ? 'full' : 'free',
  );
  return { free, full };
}

function roomOf({ facts: { outlet } }: ExaminedBasket, gone: GoneMinutes): KitchenRoom {
  const { openingHours, specialDays, makeMinutesPerQuarter } = outlet.mode!;
  return {
    perQuarter: makeMinutesPerQuarter!,
    gone,
    isOpen: openReader(openingHours, outlet.timeZone, specialDays),
  };
}
