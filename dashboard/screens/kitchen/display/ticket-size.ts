/** The size of the letters on one kitchen screen, kept on the device. */
import { useState } from 'react';

const ticketSizes = ['S', 'M', 'L'] as const;
export type TicketSize = (typeof ticketSizes)[number];

/**
 * Factors of the letters, and columns that grow with the device's size of text. At L the name of a dish has 52 px: on a screen of 0.25 mm a pixel its
 * capitals are 9.3 mm high, 16 arc minutes at two metres.
 */
export const ticketLooks: Record<TicketSize, { scale: number; columnWidth: string }> = {
  S: { scale: 0.8, columnWidth: '14.75rem' },
  M: { scale: 1, columnWidth: '18rem' },
  L: { scale: 2, columnWidth: '30rem' },
};

/** The size of letters on a ticket, given for M. */
export function ticketRem(rem: number): string {
  return `calc(${rem}rem * var(--ticket-scale, 1))`;
}

const key = 'kitchenSize';

export function useTicketSize(): [size: TicketSize, choose: (size: TicketSize) => void] {
  const [size, setSize] = useState(() => readTicketSize(localStorage.getItem(key)));
  return [
    size,
    (next) => {
      localStorage.setItem(key, next);
      setSize(next);
    },
  ];
}

/** Reads what was kept; anything else is M. */
export function readTicketSize(stored: string | null): TicketSize {
  return ticketSizes.find((one) => one === stored) ?? 'M';
}

export function nextTicketSize(size: TicketSize): TicketSize {
  return ticketSizes[(ticketSizes.indexOf(size) + 1) % ticketSizes.length]!;
}
