import type { KitchenScreen } from '../kitchen-screen.ts';
import { median } from '../service.ts';

/** One kill, as guests and screens saw it. */
export interface Strike {
  /** Before the kill. */
  ordersPerSecond: number;
  promotedAfterMs: number;
  /** Since the promotion. */
  firstOrderMs: number;
  refused: number;
  /** Since the promotion: the job that was written during the kill, by the server that was elected anew. */
  jobMs: number;
  /** Since the promotion: a screen at one server, of an order at the other. */
  heardMs: number;
  /** From an order at one server to a screen at the other, when all is calm again. */
  usuallyHeardMs: number;
  /** From the return of the killed one until it is waited for again. */
  wholeMs: number;
}

const columns: [title: string, of: (strike: Strike) => string][] = [
  ['orders a second', ({ ordersPerSecond }) => String(Math.round(ordersPerSecond))],
  ['promoted after', ({ promotedAfterMs }) => seconds(promotedAfterMs)],
  ['first order', ({ firstOrderMs }) => seconds(firstOrderMs)],
  ['refused', ({ refused }) => String(refused)],
  ['job done', ({ jobMs }) => seconds(jobMs)],
  ['screens hear', ({ heardMs }) => seconds(heardMs)],
  ['usually within', ({ usuallyHeardMs }) => `${Math.round(usuallyHeardMs)} ms`],
  ['standby again', ({ wholeMs }) => seconds(wholeMs)],
];

export function printHead(): void {
  console.log(
    'Seconds: promoted after the kill; first order, job and screens after the promotion; standby after its return.',
  );
  console.log(['round', ...columns.map(([title]) => title)].map(cell).join(''));
}

export function printStrike(round: number, strike: Strike): void {
  console.log([String(round), ...columns.map(([, of]) => of(strike))].map(cell).join(''));
}

export function printSum(strikes: readonly Strike[], orders: number, screens: readonly KitchenScreen[]): void {
  const first = strikes.map(({ firstOrderMs }) => firstOrderMs);
  const connections = screens.reduce((sum, screen) => sum + screen.connections, 0);
  console.log(
    `${strikes.length} rounds, ${orders} orders; the first order ${seconds(median(first))} s after the ` +
      `promotion, at most ${seconds(Math.max(...first))} s; ${screens.length} screens connected ${connections} times`,
  );
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

function cell(text: string): string {
  return text.padStart(16);
}
