import { expect, test } from 'vitest';
import { nextTicketSize, readTicketSize, ticketLooks } from './ticket-size.ts';

/** Pixels of the name of a dish at M, and the height of a capital in them. */
const dishPixels = 26;
const capital = 0.71;

test('at L a capital has 16 arc minutes at two metres, on a screen of 0.2524 mm a pixel', () => {
  const height = dishPixels * ticketLooks.L.scale * capital * 0.2524;
  expect((Math.atan(height / 2000) * 180 * 60) / Math.PI).toBeGreaterThanOrEqual(16);
});

test('the sizes take turns, and an unknown one is M', () => {
  expect(['S', 'M', 'L'].map((size) => nextTicketSize(readTicketSize(size)))).toEqual(['M', 'L', 'S']);
  expect([readTicketSize(null), readTicketSize('XL')]).toEqual(['M', 'M']);
});
