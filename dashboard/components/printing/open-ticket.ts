import { useSyncExternalStore } from 'react';
import type { Order } from '#contract/ordering/orders.ts';

/**
 * The order whose ticket is open, wherever it was opened. Not kept in a screen: printing makes the window as narrow as the paper,
 * and a screen that is drawn anew for that would take the ticket with it.
 */
let open: Order | null = null;
const listeners = new Set<() => void>();

export function openTicket(order: Order): void {
  set(order);
}

export function closeTicket(): void {
  set(null);
}

export function useOpenTicket(): Order | null {
  return useSyncExternalStore(subscribe, () => open);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(order: Order | null): void {
  open = order;
  for (const listener of listeners) listener();
}
