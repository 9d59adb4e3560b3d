/** A courier's delivery comes to one end, here and at the company, in whatever order things happen. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { courierProblems, type CourierState } from '#contract/delivery/courier-states.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { CourierView } from './courier.ts';
import { undoMs } from '#contract/ordering/order-status.ts';
import { type CourierFacts, decideCourierStep, inFlightMs, problemAfter, silentMs } from './decide-courier-step.ts';

const now = new Date('2026-11-27T18:00:00Z');
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const view = (state: CourierView['state']): CourierView => ({ state, name: null, phone: null, trackingUrl: null });

const facts = (more: Partial<CourierFacts> = {}): CourierFacts => ({
  state: 'pending',
  askedAt: ago(60_000),
  endedAt: null,
  isReadyTold: false,
  orderStatus: 'Confirmed',
  statusChangedAt: ago(60_000),
  isKnown: true,
  problem: null,
  isLastTelling: false,
  ...more,
});

test.each([
  ['orders what the company does not know', { state: 'asked' }, null, 'order'],
  ['orders nobody for what staff have completed', { state: 'asked', orderStatus: 'Completed' }, null, 'give_back'],
  ['waits for a company that has lost what it confirmed', { state: 'assigned' }, null, 'wait'],
  ['writes what is new', { state: 'asked', isKnown: false }, 'pending', 'apply'],
  ['says nothing of ready before it is', {}, 'assigned', 'wait'],
  ['says ready', { orderStatus: 'Ready' }, 'assigned', 'ready'],
  ['says ready of what staff have completed', { orderStatus: 'Completed' }, 'assigned', 'ready'],
  ['says ready once', { orderStatus: 'Ready', isReadyTold: true }, 'assigned', 'wait'],
  ['says nothing of ready to a courier who has it', { orderStatus: 'Ready' }, 'collected', 'wait'],
  ['takes a problem off once the company answers', { problem: 'not_reached' }, 'assigned', 'apply'],
  [
    'says ready again, and keeps the problem until it is heard',
    { orderStatus: 'Ready', problem: 'not_reached' },
    'assigned',
    'ready',
  ],
  [
    'leaves the problem of a company that refuses to hear of ready',
    { orderStatus: 'Ready', isReadyTold: true, problem: 'ready_refused' },
    'assigned',
    'wait',
  ],
  [
    'takes that problem off once the courier has the order',
    { orderStatus: 'Ready', isReadyTold: true, problem: 'ready_refused', state: 'collected' },
    'collected',
    'apply',
  ],
  ['completes what was delivered', { orderStatus: 'Ready' }, 'delivered', 'deliver'],
  ['keeps what staff have completed', { orderStatus: 'Completed' }, 'failed', 'close'],
  ['brings back what failed', { orderStatus: 'Ready' }, 'failed', 'fail'],
  ['brings back what the company gave up', {}, 'cancelled', 'fail'],
  [
    'waits while a cancellation can be undone',
    { orderStatus: 'Cancelled', statusChangedAt: ago(undoMs - 1) },
    'pending',
    'wait',
  ],
  ['gives back a cancelled order', { orderStatus: 'Cancelled', statusChangedAt: ago(undoMs) }, 'pending', 'give_back'],
  ['cancels what was taken back', { endedAt: ago(1) }, 'assigned', 'cancel'],
  ['cancels what it is too late for, again', { endedAt: ago(1), state: 'collected' }, 'collected', 'cancel'],
  ['waits for an order that may be on its way', { endedAt: ago(inFlightMs - 1) }, null, 'wait'],
  ['closes one that never came', { endedAt: ago(inFlightMs) }, null, 'close'],
  ['closes one that is over', { endedAt: ago(1) }, 'cancelled', 'close'],
  ['leaves one that is closed', { endedAt: ago(1), state: 'cancelled' }, 'cancelled', 'wait'],
] as [string, Partial<CourierFacts>, CourierView['state'] | null, string][])('%s', (_, more, state, kind) => {
  expect(decideCourierStep(facts(more), state && view(state), now).kind).toBe(kind);
});

test('an order that nobody confirms is ordered for ten minutes, and then comes back', () => {
  const asked = (milliseconds: number) => facts({ state: 'asked', askedAt: ago(milliseconds) });
  expect(decideCourierStep(asked(silentMs - 1), null, now)).toEqual({ kind: 'order' });
  expect(decideCourierStep(asked(silentMs), null, now)).toEqual({ kind: 'fail', reason: 'courier_silent' });
});

test('ready is said at each look for a minute, by one look of each minute after it, and by the last one', () => {
  const ready = (seconds: number, more: Partial<CourierFacts> = {}) => {
    const since = { statusChangedAt: ago(seconds * 1000), askedAt: ago(seconds * 1000) };
    return decideCourierStep(
      facts({ orderStatus: 'Ready', problem: 'not_reached', ...since, ...more }),
      view('assigned'),
      now,
    ).kind;
  };
  for (const seconds of [0, 20, 59, 60, 79, 120, 139, 541, 600, 6_000]) expect(ready(seconds)).toBe('ready');
  for (const seconds of [80, 119, 140, 590, 599, 630, 6_030]) expect(ready(seconds)).toBe('wait');
  expect(ready(90, { isLastTelling: true })).toBe('ready');
  expect(ready(90, { isLastTelling: true, isReadyTold: true })).not.toBe('ready');
  // An order that was ready long before the company was asked.
  expect(ready(3_600, { askedAt: ago(30_000) })).toBe('ready');
  expect(ready(3_600, { askedAt: ago(90_000) })).toBe('wait');
});

describe('in any case', () => {
  const states: CourierState[] = ['asked', 'pending', 'assigned', 'collected', 'delivered', 'cancelled', 'failed'];
  const statuses: OrderStatus[] = ['New', 'Confirmed', 'Ready', 'Completed', 'Cancelled'];
  const anyFacts = fc.record({
    state: fc.constantFrom(...states),
    askedAt: fc.nat(2 * silentMs).map(ago),
    endedAt: fc.option(fc.nat(2 * inFlightMs).map(ago)),
    isReadyTold: fc.boolean(),
    orderStatus: fc.constantFrom(...statuses),
    statusChangedAt: fc.nat(2 * undoMs).map(ago),
    isKnown: fc.boolean(),
    problem: fc.option(fc.constantFrom(...courierProblems)),
    isLastTelling: fc.boolean(),
  });
  const anyView = fc.option(fc.constantFrom(...(states.slice(1) as CourierView['state'][])).map(view));

  test('a courier is ordered only while nobody else can have the order, and the company knows none', () => {
    fc.assert(
      fc.property(anyFacts, anyView, (given, seen) => {
        if (decideCourierStep(given, seen, now).kind !== 'order') return;
        expect([given.endedAt, seen, given.state]).toEqual([null, null, 'asked']);
        expect(['Cancelled', 'Completed']).not.toContain(given.orderStatus);
      }),
    );
  });

  test('a view is written once: the look after it finds nothing to write', () => {
    fc.assert(
      fc.property(anyFacts, anyView, (given, seen) => {
        if (seen === null || decideCourierStep(given, seen, now).kind !== 'apply') return;
        const written = { ...given, state: seen.state, isKnown: true, problem: problemAfter(given, seen) };
        expect(decideCourierStep(written, seen, now).kind).not.toBe('apply');
      }),
    );
  });

  test('a delivery that has ended here changes no order, and is cancelled there as long as it is live', () => {
    fc.assert(
      fc.property(anyFacts, anyView, (given, seen) => {
        const { kind } = decideCourierStep({ ...given, endedAt: ago(1) }, seen, now);
        const isLive = seen !== null && ['pending', 'assigned', 'collected'].includes(seen.state);
        expect(isLive ? ['cancel'] : ['wait', 'close']).toContain(kind);
      }),
    );
  });
});
