/** A stranger who has signed up with the email of an invited person, and never confirmed it, does not keep them out (decision 115). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { signUpForm } from '#server/test/servers/sign-in-app.ts';

let app: TestApp;
let made: TestRestaurant;
let owner: { token: string };
beforeAll(async () => {
  // Only in production mode is a new email unproved.
  app = await startApp({ config: { mode: 'production' } });
  made = await makeRestaurant(app.db);
  owner = await makeOwner(app.db, made.id);
});
afterAll(() => app.close());

const chosen = 'copper lantern 52 tides';
const me = (token: string) => app.call('GET /auth/me', {}, token);

/** A stranger's sign-up with this email. */
const signUp = (email: string) => app.call('POST /auth/signup', { body: signUpForm(email) as never });

/** The token of the newest mail to an address with a link to this page. */
async function tokenMailed(email: string, page: string): Promise<string> {
  const mailed = () => app.mails.findLast(({ to, text }) => to === email && text.includes(`/${page}?token=`));
  await expect.poll(mailed).toBeDefined();
  return /token=([\w-]{43})/.exec(mailed()!.text)![1]!;
}

async function invite(email: string): Promise<string> {
  await app.call('POST /staff/invite', { body: { email, role: 'staff' } }, owner.token);
  return tokenMailed(email, 'accept-invitation');
}

const accept = (token: string) =>
  app.call('POST /auth/accept-invitation', { body: { token, firstName: 'Omar', lastName: 'Khan', password: chosen } });

const readRestaurant = (id: string) =>
  platformTransaction(app.db, 'administration', (tx) =>
    tx
      .selectFrom('restaurants')
      .select(['closed_at', 'erase_at', 'owner_verified_at'])
      .where('id', '=', id as never)
      .executeTakeFirstOrThrow(),
  );

test('an invitation takes the place of an account whose email nobody has proved, and its restaurant is closed', async () => {
  const email = 'omar@taken.test';
  const stranger = await signUp(email);
  const joined = await accept(await invite(email));
  expect(joined).toMatchObject({ role: 'staff', user: { email, firstName: 'Omar' }, restaurant: { _id: made.id } });
  expect(joined.user._id).not.toBe(stranger.user._id);
  expect(await refusalOf(me(stranger.token.token))).toMatchObject({ status: 401 });
  const signIn = (password: string) => app.call('POST /auth/signin', { body: { email, password } });
  expect(await refusalOf(signIn(signUpForm('').password))).toMatchObject({ code: 'auth.wrong_credentials' });
  expect(await signIn(chosen)).toMatchObject({ role: 'staff', restaurant: { _id: made.id } });
  expect(await readRestaurant(stranger.restaurant!._id)).toEqual({
    closed_at: expect.any(Date),
    erase_at: expect.any(Date),
    owner_verified_at: null,
  });
});

test('an account whose email was proved stays, and the invitation is refused', async () => {
  const email = 'mona@taken.test';
  const person = await signUp(email);
  await app.call('POST /auth/verify-email', { body: { token: await tokenMailed(email, 'verify-email') } });
  expect(await refusalOf(accept(await invite(email)))).toMatchObject({
    code: 'auth.email_taken',
    fields: { email: { code: 'account.email_taken' } },
  });
  expect((await me(person.token.token)).restaurant?._id).toBe(person.restaurant!._id);
  expect(await readRestaurant(person.restaurant!._id)).toMatchObject({ closed_at: null });
});

test('a sign-up takes nobody’s place', async () => {
  const email = 'lina@taken.test';
  const first = await signUp(email);
  expect(await refusalOf(signUp(email))).toMatchObject({ code: 'auth.email_taken' });
  expect((await me(first.token.token)).user.email).toBe(email);
});

test('an invitation and the proof of the email at the same moment do not both succeed', async () => {
  const email = 'sami@taken.test';
  const person = await signUp(email);
  const proof = await tokenMailed(email, 'verify-email');
  const link = await invite(email);
  const [verified, accepted] = await Promise.allSettled([
    app.call('POST /auth/verify-email', { body: { token: proof } }),
    accept(link),
  ]);
  const { closed_at: closedAt, owner_verified_at: verifiedAt } = await readRestaurant(person.restaurant!._id);
  // Either comes first, and the other is refused.
  expect([verified.status, accepted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(verifiedAt !== null).toBe(verified.status === 'fulfilled');
  expect(closedAt !== null).toBe(accepted.status === 'fulfilled');
});

test('a suspended account stays, proved or not', async () => {
  const email = 'suspended@taken.test';
  const { user } = await signUp(email);
  await app.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', user._id).execute();
  expect(await refusalOf(accept(await invite(email)))).toMatchObject({ code: 'auth.email_taken' });
});
