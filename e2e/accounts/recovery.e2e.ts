/**
 * Forgotten and changed passwords, end to end through the mailbox of /dev/inbox (core-setup 2 and 5; decision 8; M15).
 */
import type { Locator, Page } from '@playwright/test';
import { refusalOf } from '#server/test/data/orders.ts';
import { newAccount, signUpNew } from '../support/accounts.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { linkMailedTo } from '../support/mail.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

const newPassword = 'quiet copper 81 doors';
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const messageBar = (page: Page) => page.getByRole('alert').or(page.getByRole('status'));

async function expectError(one: Locator, message: string): Promise<void> {
  await expect(one).toHaveAccessibleDescription(message);
  await expect(one).toHaveAttribute('aria-invalid', 'true');
}

/** Follows the link in the newest recovery mail to the address. */
async function pressLinkMailedTo(page: Page, email: string): Promise<void> {
  await page.goto(await linkMailedTo(page, email, 'Choose a new password'));
}

async function fillNew(page: Page, email: string, password: string, confirm = password): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm password').fill(confirm);
  await page.getByRole('button', { name: 'Save new password' }).click();
}

test('a forgotten password is replaced through the mailbox, and every device is signed out', async ({
  page,
  openWindow,
  call,
  complaints,
}) => {
  complaints.expect(/status of (400|401)/);
  const account = newAccount();
  const { token } = (await call('POST /auth/signup', { body: account })).token;
  const kitchen = await openWindow({ viewport: desktop });
  await signInWithToken(kitchen, token);
  await kitchen.goto('/dashboard/orders/live');
  await expect(kitchen.getByText('Connected', { exact: true })).toBeVisible();

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page).toHaveTitle('Forgot password – Order Manager');
  await expect(page.getByRole('link', { name: 'Return to login' })).toHaveAttribute('href', '/login');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/forgot-password')) sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expectError(field(page, 'Email'), 'This email field is required');
  await expect(field(page, 'Email')).toBeFocused();
  expect(sent).toEqual([]);
  await field(page, 'Email').fill(account.email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText(`If ${account.email} has an account, we've sent it a link.`)).toBeFocused();

  await pressLinkMailedTo(page, account.email);
  await expect(page).toHaveURL(/\/recover-password\?token=[\w-]{43}$/);
  const link = page.url();
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expectError(field(page, 'Email'), 'This email field is required');
  await expectError(field(page, 'New password'), 'This password field is required');
  await expectError(field(page, 'Confirm password'), 'This confirm password field is required');
  await expect(field(page, 'Email')).toBeFocused();
  await expect(field(page, 'New password')).toHaveAttribute('autocomplete', 'new-password');
  await fillNew(page, account.email, newPassword, `${newPassword}!`);
  await expectError(field(page, 'Confirm password'), "The passwords don't match");
  await fillNew(page, account.email, 'password123');
  await expectError(
    field(page, 'New password'),
    'This password is easy to guess: it is a common one, or made of your name, email or restaurant. Choose another one',
  );
  await expect(page.getByText('Weak', { exact: true })).toBeVisible();
  await fillNew(page, `not-${account.email}`, newPassword);
  await expect(messageBar(page)).toHaveText(/^This link does not fit this email/);
  await fillNew(page, account.email, newPassword);

  await expect(page).toHaveURL('/login');
  await expect(messageBar(page)).toHaveText('Your password has been changed. Log in with the new one.');
  // The screen in the kitchen notices by itself.
  await expect(kitchen.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  await expect(kitchen.getByRole('alert')).toHaveText('Login is required');
  expect(await refusalOf(call('GET /auth/me', {}, token))).toMatchObject({ status: 401 });

  await field(page, 'Email').fill(account.email);
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(messageBar(page).filter({ hasText: 'The email or the password is wrong.' })).toBeVisible();
  await password.fill(newPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/dashboard');

  // The link is used up; opening it again shows how to get another.
  await page.goto(link);
  await fillNew(page, account.email, 'another quiet 82 door');
  await expect(messageBar(page).filter({ hasText: 'has been used, or has expired' })).toBeVisible();
  await expect(page.getByRole('main').getByText(/has been used, or has expired/)).toBeVisible();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
});

test('without a token and without a session the recovery page leads to the welcome page (decision 8)', async ({
  page,
}) => {
  await page.goto('/recover-password');
  await expect(page).toHaveURL('/');
  await page.goto('/recover-password?token=');
  await expect(page).toHaveURL('/');
});

test('a signed-in person changes the password with the current one, and other devices are signed out', async ({
  page,
  call,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  const signIn = (password: string) => call('POST /auth/signin', { body: { email: account.email, password } });
  const other = (await signIn(account.password)).token.token;
  await page.goto('/login');
  await field(page, 'Email').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: 'Change password' }).click();

  await expect(page).toHaveURL('/recover-password');
  await expect(field(page, 'Email')).toHaveValue(account.email);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expectError(field(page, 'Current password'), 'This password field is required');
  await field(page, 'Current password').fill('not this one');
  await field(page, 'New password').fill(newPassword);
  await field(page, 'Confirm password').fill(newPassword);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expectError(field(page, 'Current password'), 'This is not your current password');
  await field(page, 'Current password').fill(account.password);
  await page.getByRole('button', { name: 'Save new password' }).click();

  await expect(page).toHaveURL('/dashboard/account');
  await expect(messageBar(page).filter({ hasText: 'Your password has been changed.' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem')).toHaveCount(1);
  expect(await refusalOf(call('GET /auth/me', {}, other))).toMatchObject({ status: 401 });
  expect((await signIn(newPassword)).user.email).toBe(account.email);
});

test('a failed mail reveals no secret: an unknown email gets the same answer', async ({ page }) => {
  await page.goto('/forgot-password');
  await field(page, 'Email').fill('nobody-at-all@example.com');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await page.goto('/dev/inbox');
  await expect(page.getByText('nobody-at-all@example.com')).toHaveCount(0);
});

test('the screens fit a phone', async ({ openWindow, call }) => {
  const page = await openWindow({ viewport: phone });
  await signInWithToken(page, await signUpNew(call));
  for (const path of ['/forgot-password', '/recover-password?token=x', '/recover-password', '/dashboard/account']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(beside, path).toBeLessThanOrEqual(0);
  }
});
