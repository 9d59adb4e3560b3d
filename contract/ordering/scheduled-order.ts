/**
 * Scheduled orders, for a time that the guest chose: silent until they fire, which is when the kitchen has to begin.
 */
import { MINUTE } from '../base/time.ts';
import type { Mode } from '../base/enumerations.ts';
import { type ModeMinutes, promisedMinutes, usualMinutes } from '../outlets/busy.ts';
import type { OrderStatus } from './order-status.ts';

/** Whether the order has not fired yet. Until then it is listed apart, rings nowhere and does not age. */
export function isScheduled(order: { status: OrderStatus; firesAt: string | null; firedAt: string | null }): boolean {
  return order.status === 'New' && order.firesAt !== null && order.firedAt === null;
}

/** The instant from which the restaurant could know of the order: its age counts from here. */
export function reachedKitchenAt(order: { createdAt: string; firesAt: string | null; firedAt: string | null }): string {
  return order.firedAt ?? order.firesAt ?? order.createdAt;
}

/** The instant at which the kitchen starts on an order for a slot. */
export function preparationStart(slot: Date, leadMinutes: number): Date {
  return new Date(slot.getTime() - leadMinutes * MINUTE);
}

/** Minutes between the kitchen's start and a slot: more than usual where it would be busy when it usually begins. */
export function slotLeadMinutes(mode: Mode, terms: ModeMinutes, slot: Date | number): number {
  return promisedMinutes(mode, terms, Number(slot) - usualMinutes(mode, terms) * MINUTE);
}
