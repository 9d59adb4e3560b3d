/** An owner's email is confirmed in production before their restaurant takes orders, sends codes and invites people. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { deliveryOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeAdmin, makeCustomer, makeOwner, makeRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';
import { signUpForm } from '#server/test/servers/sign-in-app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { insertUser } from '../queries.ts';
import { noteEmailProved } from './verify-email.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ config: { mode: 'production', rateLimits: true } });
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(new Date()));
const call: TestApp['call'] = (route, input, token) => app.call(route, input, token);

/** A restaurant that could take orders, but for its owner's email. */
async function unverified() {
  const made = await makeRestaurant(app.db);
  const owner = await makeOwner(app.db, made.id);
  await app.db.updateTable('restaurants').set({ owner_verified_at: null }).where('id', '=', made.id).execute();
  return { made, owner, email: `${owner.userId}@user.test` };
}

const mailsTo = (email: string) => app.mails.filter(({ to, text }) => to === email && text.includes('/verify-email'));

async function tokenMailedTo(email: string, earlier = 0): Promise<string> {
  await expect.poll(() => mailsTo(email).length).toBeGreaterThan(earlier);
  return /verify-email\?token=([\w-]{43})/.exec(mailsTo(email).at(-1)!.text)![1]!;
}

const isVerified = async (token: string) => (await call('GET /auth/me', {}, token)).restaurant!.isOwnerVerified;
const verify = (token: string) => call('POST /auth/verify-email', { body: { token } });
const resend = (token: string) => call('POST /auth/resend-verification', {}, token);

test('a sign-up mails a link that opens the restaurant once, and is stored as a hash', async () => {
  const email = 'layla@verify.test';
  const { token, restaurant } = await call('POST /auth/signup', { body: signUpForm(email) as never });
  expect(restaurant!.isOwnerVerified).toBe(false);
  const link = await tokenMailedTo(email);
  expect(mailsTo(email)[0]!.subject).toBe('Confirm your email');
  const rows = await app.db.selectFrom('email_verifications').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(link);

  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(link).then(({ msg }) => msg, refusalCode)));
  expect(answers.filter((answer) => answer === 'Your email is confirmed')).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set(['Your email is confirmed', 'auth.verify_link_invalid']));
  expect(await isVerified(token.token)).toBe(true);
  const { entries } = await call('GET /audit/entries', { query: {} }, token.token);
  expect(entries.map(({ action, subject, actor }) => [action, subject, actor.name])).toEqual([
    ['account.email_verified', email, 'Layla Haddad'],
  ]);
  expect(await refusalOf(resend(token.token))).toMatchObject({ status: 409, code: 'auth.email_verified' });
});

const refusalCode = async (error: unknown) => (await refusalOf(Promise.reject(error))).code;

test('before it nothing is ordered, no code is sent and nobody is invited; after it all of it works', async () => {
  const { made, owner, email } = await unverified();
  const guest = await makeCustomer(app.db, made.id);
  const order = () =>
    call(
      'POST /order/create-order',
      { body: deliveryOrder(made, [{ itemId: made.items.special, quantity: 1 }], 49.1) },
      guest.token,
    );
  const number = '+971501112233';
  const askForCode = () => call('POST /auth/sent-otp', { body: { restaurantName: made.slug, number } });
  const invite = () =>
    call('POST /staff/invite', { body: { email: `new.${made.canary}@example.test`, role: 'staff' } }, owner.token);
  const openDays = async () =>
    (await call('GET /site/:slug', { params: { slug: made.slug } })).outlets[0]!.modes.pickup.openingHours.filter(
      ({ open }) => open,
    ).length;

  const blocking = async () =>
    (await call('GET /menu/check', {}, owner.token)).findings
      .filter(({ severity }) => severity === 'blocks')
      .map(({ code }) => code);
  const admin = (await makeAdmin(app.db)).token;
  const isVerifiedToAdmins = async () =>
    (await call('GET /admin/get-restaurants', {}, admin)).restaurants.find(({ _id }) => _id === made.id)!
      .isOwnerVerified;

  expect(await refusalOf(order())).toMatchObject({ status: 409, code: 'order.outlet_closed' });
  expect(await refusalOf(askForCode())).toMatchObject({ status: 409, code: 'code.restaurant_not_open' });
  expect(await refusalOf(invite())).toMatchObject({ status: 409, code: 'auth.email_unverified' });
  expect(await openDays()).toBe(0);
  expect(app.sms.filter(({ to }) => to === number)).toEqual([]);
  expect(await blocking()).toEqual(['restaurant.email_unverified']);
  expect(await isVerifiedToAdmins()).toBe(false);

  await resend(owner.token);
  await verify(await tokenMailedTo(email));
  await order();
  await askForCode();
  await invite();
  await expect.poll(openDays).toBe(7);
  expect(await blocking()).toEqual([]);
  expect(await isVerifiedToAdmins()).toBe(true);
});

test('a new link voids the one before, and none works after a day', async () => {
  const { owner, email } = await unverified();
  await resend(owner.token);
  const first = await tokenMailedTo(email);
  await resend(owner.token);
  const second = await tokenMailedTo(email, 1);
  expect(await refusalOf(verify(first))).toMatchObject({ status: 400, code: 'auth.verify_link_invalid' });
  app.clock.advance(24 * 3_600_000);
  expect(await refusalOf(verify(second))).toMatchObject({ status: 400, code: 'auth.verify_link_invalid' });
  app.clock.advance(-24 * 3_600_000);
  expect(await isVerified(owner.token)).toBe(false);
});

test('four mails go out in an hour, corrections included', async () => {
  const { owner, email } = await unverified();
  for (let n = 0; n < 3; n++) await resend(owner.token);
  await call('POST /auth/change-email', { body: { email: `four.${email}`, password: ownersPassword } }, owner.token);
  expect(await refusalOf(resend(owner.token))).toMatchObject({ status: 429, code: 'rate.limited' });
  app.clock.advance(3_600_000);
  await resend(owner.token);
});

test('a slip in the address is corrected with the password, and the old link is void', async () => {
  const { owner, email } = await unverified();
  const right = `right.${email}`;
  const change = (body: { email: string; password: string }) => call('POST /auth/change-email', { body }, owner.token);
  await resend(owner.token);
  const old = await tokenMailedTo(email);
  expect(await refusalOf(change({ email: right, password: 'a guess' }))).toMatchObject({ code: 'auth.wrong_password' });
  const taken = `${(await unverified()).owner.userId}@USER.test`;
  expect(await refusalOf(change({ email: taken, password: ownersPassword }))).toMatchObject({
    code: 'auth.email_taken',
    fields: { email: { code: 'account.email_taken' } },
  });
  await change({ email: ` ${right} `.trim(), password: ownersPassword });
  expect((await call('GET /auth/me', {}, owner.token)).user.email).toBe(right);
  expect(await refusalOf(verify(old))).toMatchObject({ code: 'auth.verify_link_invalid' });
  await verify(await tokenMailedTo(right));
  expect(await isVerified(owner.token)).toBe(true);
  expect(await refusalOf(change({ email, password: ownersPassword }))).toMatchObject({ code: 'auth.email_verified' });
  const { token } = await call('POST /auth/signin', { body: { email: right, password: ownersPassword } });
  expect(await isVerified(token.token)).toBe(true);
});

test('an email that another account takes at the same moment is refused', async () => {
  const { owner, email } = await unverified();
  const taken = `taken.${email}`;
  const { change } = await platformTransaction(app.db, 'sign-up', async (tx) => {
    const name = { firstName: 'Layla', lastName: 'Haddad', countryCode: '', mobileNumber: '' };
    await insertUser(tx, { ...name, email: taken, passwordHash: '', userType: 'merchant' }, app.clock.now());
    const body = { email: taken, password: ownersPassword };
    const refused = refusalOf(call('POST /auth/change-email', { body }, owner.token));
    await expect.poll(() => countWaiting(tx)).toBe(1);
    return { change: refused };
  });
  expect(await change).toMatchObject({ code: 'auth.email_taken' });
  expect((await call('GET /auth/me', {}, owner.token)).user.email).toBe(email);
});

test('an email that is confirmed while it is being corrected stays as it was confirmed', async () => {
  const { owner, email } = await unverified();
  await resend(owner.token);
  const body = { email: `other.${email}`, password: ownersPassword };
  let changing: Promise<unknown> | undefined;
  await platformTransaction(app.db, 'sign-in', async (tx) => {
    await noteEmailProved(tx, owner.userId, 'the link is followed', app.clock.now());
    changing = refusalOf(call('POST /auth/change-email', { body }, owner.token));
    await expect.poll(() => countWaiting(app.db)).toBe(1);
  });
  expect(await changing).toMatchObject({ status: 409, code: 'auth.email_verified' });
  const { user, restaurant } = await call('GET /auth/me', {}, owner.token);
  expect([user.email, restaurant!.isOwnerVerified]).toEqual([email, true]);
});

test('a mailed link to choose a new password proves the email as well', async () => {
  const { owner, email } = await unverified();
  await call('POST /auth/forgot-password', { body: { email } });
  await expect.poll(() => app.mails.some(({ to }) => to === email)).toBe(true);
  const reset = /token=([\w-]+)/.exec(app.mails.findLast(({ to }) => to === email)!.text)![1]!;
  const form = { email, token: reset, password: 'quiet copper 81 doors', confirmPassword: 'quiet copper 81 doors' };
  await call('POST /auth/recover-password', { body: form });
  const restaurants = await platformTransaction(app.db, 'sign-in', (tx) =>
    tx
      .selectFrom('restaurants')
      .innerJoin('memberships', 'memberships.restaurant_id', 'restaurants.id')
      .select('owner_verified_at')
      .where('user_id', '=', owner.userId)
      .execute(),
  );
  expect(restaurants).toEqual([{ owner_verified_at: expect.any(Date) }]);
});
