/** Passkeys (decision 73): added, renamed and removed by their owner with a proof, and a proof themselves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PasskeyCreation } from '#contract/accounts/passkey-json.ts';
import type { Passkey } from '#contract/accounts/passkeys.ts';
import { limits } from '#contract/base/limits.ts';
import type { Database } from '#server/db/connect.ts';
import { actionsOf } from '#server/test/data/actions-of.ts';
import type { Deviation } from '#server/test/data/authenticator.ts';
import { closeBareServers } from '#server/test/servers/bare-server.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { keyHolders, type Owner, partOf, passkeyRefused, password, tokenOf } from '#server/test/servers/key-holders.ts';
import { type SignInApp, startSignInApp } from '#server/test/servers/sign-in-app.ts';
import { findUserByEmail } from '../queries.ts';
import { resetFactor } from '../second-factor/reset-factor.ts';
import { hashToken } from '../sessions/sessions.ts';
import { removeExpiredPasskeyChallenges } from './passkey-challenges.ts';

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

describe('adding', () => {
  test('takes the password, mails the person and is in the audit log; the passkey then signs in', async () => {
    const owner = await steps.newOwner();
    expect(await steps.begin(owner, {})).toMatchObject({
      status: 400,
      body: { fields: { password: { code: 'required' } } },
    });
    expect(await steps.begin(owner, { password: 'not it' })).toMatchObject({ body: { code: 'auth.wrong_password' } });
    expect((await steps.begin(owner)).body).toMatchObject({
      options: {
        rp: { id: 'order.test' },
        user: { name: owner.email },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [],
      },
      device: { browser: null, system: null },
    });
    expect(await steps.add(owner)).toMatchObject({
      status: 200,
      body: { msg: 'You can log in with this passkey now' },
    });
    await app.settle();
    const mail = app.mails.findLast(({ to }) => to === owner.email)!;
    expect(mail.subject).toBe('A passkey was added to your account');
    expect(mail.text).toContain(`${app.config.publicUrl}/dashboard/account/security`);
    expect(await steps.listOf(owner)).toMatchObject([{ name: 'Laptop', lastUsedAt: null }]);

    const whole = await steps.signIn(owner);
    expect(whole).toMatchObject({ status: 200, body: { user: { email: owner.email }, role: 'owner' } });
    expect((await app.call('GET /auth/me', undefined, { token: tokenOf(whole) })).status).toBe(200);
    expect(await steps.listOf(owner)).toMatchObject([{ lastUsedAt: app.clock().toISOString() }]);
    expect(await actionsOf(database.db, owner.email)).toEqual([
      ['account.passkey_added', { passkey: 'Laptop' }],
      ['account.signed_in', { with: 'passkey', device: 'unknown' }],
    ]);
  });

  test('is possible in two tabs at once, and each challenge works once', async () => {
    const owner = await steps.newOwner();
    const { token, from, device } = owner;
    const first = partOf<PasskeyCreation>(await steps.begin(owner), 'options');
    const second = partOf<PasskeyCreation>(await steps.begin(owner), 'options');
    const one = { name: 'One', passkey: device.make(first) };
    const other = { name: 'Other', passkey: device.make(second) };
    expect((await app.call('POST /auth/add-passkey', other, { token, from })).status).toBe(200);
    expect((await app.call('POST /auth/add-passkey', one, { token, from })).status).toBe(200);
    expect(await app.call('POST /auth/add-passkey', one, { token, from })).toMatchObject(passkeyRefused);
    expect((await steps.listOf(owner)).map(({ name }) => name).toSorted()).toEqual(['One', 'Other']);
    // A third tab is told which there are, so that the device does not make another.
    expect(partOf<PasskeyCreation>(await steps.begin(owner), 'options').excludeCredentials).toHaveLength(2);
  });

  test("is refused with another person's challenge, and that person may still use it", async () => {
    const [owner, thief] = [await steps.newOwner(), await steps.newOwner()];
    const options = partOf<PasskeyCreation>(await steps.begin(owner), 'options');
    const stolen = { name: 'Mine', passkey: thief.device.make(options) };
    expect(await app.call('POST /auth/add-passkey', stolen, thief)).toMatchObject(passkeyRefused);
    expect((await app.call('POST /auth/add-passkey', stolen, owner)).status).toBe(200);
  });

  test.each<[string, Deviation]>([
    ['of another origin', { origin: 'https://order.test' }],
    ['at another host', { rpId: 'millers.test' }],
    ['without having verified its owner', { isVerified: false }],
    ['with another challenge', { challenge: 'c29tZSBvdGhlciBjaGFsbGVuZ2U' }],
    ['that signs in instead of making one', { type: 'webauthn.get' }],
  ])('is refused from a device %s', async (_, deviation) => {
    const owner = await steps.newOwner();
    expect(await steps.add(owner, deviation)).toMatchObject(passkeyRefused);
    expect(await steps.listOf(owner)).toEqual([]);
  });

  test('is refused after five minutes, and the clean-up removes what is over', async () => {
    const owner = await steps.newOwner();
    const options = partOf<PasskeyCreation>(await steps.begin(owner), 'options');
    app.pass(limits.passkeyChallengeSeconds);
    const late = { name: 'Late', passkey: owner.device.make(options) };
    expect(await app.call('POST /auth/add-passkey', late, owner)).toMatchObject(passkeyRefused);
    await removeExpiredPasskeyChallenges(database.db, app.clock());
    expect(await database.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
  });

  test('stops at ten, also for those begun at once', async () => {
    const owner = await steps.newOwner();
    for (let count = 1; count < limits.passkeysMax; count++) expect((await steps.add(owner)).status).toBe(200);
    const begun = [await steps.begin(owner), await steps.begin(owner)].map((answer) =>
      partOf<PasskeyCreation>(answer, 'options'),
    );
    const answers = await Promise.all(
      begun.map((options) =>
        app.call('POST /auth/add-passkey', { name: 'Last', passkey: owner.device.make(options) }, owner),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await steps.begin(owner)).toMatchObject({
      status: 409,
      body: { code: 'auth.too_many_passkeys', details: { most: limits.passkeysMax } },
    });
  });

  test('is refused on a shared tablet, with the right password too', async () => {
    const owner = await steps.newOwner();
    await app.call('POST /auth/set-pin', { password, pin: '1234' }, owner);
    expect((await app.call('POST /auth/share-tablet', { lockMinutes: 5 }, owner)).status).toBe(200);
    expect(await steps.begin(owner)).toMatchObject({ status: 409, body: { code: 'auth.shared_device' } });
  });
});

describe('proving oneself again', () => {
  test('a passkey stands for password and code, once and for its owner alone', async () => {
    const [owner, other] = [await steps.newKeyHolder(), await steps.newKeyHolder()];
    const request = await steps.beginProof(owner);
    expect(request.allowCredentials).toHaveLength(1);
    const passkey = owner.device.sign(request);
    expect((await steps.begin(owner, { passkey })).status).toBe(200);
    expect(await steps.begin(owner, { passkey })).toMatchObject(passkeyRefused);
    // Neither the other's passkey for the owner's challenge, nor the other way round.
    const theirs = other.device.sign({ ...(await steps.beginProof(owner)), allowCredentials: [] });
    expect(await steps.begin(owner, { passkey: theirs })).toMatchObject(passkeyRefused);
    expect(await steps.begin(other, { passkey: owner.device.sign(await steps.beginProof(owner)) })).toMatchObject(
      passkeyRefused,
    );
    // An unlocked screen is no proof: the device asks who is there.
    const unverified = owner.device.sign(await steps.beginProof(owner), { isVerified: false });
    expect(await steps.begin(owner, { passkey: unverified })).toMatchObject(passkeyRefused);
    const forSignIn = owner.device.sign(await steps.beginSignIn(owner.from));
    expect(await steps.begin(owner, { passkey: forSignIn })).toMatchObject(passkeyRefused);
  });
});

describe('renaming and removing', () => {
  test('a passkey is renamed and removed by its owner alone', async () => {
    const [owner, other] = [await steps.newKeyHolder(), await steps.newKeyHolder()];
    const [{ _id: id }] = (await steps.listOf(owner)) as [Passkey];
    const rename = (by: Owner) => app.call('POST /auth/rename-passkey/:id', { name: 'Phone' }, { ...by, id });
    const remove = (by: Owner, proof: object = { password }) =>
      app.call('POST /auth/remove-passkey/:id', proof, { ...by, id });
    expect(await rename(other)).toMatchObject({ status: 404 });
    expect((await rename(owner)).status).toBe(200);
    expect(await steps.listOf(owner)).toMatchObject([{ name: 'Phone' }]);
    expect(await remove(other)).toMatchObject({ status: 404 });
    expect(await remove(owner, {})).toMatchObject({ body: { code: 'request.invalid' } });
    expect(await remove(owner, { password: 'not it' })).toMatchObject({ body: { code: 'auth.wrong_password' } });
    expect((await remove(owner)).status).toBe(200);
    expect(await remove(owner)).toMatchObject({ status: 404 });
    expect(await steps.signIn(owner)).toMatchObject(passkeyRefused);
    await app.settle();
    const subjects = app.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
    expect(subjects).toContain('A passkey was removed from your account');
    expect((await actionsOf(database.db, owner.email)).at(-1)).toEqual([
      'account.passkey_removed',
      { passkey: 'Phone' },
    ]);
    // The password is the way in that stays.
    expect((await app.call('POST /auth/signin', { email: owner.email, password }, owner)).status).toBe(200);
  });

  test('removing ends the sessions that began with the passkey, and no other', async () => {
    const owner = await steps.newKeyHolder();
    const thiefs = tokenOf(await steps.signIn(owner));
    const own = { ...owner, token: tokenOf(await steps.signIn(owner)) };
    const kitchen = tokenOf(await app.call('POST /auth/signin', { email: owner.email, password }, owner));
    const [{ _id: id }] = (await steps.listOf(owner)) as [Passkey];
    expect((await app.call('POST /auth/remove-passkey/:id', { password }, { ...own, id })).status).toBe(200);
    const statusOf = async (token: string) => (await app.call('GET /auth/me', undefined, { token })).status;
    expect(await Promise.all([thiefs, own.token, kitchen, owner.token].map(statusOf))).toEqual([401, 200, 200, 200]);
    expect(app.closed.at(-1)).toBe(hashToken(thiefs).toString('hex'));
  });

  test('an operator who takes a lost second factor off takes the passkeys off, too', async () => {
    const owner = await steps.newKeyHolder();
    const { id } = (await findUserByEmail(database.db, owner.email))!;
    const factor = { user_id: id, sealed: Buffer.from('x'), created_at: app.clock(), confirmed_at: app.clock() };
    await database.db.insertInto('second_factors').values(factor).execute();
    const deps = { db: database.db, config: app.config, clock: app.clock };
    expect(await resetFactor(deps, owner.email)).toBe('reset');
    expect(await steps.signIn(owner)).toMatchObject(passkeyRefused);
  });
});
