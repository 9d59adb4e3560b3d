/** The company's provider in its owner's hands (decision 81). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { type Company, makeCompany } from '#server/test/data/company.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type CompanyServer, startCompanyProvider } from '#server/test/servers/company-provider.ts';
import { mayCall } from '#server/modules/outbound/public-fetch.ts';

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
  server.setRefreshing(true);
  company = await makeCompany(app, server);
});

const proof = { password: ownersPassword };
const me = (token: string) => app.call('GET /auth/me', {}, token);
const read = async () => app.call('GET /restaurant/get-company', {}, company.owner.token);
const signIn = (email: string) => app.call('POST /auth/signin', { body: { email, password: ownersPassword } });
const ended = { status: 401, code: 'auth.required' };

describe('connecting', () => {
  test('shows the address to copy, and no secret', async () => {
    expect(await read()).toEqual({
      company: null,
      redirectUrl: `http://localhost/login/company/callback/${company.id}`,
      signInUrl: `http://localhost/login/company?restaurant=${company.id}`,
    });
    const { company: connected } = await company.connect({ domains: ['Company.test', 'company.test'] });
    expect(connected).toEqual({
      issuer: server.issuer,
      clientId: server.clientId,
      domains: ['company.test'],
      triedAt: null,
      isOn: false,
      isRequired: false,
      problem: null,
      problemSince: null,
      people: [],
    });
  });

  test.each([
    ['http://example.test', 'no https'],
    ['https://127.0.0.1:9', 'nobody there'],
    ['https://192.168.1.1', 'a private address'],
    ['https://[fd00::1]', 'a private address'],
    ['https://169.254.169.254/latest', 'the address of a cloud’s secrets'],
    ['https://me:secret@example.test', 'a name and a password'],
    ['file:///etc/passwd', 'no web address'],
    ['not an address', 'no address'],
  ])('refuses %s: %s', async (issuer) => {
    expect(await refusalOf(company.connect({ issuer }))).toMatchObject({ code: 'auth.company_issuer' });
  });

  test('takes the password of the owner', async () => {
    const body = { issuer: server.issuer, clientId: 'x', clientSecret: 'y', domains: ['company.test'] };
    const connect = (given: object) =>
      app.call('POST /restaurant/connect-company', { body: { ...body, ...given } }, company.owner.token);
    expect(await refusalOf(connect({}))).toMatchObject({ fields: { password: { code: 'required' } } });
    expect(await refusalOf(connect({ password: 'not it' }))).toMatchObject({ code: 'auth.wrong_password' });
  });

  test('keeps trial and people with another secret, and neither with another client', async () => {
    await company.open();
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    await company.connect();
    expect((await read()).company).toMatchObject({ isOn: true, people: [{ userId: cook.userId, email: cook.email }] });
    const { clientSecret: _, ...unchanged } = { issuer: server.issuer, clientId: server.clientId, clientSecret: '' };
    const body = { ...unchanged, domains: [company.domain, 'second.test'], ...proof };
    await app.call('POST /restaurant/connect-company', { body }, company.owner.token);
    expect((await read()).company).toMatchObject({ isOn: true, domains: [company.domain, 'second.test'] });
    await company.connect({ clientId: 'another client' });
    expect((await read()).company).toMatchObject({ triedAt: null, isOn: false, people: [] });
    expect(await refusalOf(me(token))).toMatchObject(ended);
    const without = { ...body, clientId: 'yet another' };
    expect(
      await refusalOf(app.call('POST /restaurant/connect-company', { body: without }, company.owner.token)),
    ).toMatchObject({ fields: { clientSecret: { code: 'required' } } });
  });
});

test.each([
  ['https://login.example.com', 'production', true],
  ['https://login.example.com:8443/realms/kitchen', 'production', true],
  ['https://127.0.0.1', 'production', false],
  ['http://127.0.0.1:4000', 'production', false],
  ['http://localhost:4000', 'development', true],
  ['http://login.example.com', 'development', false],
  ['https://10.1.2.3', 'development', false],
  ['javascript:alert(1)', 'development', false],
] as const)('%s is called in %s mode: %s', (address, mode, isCalled) => {
  expect(mayCall(address, { mode })).toBe(isCalled);
});

describe('switching on', () => {
  test('waits for a trial, which says what people would meet', async () => {
    await company.connect();
    expect(await refusalOf(company.switchTo(true))).toMatchObject({ status: 409, code: 'auth.company_untried' });
    const owner = await company.hire('owner');
    expect(await company.tryAs(owner.subject)).toEqual({
      email: owner.email,
      isVerified: true,
      isInDomains: true,
      canCheck: true,
    });
    server.setRefreshing(false);
    server.join({ subject: owner.subject, email: 'me@elsewhere.test', isVerified: false });
    expect(await company.tryAs(owner.subject)).toEqual({
      email: 'me@elsewhere.test',
      isVerified: false,
      isInDomains: false,
      canCheck: false,
    });
    expect((await company.switchTo(true)).company).toMatchObject({ isOn: true, isRequired: false });
  });

  test('required, nobody but owners gets in without the company, and those who had are signed out', async () => {
    await company.open();
    const [cook, boss, guest] = [await company.hire(), await company.hire('owner'), await company.hire('manager')];
    const outside = `${guest.userId}@agency.test`;
    await app.db
      .updateTable('users')
      .set({ email: outside, email_key: outside })
      .where('id', '=', guest.userId)
      .execute();
    const linked = await company.linkAs(cook);
    expect((await signIn(cook.email)).user.email).toBe(cook.email);
    await company.switchTo(true, true);
    expect(await refusalOf(me(cook.token))).toMatchObject(ended);
    expect((await me(linked)).user.email).toBe(cook.email);
    expect(await refusalOf(signIn(cook.email))).toMatchObject({ status: 409, code: 'auth.company_required' });
    // Owners can always put things right; somebody of another company has no account at this one.
    expect((await signIn(boss.email)).role).toBe('owner');
    expect((await signIn(outside)).role).toBe('manager');
    await company.switchTo(true, false);
    expect((await signIn(cook.email)).user.email).toBe(cook.email);
  });

  test('required in one restaurant, a password still opens the other', async () => {
    const other = await makeCompany(app, server);
    await company.open();
    const cook = await company.hire();
    await other.employ(cook.userId, 'manager');
    await company.switchTo(true, true);
    const { restaurant, role } = await signIn(cook.email);
    expect({ id: restaurant?._id, role }).toEqual({ id: other.id, role: 'manager' });
  });

  test('races with sign-ins by password, and none of them outlives it', async () => {
    await company.open();
    const cook = await company.hire();
    const tries = Array.from({ length: 12 }, () =>
      signIn(cook.email).then(
        ({ token }) => token.token,
        () => null,
      ),
    );
    const [tokens] = await Promise.all([Promise.all(tries), company.switchTo(true, true)]);
    const open = await app.db.selectFrom('sessions').select('id').where('user_id', '=', cook.userId).execute();
    expect(tokens).toHaveLength(12);
    expect(open).toEqual([]);
  });

  test('off again, whoever signed in at the company is signed out and has their password', async () => {
    await company.open(true);
    const cook = await company.hire();
    const token = await company.linkAs(cook);
    await company.switchTo(false);
    expect(await refusalOf(me(token))).toMatchObject(ended);
    expect((await signIn(cook.email)).user.email).toBe(cook.email);
  });
});

test('a person who was invited where the company is required has an account, and no session', async () => {
  await company.open(true);
  const email = `new@${company.domain}`;
  await platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('restaurants').set({ owner_verified_at: new Date() }).where('id', '=', company.id).execute(),
  );
  await app.call('POST /staff/invite', { body: { email, role: 'staff' } }, company.owner.token);
  await expect.poll(() => app.mails.find(({ to }) => to === email)).toBeDefined();
  const token = /token=([\w-]+)/.exec(app.mails.findLast(({ to }) => to === email)!.text)![1]!;
  const person = { firstName: 'Noor', lastName: 'Aziz', password: 'violet anchor 47 lamps' };
  expect(await refusalOf(app.call('POST /auth/accept-invitation', { body: { token, ...person } }))).toMatchObject({
    code: 'auth.company_required',
  });
  server.join({ subject: 'noor', email, isVerified: true });
  expect(await refusalOf(company.finish(await company.goAs('noor')))).toMatchObject({
    code: 'auth.company_link_required',
  });
});

test('an unlinked person is signed out, and proves the account again', async () => {
  await company.open();
  const cook = await company.hire();
  const token = await company.linkAs(cook);
  const unlink = () =>
    app.call('POST /restaurant/unlink-company/:id', { params: { id: cook.userId }, body: proof }, company.owner.token);
  expect((await unlink()).company?.people).toEqual([]);
  expect(await refusalOf(me(token))).toMatchObject(ended);
  expect(await refusalOf(unlink())).toMatchObject({ status: 404 });
  server.join({ subject: 'their new account', email: cook.email, isVerified: true });
  expect((await me(await company.linkAs({ subject: 'their new account' }))).user.email).toBe(cook.email);
});

test('disconnecting ends what the company began, and leaves nothing of it', async () => {
  await company.open(true);
  const cook = await company.hire();
  const token = await company.linkAs(cook);
  const begun = await company.goAs(cook.subject);
  const answer = await app.call('POST /restaurant/disconnect-company', { body: proof }, company.owner.token);
  expect(answer.company).toBeNull();
  expect(await refusalOf(me(token))).toMatchObject(ended);
  expect(await refusalOf(company.finish(begun))).toMatchObject({ code: 'auth.company_refused' });
  const left = await platformTransaction(app.db, 'seed', async (tx) =>
    Promise.all(
      (['company_providers', 'company_links', 'company_sign_ins', 'company_sessions'] as const).map((table) =>
        tx.selectFrom(table).select('restaurant_id').where('restaurant_id', '=', company.id).execute(),
      ),
    ),
  );
  expect(left).toEqual([[], [], [], []]);
  const { entries } = await app.call('GET /audit/entries', { query: {} }, company.owner.token);
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('company.'))).toEqual([
    'company.disconnected',
    'company.switched',
    'company.connected',
  ]);
});
