import { expect, test } from 'vitest';
import { deviceDate, deviceTime, outletDateTime, outletTime } from './outlet-time.ts';

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

test('a date is that of the calendar here, with two digits each', () => {
  const evening = new Date(2026, 2, 5, 23, 59);
  expect(deviceDate(evening.toISOString())).toBe('2026-03-05');
  expect(deviceTime(evening)).toBe('23:59');
});
