/** The changes that take the password again: what each refuses, and that wrong passwords are counted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Route } from '#contract/base/api.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, ownersPassword, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import type { UserId } from '#contract/base/ids.ts';
import { setPassword } from '../queries.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: { userId: UserId; token: string };
beforeAll(async () => {
  server = await startApp({ config: { rateLimits: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = await makeOwner(server.db, made.id);
  // A day later, so that no budget of an address is used up by the test before.
  server.clock.advance(86_400_000);
  await server.db.updateTable('sessions').set({ last_seen_at: server.clock.now() }).execute();
});

interface Change {
  what: string;
  /** The colleague's role before the change. */
  role?: 'owner';
  route: Route;
  input: () => { params?: object; body?: object };
}
const colleague = { id: '' };
const changes: Change[] = [
  {
    what: 'inviting an owner',
    route: 'POST /staff/invite',
    input: () => ({ body: { email: `${made.canary}@example.test`, role: 'owner' } }),
  },
  {
    what: 'making a colleague an owner',
    route: 'POST /staff/update-role/:id',
    input: () => ({ params: { id: colleague.id }, body: { role: 'owner' } }),
  },
  {
    what: 'taking the role of an owner away',
    route: 'POST /staff/update-role/:id',
    role: 'owner',
    input: () => ({ params: { id: colleague.id }, body: { role: 'staff' } }),
  },
  {
    what: 'removing an owner',
    route: 'DELETE /staff/remove/:id',
    role: 'owner',
    input: () => ({ params: { id: colleague.id } }),
  },
  { what: 'exporting everything', route: 'POST /restaurant/export', input: () => ({}) },
  { what: 'exporting the audit log', route: 'POST /audit/export', input: () => ({}) },
  {
    what: 'deleting an outlet',
    route: 'DELETE /outlet/delete-outlet/:id',
    input: () => ({ params: { id: made.outletId } }),
  },
  {
    what: 'moving the site',
    route: 'POST /restaurant/update-slug',
    input: () => ({ body: { slug: `${made.slug}-new` } }),
  },
  { what: 'closing the restaurant', route: 'POST /restaurant/close', input: () => ({ body: { name: made.name } }) },
];

describe.each(changes)('$what', ({ route, role, input }) => {
  beforeEach(async () => {
    colleague.id = (await makeOwner(server.db, made.id, role ?? 'staff')).userId;
  });
  const attempt = async (proof: object) => {
    const { params, body } = input();
    const { status, text } = await rawCall(server.app, route, { params, body: { ...body, ...proof } }, owner.token);
    return status === 200 ? 'done' : (JSON.parse(text) as { code: string; fields?: object });
  };

  test('takes the password, and nothing changes without it', async () => {
    const before = await countChanges();
    expect(await attempt({})).toMatchObject({
      code: 'request.invalid',
      fields: { password: { code: 'required' } },
    });
    expect(await attempt({ password: 'not the current one' })).toMatchObject({
      code: 'auth.wrong_password',
      fields: { password: { code: 'account.password_wrong' } },
    });
    expect(await countChanges()).toEqual(before);
    expect(await attempt({ password: ownersPassword })).toBe('done');
  });

  test('takes a code as well where there is a second factor', async () => {
    await server.db
      .insertInto('second_factors')
      .values({
        user_id: owner.userId,
        sealed: Buffer.from('x'),
        created_at: new Date(),
        confirmed_at: new Date(),
        last_step: 0,
      })
      .execute();
    const before = await countChanges();
    expect(await attempt({ password: ownersPassword })).toMatchObject({
      code: 'auth.wrong_code',
      fields: { code: { code: 'account.code_missing' } },
    });
    expect(await attempt({ password: ownersPassword, code: 'no-such-recovery-code' })).toMatchObject({
      code: 'auth.wrong_code',
    });
    expect(await countChanges()).toEqual(before);
  });

  test('is refused on a shared tablet, with the right password too', async () => {
    await server.db
      .updateTable('sessions')
      .set({ lock_minutes: 5, acting_user_id: owner.userId })
      .where('user_id', '=', owner.userId)
      .execute();
    const before = await countChanges();
    expect(await attempt({ password: ownersPassword })).toMatchObject({ code: 'auth.shared_device' });
    expect(await countChanges()).toEqual(before);
  });

  test('counts wrong passwords like those of a sign-in: ten in a quarter of an hour', async () => {
    for (let guess = 0; guess < 10; guess++) {
      expect(await attempt({ password: 'not the current one' })).toMatchObject({ code: 'auth.wrong_password' });
    }
    expect(await attempt({ password: ownersPassword })).toMatchObject({ code: 'auth.too_many_tries' });
  });
});

test('a colleague with another role is invited without the password', async () => {
  const body = { email: `${made.canary}@example.test`, role: 'manager' as const };
  const { invitation } = await server.call('POST /staff/invite', { body }, owner.token);
  expect(invitation.role).toBe('manager');
});

test('a colleague who is no owner gets another role, and goes, without the password', async () => {
  const { userId: id } = await makeOwner(server.db, made.id, 'staff');
  const changed = await server.call(
    'POST /staff/update-role/:id',
    { params: { id }, body: { role: 'manager' } },
    owner.token,
  );
  expect(changed.colleague.role).toBe('manager');
  await server.call('DELETE /staff/remove/:id', { params: { id }, body: {} }, owner.token);
  const { staff } = await server.call('GET /staff/get-staff', {}, owner.token);
  expect(staff.map(({ role }) => role)).toEqual(['owner']);
});

test('somebody who is made an owner meanwhile is not removed without the password', async () => {
  const { userId: id } = await makeOwner(server.db, made.id, 'staff');
  let removing: Promise<unknown> | undefined;
  await platformTransaction(server.db, 'seed', async (tx) => {
    await tx.updateTable('memberships').set({ role: 'owner' }).where('user_id', '=', id).execute();
    removing = refusalOf(server.call('DELETE /staff/remove/:id', { params: { id }, body: {} }, owner.token));
    await expect.poll(() => countWaiting(server.db)).toBe(1);
  });
  expect(await removing).toMatchObject({
    code: 'request.invalid',
    fields: { password: { code: 'required' } },
  });
});

test('a change is not made with a password that changes before it', async () => {
  const before = await countChanges();
  const body = { slug: `${made.slug}-new`, password: ownersPassword };
  let moving: Promise<unknown> | undefined;
  await platformTransaction(server.db, 'seed', async (tx) => {
    await setPassword(tx, owner.userId, 'a hash that no password fits', server.clock.now());
    moving = refusalOf(server.call('POST /restaurant/update-slug', { body }, owner.token));
    await expect.poll(() => countWaiting(server.db)).toBe(1);
  });
  expect(await moving).toMatchObject({
    code: 'auth.wrong_password',
    fields: { password: { code: 'account.password_wrong' } },
  });
  expect(await countChanges()).toEqual(before);
});

/** The changes of the restaurant that the calls above make, as far as the database shows them. */
async function countChanges() {
  const { entries } = await server.call('GET /audit/entries', { query: {} }, owner.token);
  const { outlets } = await server.call('GET /outlet/get-all-outlet', {}, owner.token);
  return { entries, outlets: outlets.length };
}
