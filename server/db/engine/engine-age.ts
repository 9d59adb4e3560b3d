import { DAY } from '#contract/base/time.ts';
import type { DatabaseState } from './engine.ts';

/**
 * The days on which PostgreSQL released, each time for all its majors; the minor that each major got is one more than
 * the time before. Its project announces the regular days a year ahead: the second Thursdays of these months.
 */
const releases = ['2025-11-13', '2026-02-12', '2026-02-26', '2026-05-14', '2026-08-13', '2026-11-12'];
const regularMonths = [2, 5, 8, 11];
/** The minors of the first of these days. */
const firstMinors = new Map([
  [15, 15],
  [16, 11],
  [17, 7],
  [18, 1],
]);

interface EngineAge {
  releasedOn: Date;
  /** Whole days since. */
  days: number;
  /** Releases since then, those included that were only announced when this program was made. */
  missed: number;
}

/** The age of a version such as '18.4'; at least that of an old one. Null for one that this program does not know. */
export function engineAge(version: string, now: Date): EngineAge | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const first = firstMinors.get(major);
  if (first === undefined) return null;
  const released = releases[Math.max(0, minor - first)];
  if (released === undefined) return null;
  const releasedOn = new Date(released);
  const known = releases.map((day) => new Date(day));
  const missed = [...known, ...regularDays(known.at(-1)!, now)].filter((day) => day > releasedOn && day <= now);
  return {
    releasedOn,
    days: Math.max(0, Math.floor((now.getTime() - releasedOn.getTime()) / DAY)),
    missed: missed.length,
  };
}

/** The engine as health checks and admins are told of it; null what nobody knows. */
export function describeEngine(database: { state: () => Pick<DatabaseState, 'engine' | 'version'> }, now: Date) {
  const { engine, version } = database.state();
  const age = engineAge(version, now);
  const releasedOn = age === null ? null : age.releasedOn.toISOString().slice(0, 10);
  return { engine, version, releasedOn, releasesMissed: age?.missed ?? null };
}

export function describeEngineAge(version: string, now: Date): string {
  const age = engineAge(version, now);
  if (age === null) return 'of a release that this version of Order Manager does not know';
  const { releasedOn, days, missed } = age;
  const since = missed === 0 ? 'none since' : `${missed} ${missed === 1 ? 'release' : 'releases'} since`;
  return `released on ${releasedOn.toISOString().slice(0, 10)}, ${days} days ago, ${since}`;
}

/** The regular days after one day, up to another. */
function regularDays(after: Date, until: Date): Date[] {
  const days: Date[] = [];
  for (let year = after.getUTCFullYear(); year <= until.getUTCFullYear(); year++)
    days.push(...regularMonths.map((month) => secondThursday(year, month)));
  return days.filter((day) => day > after && day <= until);
}

function secondThursday(year: number, month: number): Date {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return new Date(Date.UTC(year, month - 1, 8 + ((4 - first + 7) % 7)));
}
