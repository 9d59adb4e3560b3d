/** An account that its owner recovers by mail is theirs alone: nothing that somebody else added to it lets them in (decision 115). */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PasskeyCreation } from '#contract/accounts/passkey-json.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { actionsOf } from '#server/test/data/actions-of.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import {
  keyHolders,
  newAddress,
  type Owner,
  partOf,
  passkeyRefused,
  password,
} from '#server/test/servers/key-holders.ts';
import { type SignInApp, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { findUserByEmail } from '../queries.ts';

const newPassword = 'quiet copper 81 doors';

let database: Database;
let app: SignInApp;
let steps: ReturnType<typeof keyHolders>;
beforeAll(async () => {
  database = await freshDatabase();
  // Only in production mode is a new email unproved.
  app = await startSignInApp(database.db, { config: { mode: 'production' } });
  steps = keyHolders(app);
});
afterAll(async () => {
  await closeBareServers();
  await database.close();
});

/** The token of the newest mail to the person with a link to this page. */
async function tokenMailed({ email }: Owner, page: string): Promise<string> {
  await app.settle();
  const mail = app.mails.findLast(({ to, text }) => to === email && text.includes(page))!;
  return /token=([\w-]{43})/.exec(mail.text)![1]!;
}

/** The form that the reader of the person's mails sends to choose a new password. */
async function recoveryOf(owner: Owner) {
  await app.call('POST /auth/forgot-password', { email: owner.email }, { from: newAddress() });
  const token = await tokenMailed(owner, '/recover-password');
  return { email: owner.email, token, password: newPassword, confirmPassword: newPassword };
}

async function recover(owner: Owner): Promise<void> {
  const from = newAddress();
  expect((await app.call('POST /auth/recover-password', await recoveryOf(owner), { from })).status).toBe(200);
}

const signIn = ({ email }: Owner) =>
  app.call('POST /auth/signin', { email, password: newPassword }, { from: newAddress() });

async function setUpFactor({ token, from }: Owner): Promise<void> {
  const begun = await app.call('POST /auth/set-up-factor', { password }, { token, from });
  const secret = Secret.fromBase32(partOf<string>(begun, 'secret').replaceAll(' ', ''));
  const code = new TOTP({ secret }).generate({ timestamp: app.clock().getTime() });
  expect((await app.call('POST /auth/confirm-factor', { code }, { token, from })).status).toBe(200);
}

test('a passkey from before the recovery lets nobody in, and its owner is told to add theirs again', async () => {
  const [recovered, other] = [await steps.newKeyHolder(), await steps.newKeyHolder()];
  expect((await steps.signIn(recovered)).status).toBe(200);
  await recover(recovered);
  expect((await signIn(recovered)).status).toBe(200);
  expect(await steps.signIn(recovered)).toMatchObject(passkeyRefused);
  expect((await steps.signIn(other)).status).toBe(200);
  await app.settle();
  const told = app.mails.findLast(({ to }) => to === recovered.email)!;
  expect(told.subject).toBe('Your password was changed');
  expect(told.text).toContain('Passkeys and links with a company were removed');
  expect(await actionsOf(database.db, recovered.email)).toContainEqual([
    'account.passkey_removed',
    { passkey: 'Laptop' },
  ]);
});

test('a passkey whose addition waits for the recovery is not added', async () => {
  const owner = await steps.newOwner();
  const { id } = (await findUserByEmail(database.db, owner.email))!;
  const passkey = owner.device.make(partOf<PasskeyCreation>(await steps.begin(owner), 'options'));
  const form = await recoveryOf(owner);
  const { recovering, adding } = await platformTransaction(database.db, 'sign-in', async (tx) => {
    await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
    const first = app.call('POST /auth/recover-password', form, { from: newAddress() });
    await expect.poll(() => countWaiting(tx)).toBe(1);
    const second = app.call('POST /auth/add-passkey', { name: 'Laptop', passkey }, owner);
    await expect.poll(() => countWaiting(tx)).toBe(2);
    return { recovering: first, adding: second };
  });
  expect((await recovering).status).toBe(200);
  expect(await adding).toMatchObject(passkeyRefused);
  expect(await steps.signIn(owner)).toMatchObject(passkeyRefused);
});

test('a second factor from before the email was proved keeps its owner out no longer', async () => {
  const stranger = await steps.newOwner();
  await setUpFactor(stranger);
  await recover(stranger);
  expect((await signIn(stranger)).status).toBe(200);
  await app.settle();
  expect(app.mails.filter(({ to }) => to === stranger.email).map(({ subject }) => subject)).toContain(
    'Your second factor is off',
  );
  expect(await actionsOf(database.db, stranger.email)).toContainEqual(['account.factor_off', {}]);
});

test('a second factor of an email that was proved before outlives the recovery', async () => {
  const owner = await steps.newOwner();
  const token = await tokenMailed(owner, '/verify-email');
  expect((await app.call('POST /auth/verify-email', { token }, { from: newAddress() })).status).toBe(200);
  await setUpFactor(owner);
  await recover(owner);
  expect(await signIn(owner)).toMatchObject({ status: 401, body: { code: 'auth.code_required' } });
});

test('a passkey outlives the proof of the email by its own link', async () => {
  const owner = await steps.newKeyHolder();
  const token = await tokenMailed(owner, '/verify-email');
  expect((await app.call('POST /auth/verify-email', { token }, { from: newAddress() })).status).toBe(200);
  expect((await steps.signIn(owner)).status).toBe(200);
});
