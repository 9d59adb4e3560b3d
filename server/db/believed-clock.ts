import { sql } from 'kysely';
import { DAY } from '#contract/base/time.ts';
import type { Db } from './connect.ts';
import { platformTransaction } from './transaction.ts';

/**
 * Looks at the clock, which has jumped when it is more than a day from where the last look found it, or more than a day
 * before the newest event. All servers of a database remember this together, also over a start.
 * @returns the instant since which it has not jumped.
 */
export async function believeClock(db: Db, now: Date): Promise<Date> {
  const [dayAgo, inADay] = [new Date(now.getTime() - DAY), new Date(now.getTime() + DAY)];
  return platformTransaction(db, 'clean-up', async (tx) => {
    const { rows } = await sql<{ since: Date }>`
      update installation set clock_seen_at = ${now}, clock_believed_since = case
        when clock_seen_at between ${dayAgo} and ${inADay}
          and not exists (select from events where happened_at > ${inADay}) then clock_believed_since
        else ${now} end
      returning clock_believed_since as since`.execute(tx);
    // A database that no server was started on has no row yet.
    return rows[0]?.since ?? now;
  });
}
