import { sql } from 'kysely';
import { MINUTE } from '#contract/base/time.ts';
import type { Db } from './connect.ts';
import { platformTransaction } from './transaction.ts';

/** The day of the newest release in CHANGELOG.md: no clock that is right is before it. */
export const releasedAt = new Date('2026-11-22T00:00:00Z');
/** Two servers, or a server and its database, may differ by this much. */
const toleratedMs = MINUTE;

/** The clock cannot be right. No setting is wrong: a later start may find the clock set by the network. */
export class ClockError extends Error {
  override readonly name = 'ClockError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Refuses a clock that cannot be right (R89): orders would get the wrong day, and with a clock that is ahead guests
 * would count as idle.
 * @throws ClockError with each reason.
 */
export async function checkClock(db: Db, clock: () => Date): Promise<void> {
  const before = clock();
  const { now, newest } = await platformTransaction(
    db,
    'event-reading',
    async (tx) => {
      const { rows } = await sql<{ now: Date; newest: Date | null }>`
        select clock_timestamp() as now, (select happened_at from events order by happened_at desc limit 1) as newest`.execute(
        tx,
      );
      return rows[0]!;
    },
    { readOnly: true },
  );
  const after = clock();
  const text = `The clock of this machine says ${after.toISOString()}`;
  const problems: string[] = [];
  if (after < releasedAt) problems.push(`${text}, which is before this version was released. Set it`);
  if (newest !== null && newest.getTime() > after.getTime() + toleratedMs) {
    problems.push(
      `${text}, but the newest order or change in the database is of ${newest.toISOString()}. Set it; if it is right: npm run cli -- clock:accept`,
    );
  }
  // The question took from `before` to `after`, which may be long on a busy machine.
  if (now.getTime() < before.getTime() - toleratedMs || now.getTime() > after.getTime() + toleratedMs) {
    problems.push(`${text}, but that of the database ${now.toISOString()}. Set the one that is wrong`);
  }
  if (problems.length > 0) throw new ClockError(problems);
}
