/** The first second factor of an admin in production mode: a one-time token of the command line, never the password alone. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { type Answer, cheapPasswords, type SignInApp, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { createAdmin } from '../create-admin.ts';
import { disableDemo, listOpenAccounts } from '../demo-accounts.ts';
import { createFactorToken } from './factor-tokens.ts';

let database: Database;
let app: SignInApp;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startSignInApp(database.db, { config: { mode: 'production' } });
});
afterAll(async () => {
  await closeBareServers();
  await database.close();
});

const password = 'quiet copper 81 doors';
let made = 0;
const challengeOf = ({ body }: Answer) => (body as unknown as { details: { challenge: string } }).details.challenge;

async function newAdmin(): Promise<string> {
  const email = `admin${made++}@token.test`;
  await createAdmin(database.db, cheapPasswords(), { email, password, firstName: 'Ada', lastName: 'Min' }, app.clock());
  return email;
}

async function newToken(email: string): Promise<string> {
  const made = await createFactorToken(database.db, email, app.clock());
  if (typeof made === 'string') throw new Error(made);
  return made.token;
}

async function signIn(email: string, on = app): Promise<{ challenge: string; from: string }> {
  const from = `10.7.0.${made++}`;
  return { challenge: challengeOf(await on.call('POST /auth/signin', { email, password }, { from })), from };
}

const setUp = ({ challenge, from }: { challenge: string; from: string }, setUpToken?: string, on = app) =>
  on.call('POST /auth/signin-set-up', { challenge, setUpToken }, { from });

function appCode({ body }: Answer): string {
  const { secret } = body as unknown as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: app.clock().getTime() });
}

async function confirm({ challenge, from }: { challenge: string; from: string }, begun: Answer): Promise<Answer> {
  return app.call('POST /auth/signin-confirm', { challenge, code: appCode(begun) }, { from });
}

const problemOf = (email: string) =>
  `The admin ${email} has no second factor that was set up with a token of the command line: npm run cli -- admin:token --email ${email}`;
const problemsWith = async (email: string) =>
  (await listOpenAccounts(database.db)).filter((problem) => problem.includes(email));

test('the password alone sets nothing up: a token is asked for, works once, and a start accepts its factor alone', async () => {
  const email = await newAdmin();
  expect(await problemsWith(email)).toEqual([problemOf(email)]);
  const half = await signIn(email);
  const refused = { status: 401, body: { code: 'auth.set_up_token' } };
  expect(await setUp(half)).toMatchObject(refused);
  expect(await setUp(half, 'a token that nobody printed')).toMatchObject(refused);
  const replaced = await newToken(email);
  const token = await newToken(email);
  expect(await setUp(half, replaced)).toMatchObject(refused);
  expect(await setUp(half, await newToken(await newAdmin()))).toMatchObject(refused);
  // An account that waits for a token is closed to everybody else.
  expect(await problemsWith(email)).toEqual([]);
  const begun = await setUp(half, token);
  expect(await confirm(half, begun)).toMatchObject({ status: 200, body: { user: { userType: 'admin' } } });
  expect(await problemsWith(email)).toEqual([]);
  expect(
    await database.db.selectFrom('factor_tokens').selectAll().where('token_hash', '=', Buffer.from(token)).execute(),
  ).toEqual([]);
  expect(await createFactorToken(database.db, email, app.clock())).toBe('on');
  expect(await createFactorToken(database.db, 'nobody@token.test', app.clock())).toBe('unknown');
});

test('a token lasts a day', async () => {
  const email = await newAdmin();
  const token = await newToken(email);
  app.pass(86_400 - 1);
  expect((await setUp(await signIn(email), token)).status).toBe(200);
  app.pass(1);
  expect((await setUp(await signIn(email), token)).body.code).toBe('auth.set_up_token');
});

test('a factor begun by the password alone, where development allows it, is not finished in production', async () => {
  const email = await newAdmin();
  const development = await startSignInApp(database.db);
  const half = await signIn(email);
  const begun = await setUp(half, undefined, development);
  expect(begun.status).toBe(200);
  expect((await confirm(half, begun)).body.code).toBe('auth.challenge_over');
  expect(await problemsWith(email)).toEqual([problemOf(email)]);
});

test('a factor that the password alone set up is refused at the start, and a token takes it off', async () => {
  const email = await newAdmin();
  const half = await signIn(email);
  const begun = await setUp(half, await newToken(email));
  await confirm(half, begun);
  const of = database.db.selectFrom('users').select('id').where('email', '=', email);
  await database.db.updateTable('second_factors').set({ set_by_token: false }).where('user_id', '=', of).execute();
  expect(await problemsWith(email)).toEqual([problemOf(email)]);
  await newToken(email);
  expect(await problemsWith(email)).toEqual([]);
  expect(await database.db.selectFrom('second_factors').select('user_id').where('user_id', '=', of).execute()).toEqual(
    [],
  );
  await database.db.updateTable('users').set({ disabled_at: app.clock() }).where('email', '=', email).execute();
  await database.db.deleteFrom('factor_tokens').where('user_id', '=', of).execute();
  expect(await problemsWith(email)).toEqual([]);
});

test('an account of the demo keeps a start back until it is disabled, and does not sign in meanwhile', async () => {
  const email = await newAdmin();
  await database.db.updateTable('users').set({ is_demo: true }).where('email', '=', email).execute();
  const demoProblem =
    'The database has accounts of the demo, whose passwords everybody knows: npm run cli -- demo:disable';
  expect(await listOpenAccounts(database.db)).toContain(demoProblem);
  expect(await problemsWith(email)).toEqual([]);
  expect(await app.call('POST /auth/signin', { email, password }, { from: '10.7.1.1' })).toMatchObject({
    status: 401,
    body: { code: 'auth.wrong_credentials' },
  });
  expect(await disableDemo(database.db, app.clock())).toEqual([email]);
  expect(await listOpenAccounts(database.db)).not.toContain(demoProblem);
  expect(await disableDemo(database.db, app.clock())).toEqual([]);
});
