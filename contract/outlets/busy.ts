/** Busy mode: a kitchen that needs longer promises some minutes more, until an instant at which that ends by itself. */
import type { Mode } from '../base/enumerations.ts';
import type { Busy } from './outlets.ts';

/** The minutes of a mode as configured, and its busy mode. `deliveryTime` includes the preparation. */
export interface ModeMinutes {
  preparationTime: number;
  deliveryTime: number;
  busy: Busy | null;
}

/** The minutes that a kitchen which begins at that instant needs longer. */
export function busyMinutesAt(busy: Busy | null, at: Date | number): number {
  return busy && Number(at) < Date.parse(busy.until) ? busy.minutes : 0;
}

/** The minutes until a guest has an order that the kitchen begins at that instant. */
export function promisedMinutes(mode: Mode, terms: ModeMinutes, at: Date | number): number {
  return usualMinutes(mode, terms) + busyMinutesAt(terms.busy, at);
}

/** The promised minutes of a mode while its kitchen is not busy. `deliveryTime` includes the preparation. */
export function usualMinutes(mode: Mode, terms: Omit<ModeMinutes, 'busy'>): number {
  return mode === 'delivery' ? terms.deliveryTime : terms.preparationTime;
}
