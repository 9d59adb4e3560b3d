/** The second factor of a sign-in (ON-11): single-use codes, recovery, limits, and no way around it. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { actionsOf } from '#server/test/data/actions-of.ts';
import { arabicDigits } from '#server/test/data/arabic-digits.ts';
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
import { createAdmin } from '../create-admin.ts';
import { findUserByEmail } from '../queries.ts';
import { hashToken } from '../sessions/sessions.ts';
import { resetFactor } from './reset-factor.ts';

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
const newAddress = () => `10.9.${Math.floor(made / 200)}.${made++ % 200}`;
const { password } = signUpForm('');
const tokenOf = ({ body }: Answer) => (body as unknown as { token: { token: string } }).token.token;
const challengeOf = ({ body }: Answer) => (body as unknown as { details: { challenge: string } }).details.challenge;
const codesOf = ({ body }: Answer) => (body as unknown as { recoveryCodes: string[] }).recoveryCodes;

/** The code that an authenticator app shows, `steps` of half a minute from now. */
function appCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  return totp.generate({ timestamp: app.clock().getTime() + steps * 30_000 });
}

const secretOf = ({ body }: Answer) => (body as unknown as { secret: string }).secret;

interface Guarded {
  email: string;
  token: string;
  /** A second session, opened before the factor. */
  otherToken: string;
  secret: string;
  codes: string[];
  from: string;
}

/** An owner with a second factor, whose first code is used up. */
async function newGuarded(): Promise<Guarded> {
  const email = `guarded${made++}@factor.test`;
  const from = newAddress();
  const token = tokenOf(await app.call('POST /auth/signup', signUpForm(email), { from }));
  const otherToken = tokenOf(await app.call('POST /auth/signin', { email, password }, { from }));
  const begun = await app.call('POST /auth/set-up-factor', { password }, { token, from });
  const secret = secretOf(begun);
  const confirmed = await app.call('POST /auth/confirm-factor', { code: appCode(secret) }, { token, from });
  expect(confirmed.status).toBe(200);
  app.pass(60);
  return { email, token, otherToken, secret, codes: codesOf(confirmed), from };
}

const enterPassword = ({ email, from }: Guarded, address = from) =>
  app.call('POST /auth/signin', { email, password }, { from: address });
const enterCode = (challenge: string, code: string, from: string) =>
  app.call('POST /auth/signin-code', { challenge, code }, { from });

test("the password is half a sign-in, the app's code the other half, and each code works once", async () => {
  const owner = await newGuarded();
  const half = await enterPassword(owner);
  expect(half).toMatchObject({ status: 401, body: { code: 'auth.code_required' } });
  expect(half.body).not.toHaveProperty('token');
  const code = appCode(owner.secret);
  const whole = await enterCode(challengeOf(half), code, owner.from);
  expect(whole).toMatchObject({ status: 200, body: { user: { email: owner.email }, role: 'owner' } });
  expect((await app.call('GET /auth/me', undefined, { token: tokenOf(whole) })).status).toBe(200);
  // The challenge is used up, and so is the code.
  expect(await enterCode(challengeOf(half), code, owner.from)).toMatchObject({ body: { code: 'auth.challenge_over' } });
  const again = challengeOf(await enterPassword(owner));
  expect(await enterCode(again, code, owner.from)).toMatchObject({ status: 400, body: { code: 'auth.wrong_code' } });
  expect(await enterCode(again, appCode(owner.secret, -1), owner.from)).toMatchObject({
    body: { code: 'auth.wrong_code' },
  });
  // A clock that is half a minute fast, the space that apps show, and a keyboard in Arabic.
  const next = arabicDigits(appCode(owner.secret, 1));
  expect((await enterCode(again, `${next.slice(0, 3)} ${next.slice(3)}`, owner.from)).status).toBe(200);
  app.pass(60);
});

test('one of several parallel sign-ins with one code succeeds', async () => {
  const owner = await newGuarded();
  const challenges = [];
  for (let count = 0; count < 4; count++) challenges.push(challengeOf(await enterPassword(owner)));
  const code = appCode(owner.secret);
  const answers = await Promise.all(challenges.map((challenge) => enterCode(challenge, code, owner.from)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  app.pass(60);
});

test('a code two steps away is refused, and after five wrong codes the sign-in starts over', async () => {
  const owner = await newGuarded();
  const challenge = challengeOf(await enterPassword(owner));
  for (const steps of [-2, 2, 3, 40])
    expect(await enterCode(challenge, appCode(owner.secret, steps), owner.from)).toMatchObject({ status: 400 });
  expect(await enterCode(challenge, '000000', newAddress())).toMatchObject({ body: { code: 'auth.wrong_code' } });
  expect(await enterCode(challenge, appCode(owner.secret), newAddress())).toMatchObject({
    body: { code: 'auth.challenge_over' },
  });
});

test("wrong codes are limited per account from addresses other than the owner's", async () => {
  const owner = await newGuarded();
  const wrong = async (from: string) => enterCode(challengeOf(await enterPassword(owner, from)), '000000', from);
  for (let count = 0; count < 20; count++) expect((await wrong(newAddress())).status).toBe(400);
  expect(await wrong(newAddress())).toMatchObject({ status: 429, body: { code: 'auth.too_many_tries' } });
  const own = challengeOf(await enterPassword(owner));
  expect((await enterCode(own, appCode(owner.secret), owner.from)).status).toBe(200);
  // After five from its own address, that address waits as well.
  app.pass(60);
  for (let count = 0; count < 5; count++) expect((await wrong(owner.from)).status).toBe(400);
  expect((await wrong(owner.from)).status).toBe(429);
});

test("wrong codes are limited to fifty a day from the owner's addresses", async () => {
  const owner = await newGuarded();
  const enter = async (code: string) => enterCode(challengeOf(await enterPassword(owner)), code, owner.from);
  for (let count = 0; count < 50; count++) {
    if (count % 5 === 0) app.pass(15 * 60);
    expect((await enter('000000')).status).toBe(400);
  }
  app.pass(15 * 60);
  expect(await enter(appCode(owner.secret))).toMatchObject({ status: 429, body: { code: 'auth.too_many_tries' } });
  app.pass(24 * 3600);
  expect((await enter(appCode(owner.secret))).status).toBe(200);
});

test('turning the factor on ends the other sessions, mails the owner, and is in the audit log', async () => {
  const owner = await newGuarded();
  await app.settle();
  expect((await app.call('GET /auth/me', undefined, { token: owner.token })).status).toBe(200);
  expect((await app.call('GET /auth/me', undefined, { token: owner.otherToken })).status).toBe(401);
  expect(app.mails.findLast(({ to }) => to === owner.email)?.subject).toBe('Your second factor is on');
  expect(await app.call('GET /auth/factor', undefined, { token: owner.token })).toMatchObject({
    body: { factor: { since: expect.any(String), recoveryCodesLeft: 10, isMandatory: false } },
  });
  await enterCode(challengeOf(await enterPassword(owner)), '000000', owner.from);
  await app.settle();
  await app.call('POST /auth/signin', { email: owner.email, password: 'not the password' }, { from: owner.from });
  await app.settle();
  expect(await actionsOf(database.db, owner.email)).toEqual([
    ['account.signed_in', { with: 'password', device: 'unknown' }],
    ['account.factor_on', {}],
    ['account.sign_in_failed', { wrong: 'code', device: 'unknown' }],
    ['account.sign_in_failed', { wrong: 'password', device: 'unknown' }],
  ]);
});

test.each(['the sign-in', 'the factor'])('the factor ends a sign-in on its way: %s comes first', async (first) => {
  const email = `racing${made++}@factor.test`;
  const from = newAddress();
  const token = tokenOf(await app.call('POST /auth/signup', signUpForm(email), { from }));
  const secret = secretOf(await app.call('POST /auth/set-up-factor', { password }, { token, from }));
  const { id } = (await findUserByEmail(database.db, email))!;
  const racers = [
    () => app.call('POST /auth/signin', { email, password }, { from }),
    () => app.call('POST /auth/confirm-factor', { code: appCode(secret) }, { token, from }),
  ];
  const answers: Promise<Answer>[] = [];
  await platformTransaction(database.db, 'seed', async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
    for (const begin of first === 'the factor' ? racers.toReversed() : racers) {
      answers.push(begin());
      await expect.poll(() => countWaiting(database.db)).toBe(answers.length);
    }
  });
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual(first === 'the factor' ? [200, 401] : [200, 200]);
  const left = await database.db.selectFrom('sessions').select('token_hash').where('user_id', '=', id).execute();
  expect(left.map(({ token_hash }) => token_hash)).toEqual([hashToken(token)]);
  app.pass(60);
});

test('a recovery code stands in for the app, once', async () => {
  const owner = await newGuarded();
  expect(new Set(owner.codes).size).toBe(10);
  const [code] = owner.codes;
  expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
  const typed = code!.toUpperCase().replace('-', ' ');
  expect((await enterCode(challengeOf(await enterPassword(owner)), typed, owner.from)).status).toBe(200);
  expect((await enterCode(challengeOf(await enterPassword(owner)), code!, owner.from)).status).toBe(400);
  const proof = { password, code: appCode(owner.secret) };
  const renewed = await app.call('POST /auth/new-recovery-codes', proof, { token: owner.token, from: owner.from });
  expect(codesOf(renewed)).toHaveLength(10);
  expect((await enterCode(challengeOf(await enterPassword(owner)), owner.codes[1]!, owner.from)).status).toBe(400);
  expect((await enterCode(challengeOf(await enterPassword(owner)), codesOf(renewed)[9]!, owner.from)).status).toBe(200);
});

test('turning the factor off takes the password and a code', async () => {
  const owner = await newGuarded();
  const remove = (proof: object) =>
    app.call('POST /auth/remove-factor', proof, { token: owner.token, from: owner.from });
  expect(await remove({ password: 'not it', code: appCode(owner.secret) })).toMatchObject({
    status: 400,
    body: { fields: { password: { code: 'account.password_wrong' } } },
  });
  expect(await remove({ password, code: '000000' })).toMatchObject({ body: { code: 'auth.wrong_code' } });
  expect((await remove({ password, code: appCode(owner.secret) })).status).toBe(200);
  expect((await enterPassword(owner)).status).toBe(200);
  expect(await remove({ password, code: '000000' })).toMatchObject({ body: { code: 'auth.factor_off' } });
});

test('the operator of the server takes a lost factor off once; all sessions end, and the owner is told', async () => {
  const owner = await newGuarded();
  const deps = { db: database.db, config: app.config, clock: app.clock };
  const outcomes = await Promise.all([resetFactor(deps, owner.email), resetFactor(deps, owner.email.toUpperCase())]);
  expect(outcomes.toSorted()).toEqual(['off', 'reset']);
  expect(await resetFactor(deps, 'nobody@factor.test')).toBe('unknown');
  await app.settle();
  expect(app.mails.filter(({ to, subject }) => to === owner.email && subject.endsWith('taken off'))).toHaveLength(1);
  expect((await actionsOf(database.db, owner.email)).at(-1)).toEqual(['account.factor_reset', {}]);
  // The server may remember the tokens for a second more, so the sessions are counted in the database.
  const left = await database.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.email', '=', owner.email)
    .execute();
  expect(left).toEqual([]);
  expect((await enterPassword(owner)).status).toBe(200);
});

test('the factor is off until its first code, and a new setup voids the earlier secret', async () => {
  const email = `begun${made++}@factor.test`;
  const from = newAddress();
  const token = tokenOf(await app.call('POST /auth/signup', signUpForm(email), { from }));
  const begin = (word: string) => app.call('POST /auth/set-up-factor', { password: word }, { token, from });
  expect(await begin('not it')).toMatchObject({ body: { code: 'auth.wrong_password' } });
  const first = await begin(password);
  expect(first.body).toMatchObject({
    secret: expect.stringMatching(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/),
    address: expect.stringMatching(/^otpauth:\/\/totp\/Order%20Manager:begun\d+%40factor\.test\?issuer=/),
  });
  expect((await app.call('POST /auth/signin', { email, password }, { from })).status).toBe(200);
  const second = await begin(password);
  const confirm = (secret: string) => app.call('POST /auth/confirm-factor', { code: appCode(secret) }, { token, from });
  expect(await confirm(secretOf(first))).toMatchObject({ body: { code: 'auth.wrong_code' } });
  expect((await confirm(secretOf(second))).status).toBe(200);
  expect(await begin(password)).toMatchObject({ status: 409, body: { code: 'auth.factor_on' } });
  app.pass(60);
});

test('a mailed link changes the password and not the second factor', async () => {
  const owner = await newGuarded();
  const half = challengeOf(await enterPassword(owner));
  await app.call('POST /auth/forgot-password', { email: owner.email }, { from: owner.from });
  await app.settle();
  const mail = app.mails.findLast(({ to, subject }) => to === owner.email && subject === 'Choose a new password');
  const token = /token=([\w-]+)/.exec(mail!.text)![1]!;
  const fresh = 'amber window 12 rivers';
  const form = { email: owner.email, token, password: fresh, confirmPassword: fresh };
  expect((await app.call('POST /auth/recover-password', form, { from: owner.from })).status).toBe(200);
  // A sign-in begun with the old password is over; the new password alone is only half a sign-in.
  expect(await enterCode(half, appCode(owner.secret), owner.from)).toMatchObject({
    body: { code: 'auth.challenge_over' },
  });
  const next = await app.call('POST /auth/signin', { email: owner.email, password: fresh }, { from: owner.from });
  expect(next).toMatchObject({ status: 401, body: { code: 'auth.code_required' } });
});

test('an admin without a factor is led to set it up, and gets no token before', async () => {
  const email = `admin${made++}@factor.test`;
  const admin = { email, password, firstName: 'Ada', lastName: 'Min' };
  await createAdmin(database.db, cheapPasswords(), admin, app.clock());
  const from = newAddress();
  const half = await app.call('POST /auth/signin', { email, password }, { from });
  expect(half).toMatchObject({ status: 401, body: { code: 'auth.factor_required' } });
  const challenge = challengeOf(half);
  expect((await enterCode(challenge, '000000', from)).body).toMatchObject({ code: 'auth.challenge_over' });
  const secret = secretOf(await app.call('POST /auth/signin-set-up', { challenge }, { from }));
  const confirm = (code: string) => app.call('POST /auth/signin-confirm', { challenge, code }, { from });
  expect(await confirm('000000')).toMatchObject({ body: { code: 'auth.wrong_code' } });
  const signedIn = await confirm(appCode(secret));
  expect(signedIn).toMatchObject({ status: 200, body: { user: { userType: 'admin' } } });
  expect(codesOf(signedIn)).toHaveLength(10);
  const token = tokenOf(signedIn);
  app.pass(60);
  expect(
    await app.call('POST /auth/remove-factor', { password, code: appCode(secret) }, { token, from }),
  ).toMatchObject({ status: 409, body: { code: 'auth.factor_mandatory' } });
  // The next sign-in asks for the code, and sets nothing up.
  const next = await app.call('POST /auth/signin', { email, password }, { from });
  expect(next).toMatchObject({ body: { code: 'auth.code_required' } });
  expect(await app.call('POST /auth/signin-set-up', { challenge: challengeOf(next) }, { from })).toMatchObject({
    body: { code: 'auth.challenge_over' },
  });
});

test("only the demo's admin needs no factor, and only outside production", async () => {
  const email = `demo${made++}@factor.test`;
  const admin = { email, password, firstName: 'Ada', lastName: 'Min' };
  const id = await createAdmin(database.db, cheapPasswords(), admin, app.clock());
  await database.db.updateTable('users').set({ is_demo: true }).where('id', '=', id).execute();
  const from = newAddress();
  expect((await app.call('POST /auth/signin', { email, password }, { from })).status).toBe(200);
  const production = await startSignInApp(database.db, { config: { mode: 'production' } });
  expect(await production.call('POST /auth/signin', { email, password }, { from })).toMatchObject({
    body: { code: 'auth.wrong_credentials' },
  });
});

test('no secret and no code is stored as plain text', async () => {
  const owner = await newGuarded();
  const { sealed } = await database.db
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .select('sealed')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow();
  const plain = Buffer.from(Secret.fromBase32(owner.secret.replaceAll(' ', '')).buffer);
  expect(plain).toHaveLength(20);
  expect(sealed.includes(plain)).toBe(false);
  const other = await startSignInApp(database.db, { config: { secret: 'another key than the one of before' } });
  const hashes = await database.db.selectFrom('recovery_codes').select('code_hash').execute();
  expect(hashes.every(({ code_hash }) => code_hash.length === 32)).toBe(true);
  const half = await other.call('POST /auth/signin', { email: owner.email, password }, { from: owner.from });
  const byApp = { challenge: challengeOf(half), code: appCode(owner.secret, 1) };
  expect(await other.call('POST /auth/signin-code', byApp, { from: owner.from })).toMatchObject({
    status: 409,
    body: { code: 'auth.factor_unreadable' },
  });
  const recovery = { challenge: challengeOf(half), code: owner.codes[0] };
  expect((await other.call('POST /auth/signin-code', recovery, { from: owner.from })).body.code).toBe(
    'auth.wrong_code',
  );
});
