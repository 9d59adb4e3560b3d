import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
import { countWaiting } from '#server/test/servers/waiting.ts';
import { createReset } from './password-resets.ts';
import type { Passwords } from './passwords.ts';
import { findUserByEmail, setPassword } from '../queries.ts';

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
const newAddress = () => `10.5.${Math.floor(made / 200)}.${made++ % 200}`;
const { password: oldPassword } = signUpForm('');
const newPassword = 'quiet copper 81 doors';

async function newOwner(): Promise<{ email: string; token: string }> {
  const email = `owner${made++}@change.test`;
  const { body } = await app.call('POST /auth/signup', signUpForm(email), { from: newAddress() });
  return { email, token: body['token']!['token'] };
}

const signIn = (email: string, password: string) =>
  app.call('POST /auth/signin', { email, password }, { from: newAddress() });
const statusOfMe = async (token: string) => (await app.call('GET /auth/me', undefined, { token })).status;

const change = (token: string, form: object, from = newAddress()) =>
  app.call(
    'POST /auth/change-password',
    { currentPassword: oldPassword, password: newPassword, confirmPassword: newPassword, ...form },
    { token, from },
  );

test('a change needs the current password, ends the other sessions at once, and voids a mailed link', async () => {
  const { email, token } = await newOwner();
  const other = (await signIn(email, oldPassword)).body['token']!['token'] as string;
  const link = await createReset(database.db, (await findUserByEmail(database.db, email))!.id, app.clock());
  const wrong = await change(token, { currentPassword: 'not this' });
  expect(wrong).toMatchObject({
    status: 400,
    body: { code: 'auth.wrong_password', fields: { currentPassword: { code: 'account.password_wrong' } } },
  });
  expect((await change(token, { confirmPassword: 'another' })).body.code).toBe('auth.passwords_differ');
  expect((await change(token, { password: '12345678', confirmPassword: '12345678' })).body.code).toBe(
    'auth.weak_password',
  );
  expect((await change(token, {})).status).toBe(200);

  expect(await statusOfMe(token)).toBe(200);
  expect(await statusOfMe(other)).toBe(401);
  const twice = { password: newPassword, confirmPassword: newPassword };
  const recovered = await app.call('POST /auth/recover-password', { email, token: link, ...twice });
  expect(recovered.body.code).toBe('auth.reset_link_invalid');
  expect((await signIn(email, oldPassword)).status).toBe(401);
  expect((await signIn(email, newPassword)).status).toBe(200);
  await app.settle();
  expect(app.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
    'Your password was changed',
  ]);
});

test('ten wrong guesses at the current password end the guessing', async () => {
  const { token } = await newOwner();
  const from = newAddress();
  for (let n = 0; n < 10; n++) {
    expect((await change(token, { currentPassword: `guess ${n}` }, from)).body.code).toBe('auth.wrong_password');
  }
  expect(await change(token, {}, from)).toMatchObject({ status: 429, body: { code: 'auth.too_many_tries' } });
});

test('a sign-in that checked the password before the change begins no session after it (R10)', async () => {
  const { email, token } = await newOwner();
  const real = cheapPasswords();
  const looked = Promise.withResolvers<void>();
  const changed = Promise.withResolvers<void>();
  const slow: Passwords = {
    ...real,
    verify: async (hash, word, isTrusted) => {
      const isRight = await real.verify(hash, word, isTrusted);
      looked.resolve();
      await changed.promise;
      return isRight;
    },
  };
  const slowApp = await startSignInApp(database.db, { passwords: slow });
  const signingIn = slowApp.call('POST /auth/signin', { email, password: oldPassword }, { from: newAddress() });
  await looked.promise;
  expect((await change(token, {})).status).toBe(200);
  changed.resolve();
  expect((await signingIn).body.code).toBe('auth.wrong_credentials');
  const sessions = await database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('token_hash')
    .where('email_key', '=', email)
    .execute();
  expect(sessions).toHaveLength(1);
});

test('a change that is under way while the account is recovered does not undo the recovery (R10)', async () => {
  const { email, token } = await newOwner();
  const real = cheapPasswords();
  const hashing = Promise.withResolvers<void>();
  const recovered = Promise.withResolvers<void>();
  const slow: Passwords = {
    ...real,
    hash: async (word, isTrusted) => {
      hashing.resolve();
      await recovered.promise;
      return real.hash(word, isTrusted);
    },
  };
  const slowApp = await startSignInApp(database.db, { passwords: slow });
  const form = { currentPassword: oldPassword, password: newPassword, confirmPassword: newPassword };
  const changing = slowApp.call('POST /auth/change-password', form, { token, from: newAddress() });
  await hashing.promise;
  const link = await createReset(database.db, (await findUserByEmail(database.db, email))!.id, app.clock());
  const ownersWord = 'amber window 12 rivers';
  const twice = { password: ownersWord, confirmPassword: ownersWord };
  expect((await app.call('POST /auth/recover-password', { email, token: link, ...twice })).status).toBe(200);
  recovered.resolve();
  expect(await changing).toMatchObject({
    status: 400,
    body: { code: 'auth.wrong_password', fields: { currentPassword: { code: 'account.password_wrong' } } },
  });
  expect((await signIn(email, newPassword)).status).toBe(401);
  expect((await signIn(email, ownersWord)).status).toBe(200);
});

test('a factor is not taken off with a password that changes meanwhile', async () => {
  const { email, token } = await newOwner();
  const from = newAddress();
  const begun = await app.call('POST /auth/set-up-factor', { password: oldPassword }, { token, from });
  const { secret } = begun.body as unknown as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  const first = { code: totp.generate({ timestamp: app.clock().getTime() }) };
  const confirmed = await app.call('POST /auth/confirm-factor', first, { token, from });
  const { recoveryCodes } = confirmed.body as unknown as { recoveryCodes: string[] };
  const proof = { password: oldPassword, code: recoveryCodes[0] };
  const { id } = (await findUserByEmail(database.db, email))!;
  const answers: Promise<Answer>[] = [];
  await platformTransaction(database.db, 'seed', async (tx) => {
    await setPassword(tx, id, 'a hash that no password fits', app.clock());
    answers.push(app.call('POST /auth/remove-factor', proof, { token, from }));
    await expect.poll(() => countWaiting(database.db)).toBe(1);
  });
  expect((await answers[0])!.body.code).toBe('auth.wrong_password');
  expect(await app.call('GET /auth/factor', undefined, { token })).toMatchObject({
    body: { factor: { since: expect.any(String), recoveryCodesLeft: 10 } },
  });
});
