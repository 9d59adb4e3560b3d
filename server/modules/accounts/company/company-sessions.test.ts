/** Sessions that began at a company end when the company says so (decision 81). */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import type { UserId } from '#contract/base/ids.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { actionsOf } from '#server/test/data/actions-of.ts';
import { type Company, makeCompany } from '#server/test/data/company.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { checkedDatabase, targetOf } from '#server/test/servers/database.ts';
import { type CompanyServer, startCompanyProvider } from '#server/test/servers/company-provider.ts';
import { testLog } from '#server/test/servers/log.ts';
import { findUnconfirmed, watchCompanySessions } from './watch-company-sessions.ts';

let app: TestApp;
let server: CompanyServer;
let company: Company;
/** The time of the last look; before the first one there is none. */
let now: Date;
let hasLooked = false;
const closeOf = vi.fn<(hashes: readonly Buffer[]) => void>();
/** A watcher of the test's own, with a clock that stands: each look is one of those that servers make by themselves. */
const watch = () =>
  watchCompanySessions(
    { db: app.db, config: testConfig, clock: () => now, log: testLog, streams: { closeOf } },
    () => false,
  );
function letPass(ms: number): void {
  const from = hasLooked ? now : app.clock.now();
  hasLooked = true;
  now = new Date(from.getTime() + ms);
}
const look = async (afterMs = limits.companyCheckSeconds * 1000) => {
  letPass(afterMs);
  const watcher = watch();
  await watcher.look();
  await watcher.stop();
};

beforeAll(async () => {
  app = await startApp({ database: await checkedDatabase() });
  server = await startCompanyProvider({ backTo: 'http://localhost/login/company/callback/' });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(async () => {
  closeOf.mockClear();
  server.setDown(false);
  server.setSecretWrong(false);
  server.setRefreshing(true);
  // Sessions of the tests before are checked as well, unless they are gone.
  await app.db.deleteFrom('sessions').where('company_link_id', 'is not', null).execute();
  app.clock.set(new Date());
  company = await makeCompany(app, server);
  await company.open();
  hasLooked = false;
});

const me = (token: string) => app.call('GET /auth/me', {}, token);
const ended = { status: 401, code: 'auth.required' };

describe('somebody who has left the company', () => {
  test('is signed out within a minute, and their streams are closed at once', async () => {
    const [cook, waiter] = [await company.hire(), await company.hire()];
    const [cooks, waiters] = [await company.linkAs(cook), await company.linkAs(waiter)];
    await look();
    expect((await me(cooks)).user.email).toBe(cook.email);
    server.leave(cook.subject);
    await look();
    expect(closeOf.mock.calls.flat(2)).toHaveLength(1);
    expect(await refusalOf(me(cooks))).toMatchObject(ended);
    expect((await me(waiters)).user.email).toBe(waiter.email);
    expect((await actionsOf(app.db, cook.email)).at(-1)).toEqual(['account.company_ended', { reason: 'refused' }]);
  });

  test('is signed out by the server itself', async () => {
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    server.leave(cook.subject);
    app.clock.advance(limits.companyCheckSeconds * 1000);
    await expect.poll(() => refusalOf(me(token)).catch(() => null), { timeout: 10_000 }).toMatchObject(ended);
  });

  test('has no PIN on shared tablets any more where the company is required, until they are back', async () => {
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    await company.switchTo(true, true);
    const tablet = company.owner.token;
    const pin = (by: string) => app.call('POST /auth/set-pin', { body: { password: ownersPassword, pin: '4711' } }, by);
    await pin(token);
    await pin(tablet);
    await app.call('POST /auth/share-tablet', { body: { lockMinutes: 5 } }, tablet);
    const take = () => app.call('POST /auth/switch-person', { body: { userId: cook.userId, pin: '4711' } }, tablet);
    await take();
    expect((await me(tablet)).user.email).toBe(cook.email);
    server.leave(cook.subject);
    await look();
    expect((await me(tablet)).tablet).toMatchObject({ isLocked: true });
    expect(await refusalOf(take())).toMatchObject({ code: 'auth.company_required' });
    server.join({ subject: cook.subject, email: cook.email, isVerified: true });
    await company.signInAs(cook);
    await take();
    expect((await me(tablet)).user.email).toBe(cook.email);
  });
});

describe('a PIN where the company is required', () => {
  const password = ownersPassword;
  const setPin = (by: string) => app.call('POST /auth/set-pin', { body: { password, pin: '4711' } }, by);
  /** The owner's tablet, which the person tries to take over. */
  const openTablet = async () => {
    await setPin(company.owner.token);
    await app.call('POST /auth/share-tablet', { body: { lockMinutes: 5 } }, company.owner.token);
    return (userId: UserId) =>
      app.call('POST /auth/switch-person', { body: { userId, pin: '4711' } }, company.owner.token);
  };
  const refused = { code: 'auth.company_required' };

  test('opens nothing to somebody who has never logged in with the company, and locks what they had taken over', async () => {
    const cook = await company.hire();
    await setPin(cook.token);
    const take = await openTablet();
    await take(cook.userId);
    expect((await me(company.owner.token)).tablet).toMatchObject({ isLocked: false });
    // Shared tablets take no proof, so another owner requires the company.
    const boss = await company.hire('owner');
    await app.call('POST /restaurant/switch-company', { body: { isOn: true, isRequired: true, password } }, boss.token);
    expect((await me(company.owner.token)).tablet).toMatchObject({ isLocked: true });
    expect(await refusalOf(take(cook.userId))).toMatchObject(refused);
    await company.linkAs(cook);
    await take(cook.userId);
    expect((await me(company.owner.token)).user.email).toBe(cook.email);
  });

  test('opens for a week after the company has confirmed the person, at the sign-in or since', async () => {
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    await setPin(token);
    const take = await openTablet();
    const boss = await company.hire('owner');
    await app.call('POST /restaurant/switch-company', { body: { isOn: true, isRequired: true, password } }, boss.token);
    const linkedAt = app.clock.now();
    const stay = () => app.db.updateTable('sessions').set({ expires_at: farAway, last_seen_at: app.clock.now() });
    const farAway = new Date(linkedAt.getTime() + 90 * DAY);
    const at = async (ms: number) => {
      app.clock.set(new Date(linkedAt.getTime() + ms));
      await stay().execute();
    };
    // Two hours later the provider confirms the session, which the person then logs out of.
    await look(120 * MINUTE);
    await app.call('POST /auth/signout', {}, token);
    await at(limits.companyPinDays * DAY + 60 * MINUTE);
    await take(cook.userId);
    await at(limits.companyPinDays * DAY + 180 * MINUTE);
    expect(await refusalOf(take(cook.userId))).toMatchObject(refused);
    await company.signInAs(cook);
    await take(cook.userId);
  });

  test('opens for owners and for people of other companies, whom no company is asked about', async () => {
    const guest = await makeOwner(app.db, company.id, 'staff');
    await setPin(guest.token);
    const boss = await company.hire('owner');
    await setPin(boss.token);
    const take = await openTablet();
    await app.call('POST /restaurant/switch-company', { body: { isOn: true, isRequired: true, password } }, boss.token);
    await take(guest.userId);
    await take(boss.userId);
    expect((await me(company.owner.token)).user.email).toBe(boss.email);
  });
});

describe('a provider that does not answer', () => {
  test('signs nobody out for four hours, is seen by owner and operator, and then by nobody', async () => {
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    server.setDown(true);
    await look();
    expect((await me(token)).user.email).toBe(cook.email);
    const read = async () => (await app.call('GET /restaurant/get-company', {}, company.owner.token)).company;
    expect(await read()).toMatchObject({ problem: 'unreachable', problemSince: now.toISOString() });
    expect(await findUnconfirmed(app.db)).toEqual({ restaurants: 1, since: now });
    const ready = async () => (await app.app.inject('/readyz')).json<{ companySignIn?: object }>();
    await expect
      .poll(async () => (await ready()).companySignIn, { timeout: 20_000 })
      .toEqual({ restaurants: 1, since: now.toISOString() });
    await look(limits.companyPatienceHours * 60 * MINUTE - 2 * MINUTE);
    expect((await me(token)).user.email).toBe(cook.email);
    server.setDown(false);
    await look();
    expect(await read()).toMatchObject({ problem: null, problemSince: null });
    expect(await findUnconfirmed(app.db)).toBeNull();
    // The four hours begin anew with the answer.
    server.setDown(true);
    await look(limits.companyPatienceHours * 60 * MINUTE - MINUTE);
    expect((await me(token)).user.email).toBe(cook.email);
    await look(MINUTE);
    expect(await refusalOf(me(token))).toMatchObject(ended);
    expect((await actionsOf(app.db, cook.email)).at(-1)).toEqual(['account.company_ended', { reason: 'unreachable' }]);
  });

  test('or does not know the secret any more, says so to the owner, who gives another', async () => {
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    server.setSecretWrong(true);
    await look();
    const { company: seen } = await app.call('GET /restaurant/get-company', {}, company.owner.token);
    expect(seen).toMatchObject({ problem: 'client_refused', isOn: true });
    server.setSecretWrong(false);
    await company.connect();
    await look();
    expect((await me(token)).user.email).toBe(cook.email);
    expect(app.log.join('')).not.toContain(server.clientSecret);
  });
});

test('a database that fails as a new token is noted ends no session, and is no trouble of the company', async () => {
  const cook = await company.hire();
  const token = await company.linkAs(cook);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db);
  const owner = new Client(targetOf(inject('engine'), rows[0]!.name));
  await owner.connect();
  onTestFinished(async () => {
    await owner.query('drop function if exists fail_once cascade; drop sequence if exists failures');
    await owner.end();
  });
  await owner.query(`create sequence failures;
    create function fail_once() returns trigger language plpgsql security definer as $$ begin
      if nextval('failures') = 1 then raise exception 'Failing over'; end if;
      return new;
    end $$;
    create trigger fail_once before update of sealed on company_sessions for each row execute function fail_once()`);
  await look();
  const { company: seen } = await app.call('GET /restaurant/get-company', {}, company.owner.token);
  expect(seen).toMatchObject({ problem: null });
  // The provider takes each token once.
  await look();
  expect((await me(token)).user.email).toBe(cook.email);
});

test('a provider that gives nothing to ask with lets people in for an hour', async () => {
  const cook = await company.hire();
  server.setRefreshing(false);
  const token = await company.linkAs(cook);
  app.clock.advance(limits.companyUncheckedSeconds * 1000 - MINUTE);
  expect((await me(token)).user.email).toBe(cook.email);
  app.clock.advance(MINUTE);
  expect(await refusalOf(me(token))).toMatchObject(ended);
});

test('a provider that takes its time holds up nobody else', async () => {
  const slowServer = await startCompanyProvider({ backTo: 'http://localhost/login/company/callback/' });
  const slow = await makeCompany(app, slowServer);
  await slow.open();
  const waiter = await slow.hire();
  await slow.linkAs(waiter);
  // More than there are places of a restaurant, and all of them due first.
  for (let n = 0; n < 24; n++) await slow.signInAs(waiter);
  const cook = await company.hire();
  const token = await company.linkAs(cook);
  server.leave(cook.subject);
  slowServer.setHanging(true);
  letPass(limits.companyCheckSeconds * 1000);
  const watcher = watch();
  const looking = watcher.look();
  await expect.poll(() => closeOf.mock.calls.flat(2).length, { timeout: 5_000 }).toBe(1);
  expect(await refusalOf(me(token))).toMatchObject(ended);
  slowServer.setHanging(false);
  await looking;
  await watcher.stop();
  await slowServer.close();
});

test('a server that stops asks about nobody any more, and the next one does', async () => {
  const cook = await company.hire();
  const token = await company.linkAs(cook);
  letPass(limits.companyCheckSeconds * 1000);
  const before = server.refreshes;
  const watcher = watch();
  const looking = watcher.look();
  await watcher.stop();
  await looking;
  expect(server.refreshes - before).toBe(0);
  await look(MINUTE);
  expect(server.refreshes - before).toBe(1);
  expect((await me(token)).user.email).toBe(cook.email);
});

test('two servers that both believe to be elected ask once for a session', async () => {
  const cook = await company.hire();
  await company.linkAs(cook);
  letPass(limits.companyCheckSeconds * 1000);
  const before = server.refreshes;
  const watchers = Array.from({ length: 6 }, watch);
  await Promise.all(watchers.map((watcher) => watcher.look()));
  await Promise.all(watchers.map((watcher) => watcher.stop()));
  expect(server.refreshes - before).toBe(1);
});

test('no secret is readable in the database, a log or an answer', async () => {
  const cook = await company.hire();
  await company.linkAs(cook);
  const rows = await platformTransaction(app.db, 'seed', async (tx) => [
    await tx.selectFrom('company_providers').selectAll().execute(),
    await tx.selectFrom('company_sessions').selectAll().execute(),
    await tx.selectFrom('company_sign_ins').selectAll().execute(),
  ]);
  const readable = JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'data' in value
      ? Buffer.from(value.data as number[]).toString('latin1')
      : value,
  );
  expect(readable).toContain(server.clientId);
  const answer = JSON.stringify(await app.call('GET /restaurant/get-company', {}, company.owner.token));
  for (const text of [readable, app.log.join(''), answer]) expect(text).not.toContain(server.clientSecret);
});
