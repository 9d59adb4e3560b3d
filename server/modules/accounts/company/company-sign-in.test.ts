/** Signing in at a company's provider (decision 81): the ways in, and those that are no way in. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { actionsOf } from '#server/test/data/actions-of.ts';
import { type Company, makeCompany } from '#server/test/data/company.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type CompanyServer, startCompanyProvider } from '#server/test/servers/company-provider.ts';

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
  server.tamper(null);
  server.setDown(false);
  company = await makeCompany(app, server);
  await company.open();
});

const refused = { code: 'auth.company_refused' };
const me = (token: string) => app.call('GET /auth/me', {}, token);

/** Has a link mailed to the person. @returns its token */
async function linkFor(email: string): Promise<string> {
  const sent = app.mails.length;
  await app.call('POST /auth/mail-company-link', { body: { email } });
  await expect.poll(() => app.mails.slice(sent).find(({ to }) => to === email)).toBeDefined();
  return /login\/company\?token=([\w-]+)/.exec(app.mails.findLast(({ to }) => to === email)!.text)![1]!;
}

describe('the first time', () => {
  test('takes the password of the account once, tells the person by mail, and is in the audit log', async () => {
    const cook = await company.hire();
    const back = await company.goAs(cook.subject);
    const asked = await refusalOf(company.finish(back));
    expect(asked).toMatchObject({
      status: 401,
      code: 'auth.company_link_required',
      details: { email: cook.email, challenge: expect.any(String) as string },
    });
    const { restaurantId, browserKey } = back;
    const given = { restaurantId, browserKey, challenge: String(asked.details!['challenge']) };
    const link = (password: string, change = {}) =>
      app.call('POST /auth/link-company', { body: { ...given, password, ...change } });
    expect(await refusalOf(link('not the password'))).toMatchObject({ code: 'auth.wrong_password' });
    expect(await refusalOf(link(ownersPassword, { browserKey: 'another browser' }))).toMatchObject({
      code: 'auth.company_link_over',
    });
    const { token, user, role, restaurant } = await link(ownersPassword);
    expect({ email: user.email, role, id: restaurant?._id }).toEqual({
      email: cook.email,
      role: 'staff',
      id: company.id,
    });
    expect((await me(token.token)).user.email).toBe(cook.email);
    expect(await refusalOf(link(ownersPassword))).toMatchObject({ code: 'auth.company_link_over' });
    await expect.poll(() => app.mails.findLast(({ to }) => to === cook.email)?.subject).toContain('Your company logs');
    expect((await actionsOf(app.db, cook.email)).slice(-2)).toEqual([
      ['account.company_linked', {}],
      ['account.signed_in', { with: 'company', device: 'unknown' }],
    ]);
    // From then on the company is enough.
    expect((await me(await company.signInAs(cook))).user.email).toBe(cook.email);
  });

  test('takes the mailed link instead, which works once and only for its own person', async () => {
    const [cook, waiter] = [await company.hire(), await company.hire()];
    const token = await linkFor(cook.email);
    const { token: session } = await company.finish(await company.goAs(cook.subject, { token }));
    expect((await me(session.token)).user.email).toBe(cook.email);
    expect(await refusalOf(company.begin({ token }))).toMatchObject({ code: 'auth.company_link_over' });
    // Somebody else at the provider proves nothing with the cook's link.
    const again = await linkFor(cook.email);
    expect(await refusalOf(company.finish(await company.goAs(waiter.subject, { token: again })))).toMatchObject({
      code: 'auth.company_link_required',
    });
    const late = await linkFor(cook.email);
    app.clock.advance(limits.companyLinkSeconds * 1000);
    expect(await refusalOf(company.begin({ token: late }))).toMatchObject({ code: 'auth.company_link_over' });
  });

  test('takes a mailed link again after a way back on which the provider was down', async () => {
    const cook = await company.hire();
    const token = await linkFor(cook.email);
    const back = await company.goAs(cook.subject, { token });
    server.setDown(true);
    expect(await refusalOf(company.finish(back))).toMatchObject({ code: 'auth.company_unavailable' });
    server.setDown(false);
    const { user } = await company.finish(await company.goAs(cook.subject, { token }));
    expect(user.email).toBe(cook.email);
    expect(await refusalOf(company.begin({ token }))).toMatchObject({ code: 'auth.company_link_over' });
  });

  test('takes a mailed link once, also where two browsers left with it', async () => {
    const cook = await company.hire();
    const token = await linkFor(cook.email);
    const first = await company.goAs(cook.subject, { token });
    server.join({ subject: 'somebody else', email: cook.email, isVerified: true });
    const second = await company.goAs('somebody else', { token });
    expect((await company.finish(first)).user.email).toBe(cook.email);
    expect(await refusalOf(company.finish(second))).toMatchObject({ code: 'auth.company_other_account' });
    // A person who is linked already uses it up as well: it would prove the account again after they are parted.
    const again = await linkFor(cook.email);
    await company.finish(await company.goAs(cook.subject, { token: again }));
    expect(await refusalOf(company.begin({ token: again }))).toMatchObject({ code: 'auth.company_link_over' });
  });

  test('a mail goes to nobody whom no company vouches for, and the answer is the same', async () => {
    const sent = app.mails.length;
    const known = await company.hire();
    const answers = await Promise.all(
      [known.email, `nobody@${company.domain}`].map((email) =>
        app.call('POST /auth/mail-company-link', { body: { email } }),
      ),
    );
    expect(answers[0]).toEqual(answers[1]);
    await expect.poll(() => app.mails.slice(sent).map(({ to }) => to)).toEqual([known.email]);
  });

  test.each<[string, { isVerified?: boolean; email?: string | null }, string]>([
    ['whose email the company has not confirmed', { isVerified: false }, 'auth.company_email'],
    ['with an email of another domain', { email: 'cook@elsewhere.test' }, 'auth.company_email'],
    ['who was not invited', { email: null }, 'auth.company_unknown_person'],
  ])('refuses somebody %s', async (_, change, code) => {
    const cook = await company.hire();
    const email = change.email === null ? `stranger@${company.domain}` : (change.email ?? cook.email);
    server.join({ subject: cook.subject, email, isVerified: change.isVerified ?? true });
    expect(await refusalOf(company.finish(await company.goAs(cook.subject)))).toMatchObject({ code });
  });

  test('another account with the same email is not the person who was linked', async () => {
    const cook = await company.hire();
    await company.linkAs(cook);
    server.join({ subject: 'somebody new', email: cook.email, isVerified: true });
    expect(await refusalOf(company.finish(await company.goAs('somebody new')))).toMatchObject({
      status: 409,
      code: 'auth.company_other_account',
    });
    // The one who was linked stays linked, whatever email they have by now.
    server.join({ subject: cook.subject, email: 'married@elsewhere.test', isVerified: false });
    expect((await me(await company.signInAs(cook))).user.email).toBe(cook.email);
  });
});

describe('the way there', () => {
  const find = (body: { restaurantId?: RestaurantId; token?: string }) => app.call('POST /auth/find-company', { body });

  test('names the restaurant and the host of its provider first, and uses no mailed link up', async () => {
    const cook = await company.hire();
    const named = { restaurant: company.name, host: new URL(server.issuer).host };
    expect(await find({ restaurantId: company.id })).toEqual(named);
    const token = await linkFor(cook.email);
    expect(await find({ token })).toEqual(named);
    expect(await find({ token })).toEqual(named);
    expect((await company.finish(await company.goAs(cook.subject, { token }))).user.email).toBe(cook.email);
    expect(await refusalOf(find({ token }))).toMatchObject({ code: 'auth.company_link_over' });
  });

  test('names none where the company is off, or nobody says which', async () => {
    await company.switchTo(false);
    expect(await refusalOf(find({ restaurantId: company.id }))).toMatchObject({ code: 'auth.company_off' });
    expect(await refusalOf(find({}))).toMatchObject({ code: 'auth.company_off' });
  });
});

describe('the way back', () => {
  test('is good once, also for many at the same time', async () => {
    const cook = await company.hire();
    await company.linkAs(cook);
    const back = await company.goAs(cook.subject);
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => company.finish(back)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(company.finish(back))).toMatchObject(refused);
  });

  test('is that of the browser that went, and of nobody who has seen its address', async () => {
    const cook = await company.hire();
    await company.linkAs(cook);
    const back = await company.goAs(cook.subject);
    const thief = await company.begin();
    expect(await refusalOf(company.finish({ ...back, browserKey: thief.browserKey }))).toMatchObject(refused);
    // The thief has not used it up either.
    expect((await company.finish(back)).user.email).toBe(cook.email);
  });

  test('is over after ten minutes', async () => {
    const cook = await company.hire();
    await company.linkAs(cook);
    const back = await company.goAs(cook.subject);
    app.clock.advance(limits.companySignInSeconds * 1000);
    expect(await refusalOf(company.finish(back))).toMatchObject(refused);
  });

  test.each<[string, Parameters<CompanyServer['tamper']>[0]]>([
    ['with another nonce', (claims) => ({ claims: { ...claims, nonce: 'another one' } })],
    ['for another client', (claims) => ({ claims: { ...claims, aud: 'another client' } })],
    [
      'for several clients, and made for another',
      (claims) => ({ claims: { ...claims, aud: ['order-manager', 'other'], azp: 'other' } }),
    ],
    ['of another issuer', (claims) => ({ claims: { ...claims, iss: 'https://evil.test' } })],
    ['that is over', (claims) => ({ claims: { ...claims, exp: Math.floor(Date.now() / 1000) - 600 } })],
    ['signed with a key of somebody else', (claims) => ({ claims, hasOtherKey: true })],
    ['without a signature', (claims) => ({ claims, header: { alg: 'none' } })],
    ['signed with the secret instead of the key', (claims) => ({ claims, header: { alg: 'HS256' } })],
  ])('is refused with an ID token %s', async (_, change) => {
    const cook = await company.hire();
    await company.linkAs(cook);
    server.tamper(change);
    expect(await refusalOf(company.finish(await company.goAs(cook.subject)))).toMatchObject(refused);
    server.tamper(null);
    expect((await me(await company.signInAs(cook))).user.email).toBe(cook.email);
  });

  test('is refused when another provider has sent the browser, or none names itself', async () => {
    const cook = await company.hire();
    await company.linkAs(cook);
    const mixedUp = await company.goAs(cook.subject);
    expect(await refusalOf(company.finish({ ...mixedUp, iss: 'https://evil.test' }))).toMatchObject(refused);
    const { iss: _, ...unnamed } = await company.goAs(cook.subject);
    expect(await refusalOf(company.finish(unnamed))).toMatchObject(refused);
    const denied = await company.goAs(cook.subject);
    expect(await refusalOf(company.finish({ ...denied, error: 'access_denied' }))).toMatchObject(refused);
  });

  test('is refused at another restaurant than the one where it began', async () => {
    const other = await makeCompany(app, server);
    await other.open();
    const cook = await company.hire();
    await company.linkAs(cook);
    await other.employ(cook.userId);
    const back = await company.goAs(cook.subject);
    expect(await refusalOf(company.finish({ ...back, restaurantId: other.id }))).toMatchObject(refused);
  });
});

test('a company opens its own restaurant alone to a person who works in two', async () => {
  const other = await makeCompany(app, server);
  await other.open();
  // The other restaurant's company vouches for emails of the first one's domain, which its owner may have typed.
  await other.connect({ domains: [company.domain] });
  const cook = await company.hire();
  await other.employ(cook.userId, 'manager');
  const token = await company.linkAs(cook);
  const opened = await me(token);
  expect({ id: opened.restaurant?._id, role: opened.role }).toEqual({ id: company.id, role: 'staff' });
  // A link is one restaurant's: the other one asks for the account's password first.
  expect(await refusalOf(other.finish(await other.goAs(cook.subject)))).toMatchObject({
    code: 'auth.company_link_required',
  });
  const elsewhere = await me(await other.linkAs(cook));
  expect({ id: elsewhere.restaurant?._id, role: elsewhere.role }).toEqual({ id: other.id, role: 'manager' });
  // Passkeys belong to the person, and so to all their restaurants, takes the password, which no company has.
  expect(await refusalOf(app.call('POST /auth/begin-passkey', { body: {} }, token))).toMatchObject({
    code: 'request.invalid',
  });
});

test('a provider that is down is told as such, and lets nobody in', async () => {
  const cook = await company.hire();
  await company.linkAs(cook);
  const back = await company.goAs(cook.subject);
  server.setDown(true);
  expect(await refusalOf(company.finish(back))).toMatchObject({ code: 'auth.company_unavailable' });
  server.setDown(false);
  await company.switchTo(false);
  expect(await refusalOf(company.begin())).toMatchObject({ code: 'auth.company_off' });
});
