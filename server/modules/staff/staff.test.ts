/** Invitations, roles and their audit log (ST-03 to ST-05; R10, R25, R85). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { deleteInvitation } from './queries.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: { token: string; userId: string };
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = await makeOwner(server.db, made.id);
});

const call: TestApp['call'] = (route, input, token) => server.call(route, input, token);
const password = 'violet anchor 47 lamps';

/** Invites a person and reads the link in their mail. */
async function invite(role: 'owner' | 'manager' | 'staff', email = `${role}.${made.canary}@example.test`) {
  const { invitation } = await call('POST /staff/invite', { body: { email, role, password } }, owner.token);
  return { invitation, email, link: await linkTo(email) };
}

/** The link in the newest mail to an address; mails go out after the answer. */
async function linkTo(email: string, after = 0): Promise<string> {
  const sent = () => server.mails.filter(({ to }) => to === email);
  await expect.poll(() => sent().length).toBeGreaterThan(after);
  return /accept-invitation\?token=([\w-]+)/.exec(sent().at(-1)!.text)![1]!;
}

const accept = (token: string, firstName = 'Sara', chosen = password) =>
  call('POST /auth/accept-invitation', { body: { token, firstName, lastName: 'Khan', password: chosen } });

describe('an invitation', () => {
  test('leads from the mail into the restaurant, with its role and no more', async () => {
    const { link, email } = await invite('staff');
    expect(await call('POST /auth/find-invitation', { body: { token: link } })).toEqual({
      restaurant: made.name,
      email,
      role: 'staff',
      invitedBy: 'Sara Khan',
    });
    const signedIn = await accept(link);
    expect(signedIn).toMatchObject({
      role: 'staff',
      user: { email, userType: 'merchant' },
      restaurant: { _id: made.id },
    });
    const { token } = signedIn.token;
    expect((await call('GET /order/get-all-orders', { query: { scope: 'live' } }, token)).order).toEqual([]);
    expect(await refusalOf(call('GET /staff/get-staff', {}, token))).toMatchObject({ code: 'auth.forbidden' });
    const { staff, invitations } = await call('GET /staff/get-staff', {}, owner.token);
    expect(invitations).toEqual([]);
    expect(staff.map(({ email, role, isYou }) => [email, role, isYou])).toEqual([
      [expect.any(String), 'owner', true],
      [email, 'staff', false],
    ]);
    // The account works like any other.
    expect(await call('POST /auth/signin', { body: { email, password } })).toMatchObject({ role: 'staff' });
  });

  test('works once, in any number of parallel tries', async () => {
    const { link } = await invite('manager');
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => accept(link)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(accept(link))).toMatchObject({ code: 'staff.invitation_invalid' });
  });

  test('is void once it is sent again or taken back', async () => {
    const { invitation, email, link } = await invite('staff');
    await call('POST /staff/resend-invitation/:id', { params: { id: invitation._id } }, owner.token);
    const second = await linkTo(email, 1);
    expect(second).not.toBe(link);
    expect(await refusalOf(accept(link))).toMatchObject({ code: 'staff.invitation_invalid' });
    await call('DELETE /staff/cancel-invitation/:id', { params: { id: invitation._id } }, owner.token);
    expect(await refusalOf(accept(second))).toMatchObject({ code: 'staff.invitation_invalid' });
  });

  test('that is cancelled while it is sent again stays cancelled, and nobody is mailed', async () => {
    const { invitation } = await invite('staff');
    const jobs = () => transaction(server.db, made.id, (tx) => tx.selectFrom('jobs').select('id').execute());
    const before = await jobs();
    let resending: Promise<unknown> | undefined;
    await platformTransaction(server.db, 'administration', async (tx) => {
      await deleteInvitation(tx, made.id, invitation._id);
      const again = call('POST /staff/resend-invitation/:id', { params: { id: invitation._id } }, owner.token);
      resending = refusalOf(again);
      await expect.poll(() => countWaiting(server.db)).toBe(1);
    });
    expect(await resending).toMatchObject({ status: 404, code: 'request.not_found' });
    expect((await call('GET /staff/get-staff', {}, owner.token)).invitations).toEqual([]);
    expect(await jobs()).toEqual(before);
  });

  test('ends after seven days', async () => {
    const { link } = await invite('staff');
    await platformTransaction(server.db, 'administration', (tx) =>
      tx
        .updateTable('invitations')
        .set({ expires_at: new Date(Date.now() - 1) })
        .where('restaurant_id', '=', made.id)
        .execute(),
    );
    expect(await refusalOf(accept(link))).toMatchObject({ code: 'staff.invitation_invalid' });
    expect((await call('GET /staff/get-staff', {}, owner.token)).invitations).toEqual([]);
  });

  test('is refused for a person who works here, however the address is written', async () => {
    const { link, email } = await invite('staff');
    await accept(link);
    const again = call(
      'POST /staff/invite',
      { body: { email: email.toUpperCase(), role: 'owner', password } },
      owner.token,
    );
    expect(await refusalOf(again)).toMatchObject({
      code: 'staff.works_here',
      fields: { email: { code: expect.any(String) } },
    });
  });

  test('refuses a weak password, and is not used up by it', async () => {
    const { link } = await invite('staff');
    const weak = call('POST /auth/accept-invitation', {
      body: { token: link, firstName: 'Sara', lastName: 'Khan', password: 'password' },
    });
    expect(await refusalOf(weak)).toMatchObject({ code: 'auth.weak_password' });
    await accept(link);
  });
});

describe('a role', () => {
  test('ends the sessions at once when it changes; the next one has the new role', async () => {
    const { link, email } = await invite('staff');
    const { token, user } = await accept(link);
    await call('GET /order/get-all-orders', { query: { scope: 'live' } }, token.token);
    const changed = await call(
      'POST /staff/update-role/:id',
      { params: { id: user._id }, body: { role: 'manager' } },
      owner.token,
    );
    expect(changed.colleague).toMatchObject({ role: 'manager', lastSeenAt: null });
    expect(await refusalOf(call('GET /auth/me', {}, token.token))).toMatchObject({ status: 401 });
    expect(await call('POST /auth/signin', { body: { email, password } })).toMatchObject({ role: 'manager' });
  });

  test('changes for a person whose outlet was deleted', async () => {
    const { userId } = await makeOwner(server.db, made.id, 'staff', [made.outletId]);
    await call('DELETE /outlet/delete-outlet/:id', { params: { id: made.outletId }, body: { password } }, owner.token);
    const body = { role: 'manager' as const, outletIds: [made.outletId] };
    const { colleague } = await call('POST /staff/update-role/:id', { params: { id: userId }, body }, owner.token);
    expect(colleague).toMatchObject({ role: 'manager', outletIds: [made.outletId] });
  });

  test('a removed person is signed out at once, and cannot come back', async () => {
    const { link, email } = await invite('manager');
    const { token, user } = await accept(link);
    await call('DELETE /staff/remove/:id', { params: { id: user._id }, body: {} }, owner.token);
    expect(await refusalOf(call('GET /auth/me', {}, token.token))).toMatchObject({ status: 401 });
    expect(await refusalOf(call('POST /auth/signin', { body: { email, password } }))).toMatchObject({
      code: 'auth.forbidden',
    });
  });

  test('a removed person comes back by a new invitation, as somebody new; not while they are suspended', async () => {
    const { link, email } = await invite('manager');
    const { user } = await accept(link);
    await call('DELETE /staff/remove/:id', { params: { id: user._id }, body: {} }, owner.token);
    await call('POST /staff/invite', { body: { email: email.toUpperCase(), role: 'staff', password } }, owner.token);
    const again = await linkTo(email.toUpperCase());
    const suspend = (disabled_at: Date | null) =>
      server.db.updateTable('users').set({ disabled_at }).where('id', '=', user._id).execute();
    await suspend(new Date());
    expect(await refusalOf(accept(again))).toMatchObject({ code: 'auth.email_taken' });
    await suspend(null);
    const chosen = 'copper lantern 52 tides';
    const back = await accept(again, 'Omar', chosen);
    expect(back).toMatchObject({ role: 'staff', restaurant: { _id: made.id } });
    expect(back.user._id).not.toBe(user._id);
    expect(await refusalOf(call('POST /auth/signin', { body: { email, password } }))).toMatchObject({
      code: 'auth.wrong_credentials',
    });
    expect(await call('POST /auth/signin', { body: { email, password: chosen } })).toMatchObject({ role: 'staff' });
  });

  test('a person of another restaurant keeps their account, and is refused', async () => {
    const { link, email } = await invite('staff');
    const other = await makeRestaurant(server.db);
    const { userId } = await makeOwner(server.db, other.id);
    await server.db.updateTable('users').set({ email, email_key: email }).where('id', '=', userId).execute();
    expect(await refusalOf(accept(link))).toMatchObject({
      code: 'auth.email_taken',
      fields: { email: { code: 'account.email_taken' } },
    });
    expect(await call('POST /auth/signin', { body: { email, password } })).toMatchObject({
      restaurant: { _id: other.id },
    });
  });

  test('one owner stays, also when two remove each other at once', async () => {
    const alone = { params: { id: owner.userId as never }, body: { password } };
    expect(await refusalOf(call('DELETE /staff/remove/:id', alone, owner.token))).toMatchObject({
      code: 'staff.last_owner',
    });
    expect(
      await refusalOf(
        call('POST /staff/update-role/:id', { ...alone, body: { role: 'staff', password } }, owner.token),
      ),
    ).toMatchObject({ code: 'staff.last_owner' });
    const second = await makeOwner(server.db, made.id);
    const both = await Promise.allSettled([
      call('DELETE /staff/remove/:id', { params: { id: second.userId }, body: { password } }, owner.token),
      call('DELETE /staff/remove/:id', alone, second.token),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const left = await platformTransaction(server.db, 'administration', (tx) =>
      tx.selectFrom('memberships').select('role').where('restaurant_id', '=', made.id).execute(),
    );
    expect(left).toEqual([{ role: 'owner' }]);
  });
});

describe('the audit log', () => {
  test('shows the actions in order, and only to the owner', async () => {
    const { link, email } = await invite('staff');
    const { user } = await accept(link, 'Omar');
    await call('POST /staff/update-role/:id', { params: { id: user._id }, body: { role: 'manager' } }, owner.token);
    await call('DELETE /staff/remove/:id', { params: { id: user._id }, body: {} }, owner.token);
    const { entries, total, isWhole } = await call('GET /audit/entries', { query: {} }, owner.token);
    expect([total, isWhole]).toEqual([4, true]);
    expect(
      entries.map(({ number, action, subject, actor, details }) => [number, action, subject, actor.name, details]),
    ).toEqual([
      [4, 'staff.removed', 'Omar Khan', 'Sara Khan', { role: 'manager', email }],
      [3, 'staff.role_changed', 'Omar Khan', 'Sara Khan', { before: 'staff', after: 'manager' }],
      [2, 'staff.joined', email, 'Omar Khan', { role: 'staff', invitedBy: 'Sara Khan' }],
      [1, 'staff.invited', email, 'Sara Khan', { role: 'staff' }],
    ]);
    expect(
      (await call('GET /audit/entries', { query: { before: 3 } }, owner.token)).entries.map(({ number }) => number),
    ).toEqual([2, 1]);
    const manager = await makeOwner(server.db, made.id, 'manager');
    expect(await refusalOf(call('GET /audit/entries', { query: {} }, manager.token))).toMatchObject({ status: 403 });
  });

  test('has the changed settings and addresses, and no entry without a change', async () => {
    const settings = { body: { name: made.name, chargeOptions: 'each' as const } };
    await call('POST /restaurant/update-settings', settings, owner.token);
    await call('POST /restaurant/update-settings', settings, owner.token);
    await call('POST /restaurant/update-slug', { body: { slug: `${made.slug}-new`, password } }, owner.token);
    const { entries } = await call('GET /audit/entries', { query: {} }, owner.token);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['restaurant.address_changed', { slug: { before: made.slug, after: `${made.slug}-new` } }],
      ['restaurant.settings_changed', { chargeOptions: { before: 'once', after: 'each' } }],
    ]);
  });

  test('is exported as a whole, with no formula in it', async () => {
    await call('POST /restaurant/update-settings', { body: { name: '=1+1' } }, owner.token);
    const csv = await rawCall(server.app, 'POST /audit/export', { body: { password } }, owner.token);
    expect(csv.status).toBe(200);
    const [head, entry, own, ...rest] = csv.text.split('\r\n');
    expect(head).toBe('\ufeffNumber,At,Who,As,Action,About,Details,Request,Hash');
    expect(entry).toMatch(/^1,\d{4}-[^,]*Z,Sara Khan,owner,restaurant.settings_changed,'=1\+1,/);
    expect(own).toMatch(/^2,\d{4}-[^,]*Z,Sara Khan,owner,audit.exported,,/);
    expect(rest).toEqual(['']);
  });

  test('names the person who exported it, and nobody whose password was wrong', async () => {
    const exportLog = (own: string) =>
      rawCall(server.app, 'POST /audit/export', { body: { password: own } }, owner.token);
    expect((await exportLog('not my password')).status).toBe(400);
    expect((await exportLog(password)).headers['x-row-count']).toBe('1');
    const { entries } = await call('GET /audit/entries', { query: {} }, owner.token);
    expect(entries.map(({ action, actor, details }) => [action, actor.name, details])).toEqual([
      ['audit.exported', 'Sara Khan', {}],
    ]);
  });

  test('names the person who exported orders', async () => {
    const reply = await rawCall(
      server.app,
      'GET /order/export-history',
      { query: { status: 'Completed' } },
      owner.token,
    );
    expect(reply.status).toBe(200);
    const { entries } = await call('GET /audit/entries', { query: {} }, owner.token);
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['orders.exported', { status: 'Completed' }],
    ]);
  });

  test('names the person who exported a report, and which', async () => {
    const query = { table: 'hours', from: '2026-03-01', to: '2026-03-31' } as const;
    expect((await rawCall(server.app, 'GET /report/export', { query }, owner.token)).status).toBe(200);
    const { entries } = await call('GET /audit/entries', { query: {} }, owner.token);
    expect(entries.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['report.exported', 'hours', { from: '2026-03-01', to: '2026-03-31' }],
    ]);
  });

  test('has no gap after many parallel changes', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => invite('staff', `p${index}.${made.canary}@example.test`)),
    );
    const { entries, total, isWhole } = await call('GET /audit/entries', { query: {} }, owner.token);
    expect([total, isWhole]).toEqual([12, true]);
    expect(entries.map(({ number }) => number)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('cannot be changed or deleted; a manipulation is detected', async () => {
    await invite('staff');
    await invite('manager');
    const change = (statement: ReturnType<typeof sql>) =>
      platformTransaction(server.db, 'administration', (tx) => statement.execute(tx));
    const where = sql`where restaurant_id = ${made.id} and number = 1`;
    await expect(change(sql`update audit_log_entries set subject = 'nobody' ${where}`)).rejects.toThrow(
      'only ever added to',
    );
    await expect(change(sql`delete from audit_log_entries ${where}`)).rejects.toThrow('only ever added to');
    // An inserted row does not follow from the existing ones.
    await change(sql`
      insert into audit_log_entries select restaurant_id, 3, at, actor_kind, actor_id, actor_name, action, subject, details,
        request_id, hash from audit_log_entries ${where}`);
    expect((await call('GET /audit/entries', { query: {} }, owner.token)).isWhole).toBe(false);
  });
});
