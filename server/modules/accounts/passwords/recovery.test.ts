import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { type SignInApp, signUpForm, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { createReset, findUserByReset, removeExpiredResets } from './password-resets.ts';
import { findUserByEmail } from '../queries.ts';

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
const newAddress = () => `10.3.${Math.floor(made / 200)}.${made++ % 200}`;
const { password: oldPassword } = signUpForm('');
const newPassword = 'quiet copper 81 doors';

async function newOwner(): Promise<{ email: string; token: string }> {
  const email = `owner${made++}@recovery.test`;
  const { body } = await app.call('POST /auth/signup', signUpForm(email), { from: newAddress() });
  return { email, token: body['token']!['token'] };
}

const forgot = (email: string, from = newAddress(), headers: Record<string, string> = {}) =>
  app.call('POST /auth/forgot-password', { email }, { from, headers });
const recover = (email: string, token: string, change: object = {}, from = newAddress()) =>
  app.call(
    'POST /auth/recover-password',
    { email, token, password: newPassword, confirmPassword: newPassword, ...change },
    { from },
  );
const signIn = (email: string, password: string, from = newAddress()) =>
  app.call('POST /auth/signin', { email, password }, { from });
const statusOfMe = async (token: string) => (await app.call('GET /auth/me', undefined, { token })).status;

/** The payloads of the jobs that nobody has begun with. */
function waitingJobs() {
  return platformTransaction(database.db, 'outbox', async (tx) => {
    const rows = await tx.selectFrom('jobs').select('payload').where('done_at', 'is', null).orderBy('id').execute();
    return rows.map(({ payload }) => payload);
  });
}

/** The mails sent to an address, oldest first. */
async function mailsTo(email: string) {
  await app.settle();
  return app.mails.filter(({ to }) => to === email);
}

/** The token of the newest link sent to an address. */
async function tokenSentTo(email: string): Promise<string> {
  const link = (await mailsTo(email)).findLast(({ text }) => text.includes('token='))?.text.match(/token=([\w-]+)/);
  if (!link) throw new Error(`${email} was sent no link`);
  return link[1]!;
}

async function askedFor(email: string): Promise<string> {
  expect((await forgot(email)).status).toBe(200);
  return tokenSentTo(email);
}

describe('asking for a new password', () => {
  test('mails a link with the configured address, whatever host the request names', async () => {
    const { email } = await newOwner();
    const evil = {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      forwarded: 'host=evil.test',
      origin: 'https://evil.test',
    };
    const { status, body } = await forgot(` ${email.toUpperCase()} `, newAddress(), evil);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      code: 'account.reset_requested',
      msg: 'If this email has an account, a link is on its way to it',
    });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('Choose a new password');
    expect(mail!.text).toMatch(/^https:\/\/order\.test:8443\/recover-password\?token=[\w-]{43}$/m);
    expect(mail!.text + mail!.html).not.toContain('evil.test');
  });

  test('is answered byte for byte alike whether or not there is an account', async () => {
    const { email } = await newOwner();
    const ids = { 'x-request-id': 'the-same-one' };
    const known = await forgot(email, newAddress(), ids);
    const unknown = await forgot('nobody@recovery.test', newAddress(), ids);
    expect(JSON.stringify(unknown.body)).toBe(JSON.stringify(known.body));
    expect(unknown.status).toBe(known.status);
    const { date: _, ...headers } = known.headers;
    expect(unknown.headers).toMatchObject(headers);
    expect(await mailsTo('nobody@recovery.test')).toEqual([]);
  });

  test('is answered before anything is looked up, so that the time tells nothing (R5)', async () => {
    const { email } = await newOwner();
    const held = await startSignInApp(database.db);
    for (const address of [email, 'nobody@recovery.test']) {
      const { status } = await held.call('POST /auth/forgot-password', { email: address }, { from: newAddress() });
      expect(status).toBe(200);
    }
    expect(await waitingJobs()).toEqual([{ email }, { email: 'nobody@recovery.test' }]);
    expect(held.mails).toEqual([]);
    expect(
      await database.db
        .selectFrom('password_resets')
        .innerJoin('users', 'id', 'user_id')
        .select('id')
        .where('email', '=', email)
        .execute(),
    ).toEqual([]);
    await held.settle();
    expect(held.mails.map(({ to }) => to)).toEqual([email]);
  });

  test('sends three mails an hour to an account, and answers further requests alike', async () => {
    const { email } = await newOwner();
    for (let n = 0; n < 5; n++) {
      expect((await forgot(email)).status).toBe(200);
      await app.settle();
    }
    expect(await mailsTo(email)).toHaveLength(3);
    app.pass(3600);
    await forgot(email);
    expect(await mailsTo(email)).toHaveLength(4);
  });

  test('makes an address wait after twenty requests an hour', async () => {
    const from = newAddress();
    for (let n = 0; n < 20; n++) expect((await forgot(`nobody${n}@recovery.test`, from)).status).toBe(200);
    app.pass(600);
    const next = await forgot('nobody@recovery.test', from, { 'x-forwarded-for': '203.0.113.7' });
    expect(next).toMatchObject({ status: 429, body: { code: 'rate.limited' }, headers: { 'retry-after': '3000' } });
  });

  test('mails nothing to a disabled user', async () => {
    const { email } = await newOwner();
    await database.db.updateTable('users').set({ disabled_at: app.clock() }).where('email_key', '=', email).execute();
    expect((await forgot(email)).status).toBe(200);
    expect(await mailsTo(email)).toEqual([]);
  });

  test.each(['', '   ', 'a\nb@c.test', 'x'.repeat(255)])('is refused for %j', async (email) => {
    expect(await forgot(email)).toMatchObject({
      status: 400,
      body: { fields: { email: { code: expect.any(String) } } },
    });
  });

  test('logs a mail server that is down, answers as usual, and mails the newest link alone once it is back', async () => {
    const { email } = await newOwner();
    const warned: string[] = [];
    const log: Log = { ...testLog, warn: (_, message) => warned.push(message) };
    const down = await startSignInApp(database.db, { log });
    down.setMailDown(true);
    for (let n = 0; n < 4; n++) {
      expect((await down.call('POST /auth/forgot-password', { email }, { from: newAddress() })).status).toBe(200);
      await down.settle();
    }
    expect(warned).toEqual(Array(3).fill('A job failed'));
    down.setMailDown(false);
    down.pass(15);
    await down.settle();
    expect(down.mails).toHaveLength(1);
    const [, token] = /token=([\w-]+)/.exec(down.mails[0]!.text)!;
    expect((await findUserByReset(database.db, token!, down.clock()))?.email).toBe(email);
  });

  test('mails no link that is of no use any more', async () => {
    const { email } = await newOwner();
    const down = await startSignInApp(database.db);
    down.setMailDown(true);
    await down.call('POST /auth/forgot-password', { email }, { from: newAddress() });
    await down.settle();
    down.setMailDown(false);
    down.pass(1800);
    await down.settle();
    expect(down.mails).toEqual([]);
  });
});

describe('the mailed link', () => {
  test('sets the password, ends every session, signs nobody in and tells the owner', async () => {
    const { email, token: bearer } = await newOwner();
    const other = (await signIn(email, oldPassword)).body['token']!['token'] as string;
    const token = await askedFor(email);
    expect(await statusOfMe(bearer)).toBe(200);

    const { status, body } = await recover(` ${email.toUpperCase()} `, token);
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, code: 'account.password_changed', msg: 'Your password is changed' },
    });
    for (const ended of [bearer, other]) expect(await statusOfMe(ended)).toBe(401);
    expect((await signIn(email, oldPassword)).status).toBe(401);
    expect((await signIn(email, newPassword)).status).toBe(200);
    const told = (await mailsTo(email)).at(-1)!;
    expect(told.subject).toBe('Your password was changed');
    expect(told.text).toContain('https://order.test:8443/forgot-password');
    expect(told.text).not.toContain('token=');
  });

  test('works once: of twenty parallel uses one succeeds (R6)', async () => {
    const { email } = await newOwner();
    const token = await askedFor(email);
    // Twenty at a time, because the hashing refuses more.
    const passwords = Array.from({ length: 20 }, (_, n) => `${newPassword} ${n}`);
    const answers = await Promise.all(
      passwords.map((password) => recover(email, token, { password, confirmPassword: password })),
    );
    const won = passwords.filter((_, n) => answers[n]!.status === 200);
    expect(won).toHaveLength(1);
    const codes = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(codes)).toEqual(new Set(['auth.reset_link_invalid']));
    expect((await signIn(email, won[0]!)).status).toBe(200);
    expect((await recover(email, token)).body.code).toBe('auth.reset_link_invalid');
    const told = (await mailsTo(email)).filter(({ subject }) => subject === 'Your password was changed');
    expect(told).toHaveLength(1);
  });

  test('is valid for thirty minutes, and void once there is a newer one', async () => {
    const { email } = await newOwner();
    const first = await askedFor(email);
    app.pass(60);
    const second = await askedFor(email);
    expect(second).not.toBe(first);
    expect((await recover(email, first)).body.code).toBe('auth.reset_link_invalid');
    app.pass(30 * 60 - 1);
    const third = await askedFor(email);
    app.pass(30 * 60);
    expect(await recover(email, third)).toMatchObject({
      status: 400,
      body: { msg: 'This link does not fit this email, has been used, or has expired. Ask for a new one.' },
    });
    app.pass(3600);
    const fourth = await askedFor(email);
    app.pass(30 * 60 - 1);
    expect((await recover(email, fourth)).status).toBe(200);
  });

  test('works for its own account alone', async () => {
    const [one, other] = [await newOwner(), await newOwner()];
    const token = await askedFor(one.email);
    const swapped = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    for (const [email, sent] of [
      [other.email, token],
      ['nobody@recovery.test', token],
      [one.email, swapped],
      [one.email, token.slice(0, -1)],
      [one.email, ''],
    ] as const) {
      expect((await recover(email, sent)).body.code).toBe('auth.reset_link_invalid');
    }
    expect((await recover(one.email, token)).status).toBe(200);
    expect((await signIn(other.email, oldPassword)).status).toBe(200);
  });

  test.each([
    ['confirmPassword', { confirmPassword: `${newPassword} ` }, 'auth.passwords_differ'],
    ['password', { password: 'short 7', confirmPassword: 'short 7' }, 'auth.weak_password'],
    ['password', { password: 'Password123!', confirmPassword: 'Password123!' }, 'auth.weak_password'],
    ['password', { password: 'layla-haddad1', confirmPassword: 'layla-haddad1' }, 'auth.weak_password'],
    ['password', { password: 'millers-cafe-24', confirmPassword: 'millers-cafe-24' }, 'auth.weak_password'],
  ])('stays valid when %s is refused: %j', async (field, wrong, code) => {
    const { email, token: bearer } = await newOwner();
    const token = await askedFor(email);
    const { status, body } = await recover(email, token, wrong);
    expect(status).toBe(400);
    expect(body.code).toBe(code);
    expect(Object.keys(body.fields!)).toEqual([field]);
    expect(await statusOfMe(bearer)).toBe(200);
    expect((await recover(email, token)).status).toBe(200);
  });

  test("lets an owner in again who was shut out by strangers' guesses (R4)", async () => {
    const { email } = await newOwner();
    for (let n = 0; n < 100; n++) expect((await signIn(email, `guess ${n}`)).status).toBe(401);
    const from = newAddress();
    expect((await signIn(email, oldPassword, from)).body.code).toBe('auth.too_many_tries');
    expect((await recover(email, await askedFor(email), {}, from)).status).toBe(200);
    expect((await signIn(email, newPassword, from)).status).toBe(200);
  });

  test('is stored as a hash, and is in no answer and no log', async () => {
    const { email } = await newOwner();
    await app.settle();
    const lines: string[] = [];
    const note = (facts: object, message: string) => lines.push(JSON.stringify(facts), message);
    const logged = await startSignInApp(database.db, { log: { debug: note, info: note, warn: note, error: note } });
    const { body } = await logged.call('POST /auth/forgot-password', { email }, { from: newAddress() });
    const mailed = async () => {
      await logged.settle();
      // A try that waited too long for the database comes again after a minute at most, of a clock that nobody else moves.
      if (logged.mails.length === 0) logged.pass(60);
      return logged.mails.length;
    };
    await expect.poll(mailed).toBe(1);
    const [, token] = /token=([\w-]+)/.exec(logged.mails[0]!.text)!;
    expect(JSON.stringify(body)).not.toContain(token);
    expect(lines.join()).not.toContain(token);
    const rows = await database.db.selectFrom('password_resets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some(({ token_hash }) => token_hash.toString().includes(token!))).toBe(false);
  });

  test('is removed after its time', async () => {
    const { db } = database;
    const user = (await findUserByEmail(db, (await newOwner()).email))!;
    const token = await createReset(db, user.id, app.clock());
    await removeExpiredResets(db, app.clock());
    expect((await findUserByReset(db, token, app.clock()))?.id).toBe(user.id);
    const later = new Date(app.clock().getTime() + 1_800_000);
    expect(await findUserByReset(db, token, later)).toBeNull();
    await removeExpiredResets(db, later);
    expect(await db.selectFrom('password_resets').select('user_id').where('user_id', '=', user.id).execute()).toEqual(
      [],
    );
  });
});
