/** Orders for a time that the guest chose (decision 21, LO-17): silent until the kitchen is to begin with them. */
import { MINUTE } from '../base/time.ts';
import type { OrderStatus } from './order-status.ts';

/** Whether the kitchen has still to be told of an order. It stands apart, rings nowhere and grows no older until it fires. */
export function isForLater(order: { status: OrderStatus; firesAt: string | null; firedAt: string | null }): boolean {
  return order.status === 'New' && order.firesAt !== null && order.firedAt === null;
}

/** Since when somebody at the restaurant could know of it: its age counts from here. */
export function heardAt(order: { createdAt: string; firesAt: string | null; firedAt: string | null }): string {
  return order.firedAt ?? order.firesAt ?? order.createdAt;
}

/** When the kitchen starts on what is ordered for a slot. */
export function startOfSlot(slot: Date, leadMinutes: number): Date {
  return new Date(slot.getTime() - leadMinutes * MINUTE);
}

/** What lies between the kitchen's start and the guest's meal, in minutes. `deliveryTime` includes the preparation. */
export function leadMinutesIn(mode: string, terms: { preparationTime: number; deliveryTime: number }): number {
  return mode === 'delivery' ? terms.deliveryTime : terms.preparationTime;
}
