/** A clock that cannot be right ends the start. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { checkClock, ClockError, releasedAt } from './check-clock.ts';
import type { Database } from './connect.ts';
import { platformTransaction } from './transaction.ts';

const SECOND = 1_000;
const YEAR = 365 * 24 * 3_600 * SECOND;

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await makeRestaurant(database.db);
});
afterAll(() => database.close());

/** The problems of a start whose clock is ahead of the machine's by so many milliseconds. */
const problemsAt = (aheadMs: number) =>
  checkClock(database.db, () => new Date(Date.now() + aheadMs)).then(
    () => [],
    (error: unknown) => (error instanceof ClockError ? error.problems : [error]),
  );
const instant = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
const sentence = (text: string) =>
  expect.stringMatching(new RegExp(`^The clock of this machine says ${instant}${text}$`));
const fromDatabase = sentence(`, but that of the database ${instant}\\. Set the one that is wrong`);
const fromFuture = sentence(
  `, but the newest order or change in the database is of ${instant}\\. Set it; if it is right: npm run cli -- clock:accept`,
);
const beforeRelease = sentence(', which is before this version was released\\. Set it');

test.each([0, 50, -50])('a clock that is %s seconds from that of the database is accepted', async (seconds) => {
  expect(await problemsAt(seconds * SECOND)).toEqual([]);
});

test.each([
  ['three years ahead', 3 * YEAR, [fromDatabase]],
  ['70 seconds ahead', 70 * SECOND, [fromDatabase]],
  ['70 seconds behind', -70 * SECOND, [fromDatabase]],
  ['back in the last century', -30 * YEAR, [beforeRelease, fromDatabase]],
])('a clock that is %s is refused with the reason', async (_, aheadMs, problems) => {
  expect(await problemsAt(aheadMs)).toEqual(problems);
});

test('an order from the future refuses the start, until a minute before it', async () => {
  const putNewest = (seconds: number) =>
    platformTransaction(database.db, 'seed', (tx) =>
      sql`
        insert into events (restaurant_id, seq, type, happened_at)
        select id, 1000 + ${seconds}, 'order.placed', now() + make_interval(secs => ${seconds}) from restaurants`.execute(
        tx,
      ),
    );
  await putNewest(50);
  expect(await problemsAt(0)).toEqual([]);
  await putNewest(70);
  expect(await problemsAt(0)).toEqual([fromFuture]);
  expect(await problemsAt(20 * SECOND)).toEqual([]);
});

test('no release is newer than the day that the start compares with', async () => {
  const changelog = await readFile(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const days = [...changelog.matchAll(/^## \d+\.\d+\.\d+ - (\d{4}-\d\d-\d\d)$/gm)].map(([, day]) => day!);
  expect(days.length).toBeGreaterThan(0);
  expect(releasedAt.toISOString()).toBe(`${days.toSorted().at(-1)}T00:00:00.000Z`);
});
