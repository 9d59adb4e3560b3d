import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minutesLeft } from '../screens/kitchen/live-orders/minutes-left.ts';
import { noteServerTime, serverNow } from './server-time.ts';

const MINUTE = 60_000;
/** The server's clock. */
const noon = Date.parse('2026-01-01T12:00:00.000Z');
const iso = (instant: number) => new Date(instant).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon });
  noteServerTime(iso(noon), noon);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sets the clock of this device, and hears the server one second after asking. */
function hear(deviceNow: number, took = 1000) {
  vi.setSystemTime(deviceNow + took);
  noteServerTime(iso(noon + took / 2), deviceNow);
}

test.each([
  ['two hours behind', noon - 120 * MINUTE],
  ['a quarter of an hour ahead', noon + 15 * MINUTE],
])('a device that is %s counts by the clock of the server', (_, deviceNow) => {
  hear(deviceNow);
  expect(iso(serverNow().getTime())).toBe(iso(noon + 1000));
  expect(minutesLeft({ promisedAt: iso(noon + 20 * MINUTE), preparationTime: 15 })).toBe(20);
  // Its clock is put right.
  hear(noon);
  expect(Math.abs(serverNow().getTime() - noon)).toBeLessThan(2000);
});

test('a device that is right by some seconds keeps its clock, and its minutes do not jump', () => {
  for (const error of [-14_000, 14_000, 3000]) {
    hear(noon + error, 0);
    expect(serverNow().getTime()).toBe(noon + error);
  }
});

test('an answer that was received after a sleep, or before it was asked for, tells no time', () => {
  hear(noon, 60 * MINUTE);
  expect(serverNow().getTime()).toBe(noon + 60 * MINUTE);
  hear(noon, -60 * MINUTE);
  expect(serverNow().getTime()).toBe(noon - 60 * MINUTE);
});

test('a server of the version before tells no time', () => {
  vi.setSystemTime(noon - 120 * MINUTE);
  noteServerTime(undefined, noon - 120 * MINUTE);
  expect(serverNow().getTime()).toBe(noon - 120 * MINUTE);
});
