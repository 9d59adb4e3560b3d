/** People of a company beside their sign-in (decision 81): their other restaurants, and the place that they have in this one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { type Company, makeCompany } from '#server/test/data/company.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type CompanyServer, startCompanyProvider } from '#server/test/servers/company-provider.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { createSession } from '../sessions/sessions.ts';

let app: TestApp;
let server: CompanyServer;
let company: Company;
beforeAll(async () => {
  app = await startApp();
  server = await startCompanyProvider({ backTo: 'http://localhost/login/company/callback/' });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(async () => {
  company = await makeCompany(app, server);
  await company.open();
});

const me = (token: string) => app.call('GET /auth/me', {}, token);
const read = async () => (await app.call('GET /restaurant/get-company', {}, company.owner.token)).company?.people;

test('a session of the company neither lists nor ends those that the person has in other restaurants', async () => {
  const other = await makeCompany(app, server);
  const cook = await company.hire();
  await other.employ(cook.userId, 'manager');
  const elsewhere = await platformTransaction(app.db, 'seed', (tx) =>
    createSession(tx, { kind: 'merchant', userId: cook.userId, restaurantId: other.id }, app.clock.now()),
  );
  const idsOf = async (by: string) => (await app.call('GET /auth/sessions', {}, by)).sessions.map(({ _id }) => _id);
  const token = await company.linkAs(cook);
  // The person's own password session of the restaurant, and this one.
  const listed = await idsOf(token);
  expect(listed).toHaveLength(2);
  const hidden = (await idsOf(elsewhere)).filter((id) => !listed.includes(id));
  expect(hidden).toHaveLength(1);
  const end = app.call('POST /auth/end-session/:id', { params: { id: hidden[0]! } }, token);
  expect(await refusalOf(end)).toMatchObject({ code: 'request.not_found' });
  expect(await app.call('POST /auth/signout-everywhere', {}, token)).toMatchObject({
    code: 'account.signed_out_of_restaurant',
  });
  expect(await refusalOf(me(token))).toMatchObject({ code: 'auth.required' });
  expect((await me(elsewhere)).restaurant?._id).toBe(other.id);
  expect(await idsOf(elsewhere)).toEqual(hidden);
});

test('an account that its person recovers by mail is linked no more, in any restaurant', async () => {
  const other = await makeCompany(app, server);
  await other.open();
  const cook = await company.hire();
  await other.employ(cook.userId);
  await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .updateTable('company_providers')
      .set({ domains: [company.domain, other.domain] })
      .execute(),
  );
  const tokens = [await company.linkAs(cook), await other.linkAs(cook)];
  await app.call('POST /auth/forgot-password', { body: { email: cook.email } });
  const mailed = () => app.mails.findLast(({ to, text }) => to === cook.email && text.includes('/recover-password'));
  await expect.poll(mailed).toBeDefined();
  const link = /token=([\w-]{43})/.exec(mailed()!.text)![1]!;
  const password = 'quiet copper 81 doors';
  await app.call('POST /auth/recover-password', {
    body: { email: cook.email, token: link, password, confirmPassword: password },
  });
  for (const token of tokens) expect(await refusalOf(me(token))).toMatchObject({ code: 'auth.required' });
  expect(await read()).toEqual([]);
  for (const { finish, goAs, owner } of [company, other]) {
    expect(await refusalOf(finish(await goAs(cook.subject)))).toMatchObject({ code: 'auth.company_link_required' });
    const { entries } = await app.call('GET /audit/entries', { query: {} }, owner.token);
    expect(entries.map(({ action }) => action)).toContain('account.company_unlinked');
  }
});

describe('somebody whose place changes', () => {
  test('and who is an owner no more meanwhile, is not let in without the company that is required', async () => {
    const boss = await company.hire('owner');
    await company.switchTo(true, true);
    let signingIn: Promise<unknown> | undefined;
    await platformTransaction(app.db, 'seed', async (tx) => {
      await tx.updateTable('memberships').set({ role: 'staff' }).where('user_id', '=', boss.userId).execute();
      const body = { email: boss.email, password: ownersPassword };
      signingIn = refusalOf(app.call('POST /auth/signin', { body }));
      await expect.poll(() => countWaiting(app.db)).toBe(1);
    });
    expect(await signingIn).toMatchObject({ code: 'auth.company_required' });
  });

  test('is signed in with the role that they have, or signed out by its change, when both happen at once', async () => {
    const { userId, email } = await company.hire('manager');
    for (let round = 0; round < 10; round++) {
      const role = round % 2 === 0 ? 'staff' : 'manager';
      const [signedIn] = await Promise.all([
        app.call('POST /auth/signin', { body: { email, password: ownersPassword } }),
        app.call('POST /staff/update-role/:id', { params: { id: userId }, body: { role } }, company.owner.token),
      ]);
      const open = await me(signedIn.token.token).catch(() => null);
      if (open !== null) expect(signedIn.role).toBe(role);
    }
  });

  test('loses the account at the company with the place: who comes back proves the account again', async () => {
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    const remove = { params: { id: cook.userId }, body: {} };
    await app.call('DELETE /staff/remove/:id', remove, company.owner.token);
    expect(await refusalOf(me(token))).toMatchObject({ code: 'auth.required' });
    expect(await read()).toEqual([]);
    expect(await refusalOf(company.finish(await company.goAs(cook.subject)))).toMatchObject({
      code: 'auth.company_unknown_person',
    });
    await company.employ(cook.userId);
    expect(await refusalOf(company.finish(await company.goAs(cook.subject)))).toMatchObject({
      code: 'auth.company_link_required',
    });
  });
});
