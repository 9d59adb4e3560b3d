import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { type SignInApp, signUpForm, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { createPasswords } from './passwords/passwords.ts';

let database: Database;
let app: SignInApp;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startSignInApp(database.db);
});
afterAll(async () => {
  await closeBareServers();
  await database.close();
});

let made = 0;
const newEmail = () => `owner${made++}@signup.test`;
const newAddress = () => `10.1.${made++ % 250}.7`;
const signUp = (form: object, from = newAddress()) => app.call('POST /auth/signup', form, { from });

test('a sign-up creates a merchant, a restaurant in the currency of its country, its trial and a session', async () => {
  const email = newEmail();
  const { status, body } = await signUp(signUpForm(email));
  expect(status).toBe(200);
  expect(body).toEqual({
    token: { token: expect.stringMatching(/^[\w-]{43}$/) },
    user: { _id: expect.any(String), firstName: 'Layla', lastName: 'Haddad', email, userType: 'merchant' },
    restaurant: {
      _id: expect.any(String),
      name: 'Miller’s Café & Grill',
      slug: 'millers-cafe-and-grill',
      currency: 'AED',
      country: 'AE',
      chargeOptions: 'once',
      trialEndsAt: '2026-04-01T09:00:00.000Z',
      status: 'new',
      statusReason: '',
      offboarding: null,
      ownDomain: null,
      isOwnerVerified: true,
      hasTestPayments: false,
    },
    role: 'owner',
    outletIds: null,
  });
  const { token, ...account } = body as unknown as { token: { token: string }; restaurant: { _id: string } };
  const me = await app.call('GET /auth/me', undefined, { token: token.token });
  expect(me.body).toEqual(account);

  const counters = await platformTransaction(database.db, 'sign-up', (tx) =>
    tx.selectFrom('restaurant_counters').selectAll().execute(),
  );
  expect(counters).toContainEqual({ restaurant_id: account.restaurant._id, event_seq: 0, table_number: 0 });
});

test('restaurants of one name have different slugs, and none is a reserved word', async () => {
  const slugOf = async (restaurant: string) =>
    (await signUp({ ...signUpForm(newEmail()), restaurant })).body['restaurant']?.['slug'];
  const slugs = await Promise.all(Array.from({ length: 4 }, () => slugOf('Saffron House')));
  expect(new Set(slugs)).toEqual(new Set(['saffron-house', 'saffron-house-2', 'saffron-house-3', 'saffron-house-4']));
  expect(await slugOf('Dashboard')).toBe('dashboard-2');
  expect(await slugOf('Łódź & Ærø — Spice/Öl 24')).toBe('lodz-and-aero-spice-ol-24');
  expect(await slugOf('مَطعم النّور ٧')).toBe('matam-alnoor-7');
  expect(await slugOf('شاورما & Grill')).toBe('shawrma-and-grill');
  expect(await slugOf('برج خليفة')).toBe('barj-khalifa');
  expect(await slugOf('拉麵')).toBe('restaurant');
  expect(await slugOf('a'.repeat(100))).toBe('a'.repeat(52));
});

test.each([
  ['Kuwait', 'KWD', 'KW', ['KW']],
  ['GB', 'GBP', 'GB', ['GB']],
  ['Atlantis', 'AED', 'ZZ', null],
])('a restaurant in %s sells in %s, and texts codes to its own country', async (country, currency, code, countries) => {
  const { body } = await signUp({ ...signUpForm(newEmail()), country });
  expect(body['restaurant']).toMatchObject({ currency, country: code });
  const { code_countries } = await database.db
    .selectFrom('restaurants')
    .select('code_countries')
    .where('id', '=', body['restaurant']!['_id'])
    .executeTakeFirstOrThrow();
  expect(code_countries).toEqual(countries);
});

test('the number of outlets sent by older clients is stored as the present band, and unknown fields are dropped', async () => {
  const email = newEmail();
  const extra = { outlets: '2-5', userType: 'admin', role: 'admin', _id: 'x', disabledAt: null, trialEndsAt: null };
  const { status, body } = await signUp({ ...signUpForm(email), ...extra });
  expect(status).toBe(200);
  expect(body['user']).toMatchObject({ userType: 'merchant' });
  const rows = await database.db
    .selectFrom('restaurants')
    .select(['outlet_band', 'informer', 'country'])
    .where('id', '=', body['restaurant']!['_id'])
    .execute();
  expect(rows).toEqual([{ outlet_band: '2 - 5 outlets', informer: 'Friend', country: 'AE' }]);
});

test.each([
  ['firstName', { firstName: '  ' }, 'request.invalid'],
  ['email', { email: 'nobody' }, 'request.invalid'],
  ['outlets', { outlets: '3 outlets' }, 'request.invalid'],
  ['chatfoodInformer', { chatfoodInformer: undefined }, 'request.invalid'],
  ['countryCode', { countryCode: 'AE' }, 'request.invalid'],
  ['mobileNumber', { mobileNumber: '12' }, 'auth.invalid_phone'],
  ['mobileNumber', { countryCode: '+999' }, 'auth.invalid_phone'],
  ['password', { password: 'short 7' }, 'auth.weak_password'],
  ['password', { password: '😀😀😀😀😀😀😀' }, 'auth.weak_password'],
  ['password', { password: 'Password123!' }, 'auth.weak_password'],
  ['password', { password: 'millers-cafe-24' }, 'auth.weak_password'],
  ['password', { password: 'x'.repeat(64) + 'y'.repeat(65) }, 'auth.weak_password'],
])('an invalid %s is named: %j', async (field, wrong, code) => {
  const { status, body } = await signUp({ ...signUpForm(newEmail()), ...wrong });
  expect(status).toBe(400);
  expect(body.code).toBe(code);
  expect(Object.keys(body.fields ?? {})).toEqual([field]);
});

test('a password of 128 characters of any script counts in full', async () => {
  const email = newEmail();
  const password = Array.from('🥘 crème brûlée ŵ '.repeat(9)).slice(0, 128).join('');
  expect((await signUp({ ...signUpForm(email), password })).status).toBe(200);
  const from = newAddress();
  expect((await app.call('POST /auth/signin', { email, password }, { from })).status).toBe(200);
  expect(
    (await app.call('POST /auth/signin', { email, password: Array.from(password).slice(0, -1).join('') }, { from }))
      .status,
  ).toBe(401);
});

test('fifty parallel sign-ups with one email create one account', async () => {
  const unlimited = await startSignInApp(database.db, { rateLimits: false });
  const email = newEmail();
  const spellings = [email, email.toUpperCase(), email.replace('o', 'O')];
  const answers: { status: number; body: { code?: string } }[] = [];
  // Twenty-two at a time: more would be refused by the hashing, not by the email.
  for (let batch = 0; batch < 3; batch++) {
    const forms = Array.from({ length: 17 }, (_, n) => signUpForm(spellings[n % 3]!));
    answers.push(...(await Promise.all(forms.map((form) => unlimited.call('POST /auth/signup', form)))));
  }
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'auth.email_taken')).toHaveLength(50);
  const users = await database.db.selectFrom('users').select('id').where('email_key', '=', email).execute();
  expect(users).toHaveLength(1);
});

test('a person who works nowhere any more opens a restaurant of their own', async () => {
  const email = newEmail();
  const { body } = await signUp(signUpForm(email));
  expect((await signUp(signUpForm(email))).body.code).toBe('auth.email_taken');
  await platformTransaction(database.db, 'sign-up', (tx) =>
    tx
      .deleteFrom('memberships')
      .where('user_id', '=', body['user']!['_id'] as UserId)
      .execute(),
  );
  expect(await signUp(signUpForm(email))).toMatchObject({ status: 200, body: { role: 'owner', user: { email } } });
});

test('the sixth sign-up from an address within an hour waits, whatever `X-Forwarded-For` says', async () => {
  const from = newAddress();
  for (let n = 0; n < 5; n++) expect((await signUp(signUpForm(newEmail()), from)).status).toBe(200);
  app.pass(600);
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const sixth = await app.call('POST /auth/signup', signUpForm(newEmail()), { from, headers });
  expect(sixth).toMatchObject({
    status: 429,
    body: { code: 'auth.too_many_signups' },
    headers: { 'retry-after': '3000' },
  });
  expect(sixth.body.msg).toBe('Too many accounts were made from this address. Try again in 50 min.');
  expect((await signUp(signUpForm(newEmail()))).status).toBe(200);
  app.pass(3000);
  expect((await signUp(signUpForm(newEmail()), from)).status).toBe(200);
});

test('a stored hash has the configured cost', async () => {
  const real = await startSignInApp(database.db, { passwords: createPasswords() });
  const email = newEmail();
  await real.call('POST /auth/signup', signUpForm(email), { from: newAddress() });
  const { password_hash: hash } = await database.db
    .selectFrom('users')
    .select('password_hash')
    .where('email_key', '=', email)
    .executeTakeFirstOrThrow();
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
});

const noPages = { termsUrl: null, privacyUrl: null };

test('the terms of a sign-up name the pages that the platform has', async () => {
  const pages = { termsUrl: 'https://eat.example/terms', privacyUrl: 'https://eat.example/privacy' };
  const legal = await startSignInApp(database.db, { config: pages });
  expect((await legal.call('GET /auth/signup-terms')).body).toEqual({ trialDays: 30, ...pages });
});

test('without a trial a restaurant has none', async () => {
  const free = await startSignInApp(database.db, { config: { trialDays: 0 } });
  const { body } = await free.call('POST /auth/signup', signUpForm(newEmail()), { from: newAddress() });
  expect(body['restaurant']).toMatchObject({ trialEndsAt: null });
  expect((await free.call('GET /auth/signup-terms')).body).toEqual({ trialDays: 0, ...noPages });
  expect((await app.call('GET /auth/signup-terms')).body).toEqual({ trialDays: 30, ...noPages });
});
