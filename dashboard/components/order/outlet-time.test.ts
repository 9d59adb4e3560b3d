import { expect, test } from 'vitest';
import { deviceDate, deviceTime, outletDateTime, outletTime, slotText } from './outlet-time.ts';

const instant = '2026-01-01T12:05:00.000Z';
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Fourteen hours ahead of UTC and eleven behind: a device can keep the time of one of them at most. */
const far = own === 'Pacific/Kiritimati' ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';

test('the time in the zone of this device stands alone', () => {
  expect(outletTime(instant, own)).toBe(deviceTime(new Date(instant)));
});

test('the time in another zone says which', () => {
  expect(outletTime(instant, far)).toBe(far === 'Pacific/Kiritimati' ? '02:05 (Kiritimati)' : '01:05 (Pago Pago)');
});

test('a date with its time is that of the calendar in the zone', () => {
  const there = far === 'Pacific/Kiritimati' ? '2 Jan 2026, 02:05 (Kiritimati)' : '1 Jan 2026, 01:05 (Pago Pago)';
  expect(outletDateTime(instant, far)).toBe(there);
});

test('the slot of the next date is tomorrow, also where it has 23 hours', () => {
  const beforeTheChange = new Date('2027-03-27T23:30:00Z');
  const say = (slot: string) => slotText(slot, 'Europe/London', beforeTheChange);
  expect(say('2027-03-28T09:00:00Z')).toMatch(/^Tomorrow - 10:00/);
  expect(say('2027-03-29T09:00:00Z')).toMatch(/^29 Mar 2027 - 10:00/);
});

test('a date is that of the calendar here, with two digits each', () => {
  const evening = new Date(2026, 2, 5, 23, 59);
  expect(deviceDate(evening.toISOString())).toBe('2026-03-05');
  expect(deviceTime(evening)).toBe('23:59');
});
