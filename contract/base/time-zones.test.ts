import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { isTimeZone } from './time.ts';
import { listedTimeZone, timeZones } from './time-zones.ts';

test('every zone of the platform is on the list, and the platform knows every zone of the list', () => {
  for (const name of Intl.supportedValuesOf('timeZone')) expect(listedTimeZone(name), name).not.toBeNull();
  for (const name of timeZones) expect(isTimeZone(name), name).toBe(true);
});

test('each zone is listed once, in order, and the zone of every country is among them', () => {
  const regional = timeZones.filter((name) => name.includes('/'));
  expect(regional).toEqual([...new Set(regional)].toSorted());
  expect(timeZones.length).toBe(419);
  for (const { code, timeZone } of countries) {
    if (timeZone !== null) expect(listedTimeZone(timeZone), code).toBe(timeZone);
  }
});

test.each([
  ['Asia/Dubai', 'Asia/Dubai'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['UTC', 'UTC'],
  ['asia/dubai', null],
  ['+04:00', null],
  ['Etc/GMT+4', null],
  ['EST5EDT', null],
  ['constructor', null],
  ['', null],
])('%s is %s', (name, listed) => {
  expect(listedTimeZone(name)).toBe(listed);
});
