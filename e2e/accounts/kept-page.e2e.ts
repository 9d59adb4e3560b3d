/** A page whose session ends while somebody works on it: it waits, hidden, until they have logged in again (decision 114). */
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '#server/db/connect.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { itemOf, openItem } from '../support/items.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { linkMailedTo } from '../support/mail.ts';
import { saveButton, toastWith } from '../support/screen.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log in again' });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const typed = 'Burger with two patties';

async function emailOf(db: Db, { owner }: Place): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', owner.userId)
    .executeTakeFirstOrThrow();
  return email;
}

async function logInAgain(page: Page, password = ownersPassword): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click();
}

async function logIn(tab: Page, email: string): Promise<void> {
  await tab.goto('/login');
  await tab.getByLabel('Email').fill(email);
  await tab.getByRole('textbox', { name: 'Password' }).fill(ownersPassword);
  await tab.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(tab.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
}

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test('a form that was filled in when the session ended is there after the log-in, and is saved when Save is pressed again', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  // A stream whose token ends while it opens is answered with 503.
  complaints.expect(/status of (40[01]|503)/);
  const place = await openRestaurant();
  await openItem(page, place, place.items.burger);
  await nameField(page).fill(typed);
  const save = await saveButton(page).elementHandle();
  await save.focus();
  await call('POST /auth/signout-everywhere', {}, place.owner.token);
  // The stream may end first: then nobody could see the button any more.
  await save.evaluate((button) => (button as HTMLElement).click());

  await expect(dialog(page)).toHaveCount(1);
  await expect(dialog(page).getByLabel('Email')).toHaveValue(await emailOf(db, place));
  await expect(dialog(page).getByLabel('Email')).not.toBeEditable();
  await expect(dialog(page).getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expect(page.getByRole('alert')).toHaveText('Login is required');
  await expect(page).toHaveTitle('Log in again – Order Manager');
  await expect(page.locator('input[name=name]')).toBeHidden();
  await expect(page.getByRole('main')).toHaveCount(0);
  expect(await storedToken(page)).toBe('');
  await expectAccessible(page, 'logging in again', { hasDark: true });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('key');
  await expect(dialog(page).getByRole('textbox', { name: 'Password' })).toHaveValue('key');
  await page.setViewportSize(phone);
  await page.keyboard.press('Escape');
  await logInAgain(page, 'not the password');
  await expect(dialog(page).getByText('The email or the password is wrong.')).toBeVisible();
  await page.setViewportSize(desktop);
  await logInAgain(page);

  await expect(dialog(page)).toHaveCount(0);
  await expect(nameField(page)).toHaveValue(typed);
  await expect(saveButton(page)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const owner = { ...place.owner, token: (await storedToken(page))! };
  const burger = () => itemOf(call, { ...place, owner }, place.items.burger);
  expect((await burger()).name).toBe(place.named('burger'));
  await saveButton(page).click();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  expect((await burger()).name).toBe(typed);
});

test('a log-in in another tab lets the page of the same person go on, and leaves it for anybody else', async ({
  page,
  context,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of (40[014]|503)/);
  const [place, others] = [await openRestaurant(), await openRestaurant()];
  await openItem(page, place, place.items.burger);
  await nameField(page).fill(typed);
  await call('POST /auth/signout-everywhere', {}, place.owner.token);
  await expect(dialog(page)).toBeVisible();

  const tab = await context.newPage();
  await logIn(tab, await emailOf(db, place));
  await expect(nameField(page)).toHaveValue(typed);
  await expect(dialog(page)).toHaveCount(0);

  await call('POST /auth/signout-everywhere', {}, (await storedToken(page))!);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(tab)).toBeVisible();
  const strangersTab = await context.newPage();
  await logIn(strangersTab, await emailOf(db, others));
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('input[name=name]')).toHaveCount(0);
  expect(await page.content()).not.toContain(place.canary);
  expect(await page.content()).not.toContain(typed);
});

test('a page whose next session cannot be asked about goes on as soon as it can, or makes room for it without ending it', async ({
  page,
  context,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of (40[014]|503)/);
  const place = await openRestaurant();
  const email = await emailOf(db, place);
  await openItem(page, place, place.items.burger);
  await nameField(page).fill(typed);
  await call('POST /auth/signout-everywhere', {}, place.owner.token);
  await expect(dialog(page)).toBeVisible();
  const failed = () => page.waitForResponse((response) => response.status() === 503);
  await page.route('**/api/v1/auth/me', (route) => route.fulfill({ status: 503 }));
  const tab = await context.newPage();
  const first = failed();
  await logIn(tab, email);
  await first;
  await failed();
  await expect(dialog(page).getByText('Checking who logged in')).toBeAttached();
  await expect(dialog(page).getByRole('textbox', { name: 'Password' })).toHaveCount(0);
  await page.unroute('**/api/v1/auth/me');
  await expect(nameField(page)).toHaveValue(typed);

  await page.route('**/api/v1/auth/me', (route) => route.fulfill({ status: 503 }));
  await call('POST /auth/signout-everywhere', {}, (await storedToken(page))!);
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(tab)).toBeVisible();
  await logInAgain(tab);
  await expect(dialog(tab)).toHaveCount(0);
  const token = await storedToken(tab);
  await dialog(page).getByRole('button', { name: 'Log in as somebody else' }).click();
  await page.unroute('**/api/v1/auth/me');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(nameField(page)).toHaveValue(place.named('burger'));
  expect(await storedToken(page)).toBe(token);
});

test('the dialog asks for the second factor, and before unsaved work is left for somebody else', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of (40[014]|503)/);
  const [place, others] = [await openRestaurant(), await openRestaurant()];
  const { token } = place.owner;
  const { secret } = await call('POST /auth/set-up-factor', { body: { password: ownersPassword } }, token);
  const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
  const { recoveryCodes } = await call('POST /auth/confirm-factor', { body: { code } }, token);
  await openItem(page, place, place.items.burger);
  await nameField(page).fill(typed);
  await call('POST /auth/signout-everywhere', {}, token);
  await logInAgain(page);
  const step = page.getByRole('dialog', { name: 'Enter your code' });
  await expect(step.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await step.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0]!);
  await step.getByRole('textbox', { name: 'Code' }).press('Enter');
  await expect(nameField(page)).toHaveValue(typed);

  await call('POST /auth/signout-everywhere', {}, (await storedToken(page))!);
  await dialog(page).getByRole('button', { name: 'Log in as somebody else' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await question.getByRole('button', { name: 'Stay' }).click();
  await dialog(page).getByRole('button', { name: 'Log in as somebody else' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
  // Nobody else is led to the page that was left.
  await page.getByLabel('Email').fill(await emailOf(db, others));
  await page.getByRole('textbox', { name: 'Password' }).fill(ownersPassword);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('Back while a page waits names no other page, and asks about unsaved work after the log-in', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of (401|503)/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items');
  const create = page.getByRole('link', { name: 'Create', exact: true });
  await expect(create).toBeVisible();
  const title = await page.title();
  await create.click();
  await expect(nameField(page)).toBeVisible();
  await call('POST /auth/signout-everywhere', {}, place.owner.token);
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/items');
  await expect(page.locator('h1', { hasText: 'Items' })).toBeAttached();
  await expect(page).toHaveTitle('Log in again – Order Manager');
  await logInAgain(page);
  await expect(create).toBeVisible();
  await expect(page).toHaveTitle(title);

  await create.click();
  await nameField(page).fill(typed);
  await call('POST /auth/signout-everywhere', {}, (await storedToken(page))!);
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await logInAgain(page);
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(nameField(page)).toHaveValue(typed);
});

test('a password that is recovered in another tab opens the page that waits for it', async ({
  page,
  context,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of (40[01]|503)/);
  const place = await openRestaurant();
  const email = await emailOf(db, place);
  await openItem(page, place, place.items.burger);
  await nameField(page).fill(typed);
  await call('POST /auth/signout-everywhere', {}, place.owner.token);
  const opened = context.waitForEvent('page');
  await dialog(page).getByRole('link', { name: 'Forgot password' }).click();
  const tab = await opened;
  await tab.getByLabel('Email').fill(email);
  await tab.getByRole('button', { name: 'Reset Password' }).click();
  await tab.goto(await linkMailedTo(tab, email, 'Choose a new password'));
  await tab.getByLabel('Email').fill(email);
  const password = 'quiet copper 82 doors';
  await tab.getByLabel('New password', { exact: true }).fill(password);
  await tab.getByLabel('Confirm password', { exact: true }).fill(password);
  await tab.getByRole('button', { name: 'Save new password' }).click();
  await expect(tab).toHaveURL('/login');
  await logInAgain(page, password);
  await expect(nameField(page)).toHaveValue(typed);
});

test('a shared tablet is left as it was: its pages are of several people', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of (401|503)/);
  const place = await openRestaurant();
  const shared = { acting_user_id: place.owner.userId, lock_minutes: 5 };
  await db.updateTable('sessions').set(shared).where('user_id', '=', place.owner.userId).execute();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/live');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByText('is using this tablet')).toBeVisible();
  await call('POST /auth/signout-everywhere', {}, place.owner.token);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alert')).toHaveText('Login is required');
});
