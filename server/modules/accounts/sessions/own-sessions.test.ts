import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/accounts/accounts.ts';
import type { Database } from '#server/db/connect.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { type SignInApp, signUpForm, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { hashToken } from './sessions.ts';

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
const newAddress = () => `10.4.${made++ % 250}.9`;
const { password } = signUpForm('');
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const desk =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

async function newOwner(userAgent = desk) {
  const email = `owner${made++}@sessions.test`;
  const { body } = await app.call('POST /auth/signup', signUpForm(email), {
    from: newAddress(),
    headers: { 'user-agent': userAgent },
  });
  return { email, token: body['token']!['token'] as string };
}

async function signIn(email: string, userAgent: string): Promise<string> {
  const { body } = await app.call(
    'POST /auth/signin',
    { email, password },
    { from: newAddress(), headers: { 'user-agent': userAgent } },
  );
  return body['token']!['token'];
}

async function listOf(token: string): Promise<Session[]> {
  return (await app.call('GET /auth/sessions', undefined, { token })).body['sessions'] as unknown as Session[];
}

const end = (token: string, id: string) => app.call('POST /auth/end-session/:id', undefined, { token, id });
const statusOfMe = async (token: string) => (await app.call('GET /auth/me', undefined, { token })).status;
const closedNow = (token: string) => app.closed.includes(hashToken(token).toString('hex'));

test("a person's sessions are listed, the most recently used first, each with its device and no token", async () => {
  const { email, token } = await newOwner();
  app.pass(120);
  const other = await signIn(email, phone);
  const sessions = await listOf(other);
  expect(sessions).toEqual([
    {
      _id: expect.any(String),
      device: { browser: 'Safari', system: 'iPhone' },
      createdAt: app.clock().toISOString(),
      lastSeenAt: app.clock().toISOString(),
      isCurrent: true,
    },
    {
      _id: expect.any(String),
      device: { browser: 'Chrome', system: 'Windows' },
      createdAt: new Date(app.clock().getTime() - 120_000).toISOString(),
      lastSeenAt: new Date(app.clock().getTime() - 120_000).toISOString(),
      isCurrent: false,
    },
  ]);
  const text = JSON.stringify(sessions);
  for (const secret of [token, other]) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(hashToken(secret).toString('hex'));
  }
  app.pass(60);
  expect((await listOf(token)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
});

test('a device with an empty or overlong user agent is unknown', async () => {
  const { token } = await newOwner('');
  expect((await listOf(token))[0]!.device).toEqual({ browser: null, system: null });
  const long = await newOwner(`nobody/1 ${'x'.repeat(5_000)}`);
  expect((await listOf(long.token))[0]!.device).toEqual({ browser: null, system: null });
});

test('ending a session closes it and its open streams at once; the others go on', async () => {
  const { email, token } = await newOwner();
  const [stolen, kitchen] = [await signIn(email, phone), await signIn(email, desk)];
  // This process knows the callers now, and remembers them for a second.
  for (const one of [token, stolen, kitchen]) expect(await statusOfMe(one)).toBe(200);
  const { _id } = (await listOf(token)).find(({ device }) => device.system === 'iPhone')!;
  expect((await end(token, _id)).body).toEqual({
    success: true,
    code: 'account.session_ended',
    msg: 'Logged out',
  });
  expect(await statusOfMe(stolen)).toBe(401);
  expect(closedNow(stolen)).toBe(true);
  for (const one of [token, kitchen]) expect(await statusOfMe(one)).toBe(200);
  expect(closedNow(kitchen)).toBe(false);
  expect((await end(token, _id)).status).toBe(404);
  expect(await listOf(token)).toHaveLength(2);
});

test("another person's session answers like an unknown one, also for an admin", async () => {
  const [one, other] = [await newOwner(), await newOwner()];
  const admin = await makeAdmin(database.db);
  const [{ _id }] = (await listOf(other.token)) as [Session];
  for (const token of [one.token, admin.token]) {
    expect((await end(token, _id)).body).toMatchObject({ code: 'request.not_found' });
  }
  expect(await statusOfMe(other.token)).toBe(200);
});

test('logging out everywhere ends all sessions, the present one too', async () => {
  const { email, token } = await newOwner();
  const other = await signIn(email, phone);
  const stranger = await newOwner();
  for (const one of [token, other]) expect(await statusOfMe(one)).toBe(200);
  expect((await app.call('POST /auth/signout-everywhere', undefined, { token })).status).toBe(200);
  for (const one of [token, other]) {
    expect(await statusOfMe(one)).toBe(401);
    expect(closedNow(one)).toBe(true);
  }
  expect(await statusOfMe(stranger.token)).toBe(200);
});

test('an expired session is not listed', async () => {
  const { email, token } = await newOwner();
  const other = await signIn(email, phone);
  for (let hours = 0; hours < 25; hours += 5) {
    app.pass(5 * 3600);
    expect(await statusOfMe(token)).toBe(200);
  }
  expect(await statusOfMe(other)).toBe(401);
  expect(await listOf(token)).toHaveLength(1);
});
