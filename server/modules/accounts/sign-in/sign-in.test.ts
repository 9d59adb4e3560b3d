import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import {
  type Answer,
  cheapPasswords,
  type SignInApp,
  signUpForm,
  startSignInApp,
} from '#server/test/servers/sign-in-app.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { createAdmin } from '../create-admin.ts';
import { createPasswords, type Passwords } from '../passwords/passwords.ts';
import { findUserByEmail, setDisabled } from '../queries.ts';

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
const newAddress = () => `10.2.${Math.floor(made / 200)}.${made++ % 200}`;
const { password } = signUpForm('');

/** The email of a new account that no address is known for. */
async function newOwner(): Promise<string> {
  const email = `owner${made++}@signin.test`;
  await app.call('POST /auth/signup', signUpForm(email), { from: newAddress() });
  return email;
}

const signIn = (email: string, word: string, from: string, headers: Record<string, string> = {}) =>
  app.call('POST /auth/signin', { email, password: word }, { from, headers });
const tokenOf = ({ body }: { body: object }) => (body as { token: { token: string } }).token.token;

test('each sign-in is a separate session; logging out ends one at once and leaves the others', async () => {
  const email = await newOwner();
  const from = newAddress();
  const [one, other] = [await signIn(` ${email.toUpperCase()} `, password, from), await signIn(email, password, from)];
  expect(one.status).toBe(200);
  expect(one.body).toMatchObject({
    user: { email, userType: 'merchant' },
    restaurant: { currency: 'AED' },
    role: 'owner',
  });
  expect(tokenOf(other)).not.toBe(tokenOf(one));

  const me = (answer: { body: object }) => app.call('GET /auth/me', undefined, { token: tokenOf(answer) });
  expect((await me(one)).status).toBe(200);
  expect(await app.call('POST /auth/signout', undefined, { token: tokenOf(one) })).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(await me(one)).toMatchObject({ status: 401, body: { msg: 'Login is required' } });
  expect((await app.call('POST /auth/signout', undefined, { token: tokenOf(one) })).status).toBe(401);
  expect((await me(other)).status).toBe(200);
});

test('an unknown email and a wrong password are answered byte for byte alike', async () => {
  const email = await newOwner();
  const ids = { 'x-request-id': 'the-same-one' };
  const wrong = await signIn(email, 'not the password', newAddress(), ids);
  const unknown = await signIn('nobody@signin.test', 'not the password', newAddress(), ids);
  expect(wrong).toMatchObject({ status: 401, body: { msg: 'The email or the password is wrong.' } });
  expect(JSON.stringify(unknown.body)).toBe(JSON.stringify(wrong.body));
  const { date: _, ...headers } = wrong.headers;
  expect(unknown.headers).toMatchObject(headers);
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
});

test('an admin signs in without a restaurant', async () => {
  const admin = { email: 'Admin@signin.test', password: 'quiet copper 81 doors', firstName: 'Ada', lastName: 'Min' };
  const id = await createAdmin(database.db, cheapPasswords(), admin, app.clock());
  // The second factor is tested in second-factor.test.ts.
  await database.db.updateTable('users').set({ is_demo: true }).where('id', '=', id).execute();
  const { body } = await signIn('admin@signin.test', admin.password, newAddress());
  expect(body).toEqual({
    token: { token: expect.any(String) },
    user: { _id: expect.any(String), firstName: 'Ada', lastName: 'Min', email: 'Admin@signin.test', userType: 'admin' },
  });
  await expect(createAdmin(database.db, cheapPasswords(), admin, app.clock())).rejects.toMatchObject({
    code: 'auth.email_taken',
  });
});

test('a disabled user is answered like a wrong password, a merchant without a restaurant is forbidden', async () => {
  const [disabled, homeless] = [await newOwner(), await newOwner()];
  const { db } = database;
  await db.updateTable('users').set({ disabled_at: app.clock() }).where('email_key', '=', disabled).execute();
  const user = db.selectFrom('users').select('id').where('email_key', '=', homeless);
  await platformTransaction(db, 'sign-up', (tx) => tx.deleteFrom('memberships').where('user_id', '=', user).execute());
  expect((await signIn(disabled, password, newAddress())).body.code).toBe('auth.wrong_credentials');
  expect((await signIn(homeless, password, newAddress())).body.code).toBe('auth.forbidden');
});

test('a sign-in that was checked before the user was disabled begins no session after it (R10)', async () => {
  const email = await newOwner();
  const { id } = (await findUserByEmail(database.db, email))!;
  const before = await countSessions(id);
  const answers: Promise<Answer>[] = [];
  await platformTransaction(database.db, 'administration', async (tx) => {
    await setDisabled(tx, id, 'A stolen telephone', app.clock());
    answers.push(signIn(email, password, newAddress()));
    await expect.poll(() => countWaiting(database.db)).toBe(1);
  });
  expect(await answers[0]).toMatchObject({ status: 401, body: { code: 'auth.wrong_credentials' } });
  expect(await countSessions(id)).toBe(before);
});

async function countSessions(userId: UserId): Promise<number> {
  return (await database.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).length;
}

test('a sign-in renews a hash that costs too little', async () => {
  const email = await newOwner();
  const dearer = await startSignInApp(database.db, { passwords: createPasswords({ memoryKib: 128, passes: 2 }) });
  const hash = async () =>
    (await database.db.selectFrom('users').select('password_hash').where('email_key', '=', email).executeTakeFirst())
      ?.password_hash;
  expect(await hash()).toContain('m=64,t=1');
  expect((await dearer.call('POST /auth/signin', { email, password }, { from: newAddress() })).status).toBe(200);
  const renewed = await hash();
  expect(renewed).toContain('m=128,t=2');
  expect((await signIn(email, password, newAddress())).status).toBe(200);
  expect(await hash()).toBe(renewed);
});

test('ten wrong guesses at an account from one address block that pair for a quarter of an hour', async () => {
  const email = await newOwner();
  const from = newAddress();
  for (let n = 0; n < 10; n++) expect((await signIn(email, `guess ${n}`, from)).status).toBe(401);
  app.pass(60);
  const eleventh = await signIn(email, password, from, {
    'x-forwarded-for': '203.0.113.4',
    forwarded: 'for=203.0.113.4',
  });
  expect(eleventh).toMatchObject({
    status: 429,
    body: { code: 'auth.too_many_tries' },
    headers: { 'retry-after': '840' },
  });
  expect(eleventh.body.msg).toBe('Too many sign-in tries. Try again in 14 min.');
  // A restart forgets nothing.
  const restarted = await startSignInApp(database.db);
  restarted.pass((app.clock().getTime() - restarted.clock().getTime()) / 1000);
  expect((await restarted.call('POST /auth/signin', { email, password }, { from })).status).toBe(429);
  expect((await signIn(email, password, newAddress())).status).toBe(200);
  app.pass(840);
  expect((await signIn(email, password, from)).status).toBe(200);
});

test('thirty wrong guesses from one address at any accounts block that address; right ones do not count', async () => {
  const email = await newOwner();
  const from = newAddress();
  for (let n = 0; n < 12; n++) expect((await signIn(email, password, from)).status).toBe(200);
  for (let n = 0; n < 30; n++) expect((await signIn(`guess${n}@signin.test`, 'a guess', from)).status).toBe(401);
  expect((await signIn('guess30@signin.test', 'a guess', from)).status).toBe(429);
  expect((await signIn(email, password, from)).status).toBe(429);
});

test('a hundred of a thousand guesses from fifty addresses are checked, and the owner gets in all the while', async () => {
  const email = await newOwner();
  const home = newAddress();
  expect((await signIn(email, password, home)).status).toBe(200);

  const real = cheapPasswords();
  let looked = 0;
  const counting: Passwords = {
    ...real,
    verify: async (hash, word, isTrusted) => {
      const isRight = await real.verify(hash, word, isTrusted);
      if (word.startsWith('guess')) looked++;
      return isRight;
    },
  };
  const attacked = await startSignInApp(database.db, { passwords: counting });
  attacked.pass((app.clock().getTime() - attacked.clock().getTime()) / 1000);
  const tryFrom = (word: string, from: string, headers = {}) =>
    attacked.call('POST /auth/signin', { email, password: word }, { from, headers });
  const attack = async (address: number) => {
    for (let n = 0; n < 20; n++) {
      const headers = { 'x-forwarded-for': `198.51.100.${(address * 20 + n) % 250}` };
      const { status } = await tryFrom(`guess ${address} ${n}`, `127.0.1.${address}`, headers);
      expect([401, 429, 503]).toContain(status);
    }
  };
  const attacks = Promise.all(Array.from({ length: 50 }, (_, address) => attack(address)));
  for (let n = 0; n < 5; n++) {
    const started = performance.now();
    expect((await tryFrom(password, home)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(2_000 * slowness());
  }
  await attacks;
  expect(looked).toBeLessThanOrEqual(100);

  // An address that never signed in is now refused even with the right password; the owner's is not.
  attacked.pass(16 * 60);
  for (let address = 0; (await tryFrom('guess more', `127.0.2.${address}`)).status !== 429; address++);
  expect(looked).toBe(100);
  expect((await tryFrom(password, newAddress())).body.code).toBe('auth.too_many_tries');
  expect((await tryFrom(password, home)).status).toBe(200);
  attacked.pass(29 * 24 * 3600);
  expect((await tryFrom(password, home)).status).toBe(200);
});

test('RATE_LIMITS=off counts nothing', async () => {
  const email = await newOwner();
  const unlimited = await startSignInApp(database.db, { rateLimits: false });
  for (let n = 0; n < 12; n++) {
    expect((await unlimited.call('POST /auth/signin', { email, password: 'a guess' })).status).toBe(401);
  }
});
