import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeEngineAge, engineAge } from './engine-age.ts';
import { installedFolder } from './engine-files.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);

test.each([
  ['18.4', '2026-05-14', 0, 0],
  ['18.4', '2026-08-12', 90, 0],
  ['18.4', '2026-08-13', 91, 1],
  ['18.4', '2026-11-23', 193, 2],
  ['17.10', '2026-11-23', 193, 2],
  ['15.20', '2026-11-23', 11, 0],
  // The second Thursdays of February and May 2027, which were only announced.
  ['15.20', '2027-02-10', 90, 0],
  ['15.20', '2027-02-11', 91, 1],
  ['15.20', '2027-05-13', 182, 2],
])('PostgreSQL %s is on %s %i days old and has missed %i releases', (version, day, days, missed) => {
  expect(engineAge(version, on(day))).toMatchObject({ days, missed });
});

test('an old version is at least as old as the oldest known release, and one that is not known has no age', () => {
  expect(engineAge('15.2', on('2026-11-23'))).toMatchObject({ releasedOn: new Date('2025-11-13'), missed: 5 });
  expect(engineAge('18.9', on('2026-11-23'))).toBe(null);
  expect(engineAge('19.1', on('2026-11-23'))).toBe(null);
  expect(describeEngineAge('19.1', on('2026-11-23'))).toMatch(/does not know/);
});

test('the age of the installed engine is known', () => {
  const { version } = JSON.parse(readFileSync(join(installedFolder(), 'package.json'), 'utf8')) as { version: string };
  const [installed = ''] = /^\d+\.\d+/.exec(version) ?? [];
  expect(engineAge(installed, new Date())).not.toBe(null);
  expect(describeEngineAge(installed, on('2026-11-23'))).toBe('released on 2026-05-14, 193 days ago, 2 releases since');
});
