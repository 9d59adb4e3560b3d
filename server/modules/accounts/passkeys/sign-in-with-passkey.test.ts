/** Signing in with a passkey (decision 73): bound to challenge, origin, host, person and counter, and no way around. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PasskeyCreation } from '#contract/accounts/passkey-json.ts';
import { limits } from '#contract/base/limits.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { actionsOf } from '#server/test/data/actions-of.ts';
import type { Deviation } from '#server/test/data/authenticator.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { keyHolders, newAddress, partOf, passkeyRefused, password } from '#server/test/servers/key-holders.ts';
import { type SignInApp, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { emailKey, findUserByEmail, setDisabled } from '../queries.ts';

let database: Database;
let app: SignInApp;
let steps: ReturnType<typeof keyHolders>;
beforeAll(async () => {
  database = await freshDatabase();
  app = await startSignInApp(database.db);
  steps = keyHolders(app);
});
afterAll(async () => {
  await closeBareServers();
  await database.close();
});

test('a sign-in takes no code where the account has a second factor, which the password alone still does', async () => {
  const owner = await steps.newKeyHolder();
  const { token, from } = owner;
  const begun = await app.call('POST /auth/set-up-factor', { password }, { token, from });
  const secret = Secret.fromBase32(partOf<string>(begun, 'secret').replaceAll(' ', ''));
  const code = new TOTP({ secret }).generate({ timestamp: app.clock().getTime() });
  expect((await app.call('POST /auth/confirm-factor', { code }, { token, from })).status).toBe(200);
  expect((await steps.signIn(owner)).status).toBe(200);
  expect(await app.call('POST /auth/signin', { email: owner.email, password }, { from })).toMatchObject({
    body: { code: 'auth.code_required' },
  });
});

test('an answer signs in once, also when it is sent many times at once', async () => {
  const owner = await steps.newKeyHolder();
  const answer = owner.device.sign(await steps.beginSignIn(owner.from));
  const answers = await Promise.all([1, 2, 3, 4].map(() => steps.send(answer, owner.from)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await steps.send(answer, owner.from)).toMatchObject(passkeyRefused);
});

test.each<[string, Deviation]>([
  ['of another origin', { origin: 'http://order.test:8443' }],
  ["of a restaurant's own domain", { origin: 'https://order.millers.test', rpId: 'order.millers.test' }],
  ['at another host', { rpId: 'sub.order.test' }],
  ['that has not verified its owner', { isVerified: false }],
  ['that answers a challenge of its own', { challenge: 'c29tZSBvdGhlciBjaGFsbGVuZ2U' }],
  ['that names another person', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }],
  ['whose answer was meant to make a passkey', { type: 'webauthn.create' }],
])('a sign-in is refused to a device %s, and the audit log says so', async (_, deviation) => {
  const owner = await steps.newKeyHolder();
  expect(await steps.signIn(owner, deviation)).toMatchObject(passkeyRefused);
  await app.settle();
  expect((await actionsOf(database.db, owner.email)).at(-1)).toEqual([
    'account.sign_in_failed',
    { wrong: 'passkey', device: 'unknown' },
  ]);
  expect((await steps.signIn(owner)).status).toBe(200);
});

test('a sign-in is refused with a changed signature, a key that nobody added, and no challenge at all', async () => {
  const [owner, other] = [await steps.newKeyHolder(), await steps.newKeyHolder()];
  const { from } = owner;
  const right = owner.device.sign(await steps.beginSignIn(from));
  const foreign = other.device.sign(await steps.beginSignIn(from));
  // The signature of another device under the name of the owner's.
  expect(await steps.send({ ...foreign, id: right.id, rawId: right.rawId }, from)).toMatchObject(passkeyRefused);
  const stranger = await steps.newOwner();
  stranger.device.make(partOf<PasskeyCreation>(await steps.begin(stranger), 'options'));
  expect(await steps.signIn(stranger)).toMatchObject(passkeyRefused);
  const clientDataJSON = Buffer.from('null').toString('base64url');
  expect(await steps.send({ ...right, response: { ...right.response, clientDataJSON } }, from)).toMatchObject(
    passkeyRefused,
  );
  expect((await steps.send(right, from)).status).toBe(200);
});

test('a sign-in is refused with a challenge that was meant for a proof', async () => {
  const owner = await steps.newKeyHolder();
  expect(await steps.send(owner.device.sign(await steps.beginProof(owner)), owner.from)).toMatchObject(passkeyRefused);
});

test('a sign-in is refused to a copy, whose counter has not risen; a device that does not count is let in', async () => {
  const owner = await steps.newKeyHolder();
  expect((await steps.signIn(owner, { signCount: 5 })).status).toBe(200);
  expect(await steps.signIn(owner, { signCount: 5 })).toMatchObject(passkeyRefused);
  expect(await steps.signIn(owner, { signCount: 4 })).toMatchObject(passkeyRefused);
  expect(await steps.signIn(owner, { signCount: 0 })).toMatchObject(passkeyRefused);
  expect((await steps.signIn(owner, { signCount: 6 })).status).toBe(200);
  const uncounted = await steps.newKeyHolder();
  expect((await steps.signIn(uncounted, { signCount: 0 })).status).toBe(200);
  expect((await steps.signIn(uncounted, { signCount: 0 })).status).toBe(200);
});

test('a sign-in is refused after five minutes', async () => {
  const owner = await steps.newKeyHolder();
  const request = await steps.beginSignIn(owner.from);
  app.pass(limits.passkeyChallengeSeconds);
  expect(await steps.send(owner.device.sign(request), owner.from)).toMatchObject(passkeyRefused);
});

test('a sign-in is refused to a deactivated person, and to one whose account is deleted', async () => {
  const [left, gone] = [await steps.newKeyHolder(), await steps.newKeyHolder()];
  const { id } = (await findUserByEmail(database.db, left.email))!;
  await platformTransaction(database.db, 'administration', (tx) => setDisabled(tx, id, 'Left', app.clock()));
  expect(await steps.signIn(left)).toMatchObject(passkeyRefused);
  await database.db.deleteFrom('users').where('email_key', '=', emailKey(gone.email)).execute();
  expect(await steps.signIn(gone)).toMatchObject(passkeyRefused);
});

test('refused passkeys count with the passwords of their address, and lock no account', async () => {
  const owner = await steps.newKeyHolder();
  const from = newAddress();
  const tryOne = () =>
    app.call('POST /auth/signin', { email: `nobody${newAddress()}@passkeys.test`, password }, { from });
  for (let count = 0; count < 15; count++) {
    expect(
      await steps.send(owner.device.sign(await steps.beginSignIn(from), { isVerified: false }), from),
    ).toMatchObject(passkeyRefused);
    expect((await tryOne()).status).toBe(401);
  }
  expect(await steps.send(owner.device.sign(await steps.beginSignIn(from)), from)).toMatchObject({
    status: 429,
    body: { code: 'auth.too_many_tries' },
  });
  expect((await tryOne()).status).toBe(429);
  // From elsewhere the owner comes in.
  expect((await steps.signIn(owner)).status).toBe(200);
});

test('an address gets a hundred challenges in a quarter of an hour', async () => {
  const from = newAddress();
  await Promise.all(Array.from({ length: 100 }, () => steps.beginSignIn(from)));
  expect(await app.call('POST /auth/signin-passkey-challenge', {}, { from })).toMatchObject({ status: 429 });
  app.pass(15 * 60);
  expect((await steps.beginSignIn(from)).allowCredentials).toEqual([]);
});
