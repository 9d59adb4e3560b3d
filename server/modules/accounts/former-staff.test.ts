/** The accounts of people who work nowhere any more: deleted in time, and nobody else's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { insertMembership } from '#server/modules/staff/memberships/memberships.ts';
import { makeOffboardingOwner } from '#server/test/data/offboarding.ts';
import { makeAdmin, makeOwner, makeRestaurant, ownersPassword as password } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { removeFormerStaff } from './former-staff.ts';
import { setDisabled } from './queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
});
afterAll(() => server.close());

/** Says of each person whether they have an account. */
async function haveAccounts(people: readonly UserId[]): Promise<boolean[]> {
  const users = await server.db.selectFrom('users').select('id').where('id', 'in', people).execute();
  return people.map((id) => users.some((user) => user.id === id));
}

test('a person who was removed is deleted 30 days later; suspended people, admins and those of a closed restaurant are not', async () => {
  const [made, other, closed] = [
    await makeRestaurant(server.db),
    await makeRestaurant(server.db),
    await makeRestaurant(server.db),
  ];
  const owner = await makeOwner(server.db, made.id);
  const [removed, ofBoth, suspended] = [
    await makeOwner(server.db, made.id, 'staff'),
    await makeOwner(server.db, made.id, 'manager'),
    await makeOwner(server.db, made.id, 'staff'),
  ];
  await platformTransaction(server.db, 'seed', (tx) =>
    insertMembership(tx, other.id, { userId: ofBoth.userId, role: 'staff' }, new Date()),
  );
  const closing = await makeOffboardingOwner(server.db, closed.id);
  const admin = await makeAdmin(server.db);
  // All accounts are old: the days count from the removal.
  await server.db
    .updateTable('users')
    .set({ updated_at: new Date('2020-01-01T00:00:00Z') })
    .execute();
  for (const { userId } of [removed, ofBoth, suspended]) {
    await server.call('DELETE /staff/remove/:id', { params: { id: userId }, body: {} }, owner.token);
  }
  await platformTransaction(server.db, 'seed', (tx) => setDisabled(tx, suspended.userId, 'Fraud', new Date()));
  await server.call('POST /restaurant/close', { body: { name: closed.name, password } }, closing.token);

  const people = [removed, owner, ofBoth, suspended, closing, admin].map(({ userId }) => userId);
  const removedAt = server.clock.now();
  const after = (days: number) => new Date(removedAt.getTime() + days * DAY);
  expect(await removeFormerStaff(server.db, after(29.9))).toBe(0);
  expect(await haveAccounts(people)).toEqual([true, true, true, true, true, true]);
  expect(await removeFormerStaff(server.db, after(31))).toBe(1);
  expect(await haveAccounts(people)).toEqual([false, true, true, true, true, true]);
});
