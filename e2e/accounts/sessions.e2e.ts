/** The list of a person's sessions, and ending them (R8 to R10; ON-03 and ON-08). */
import type { Page } from '@playwright/test';
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { newAccount } from '../support/accounts.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, tablet, test } from '../support/test.ts';

test.use({ viewport: desktop });

const sessions = (page: Page) => page.getByRole('list', { name: 'Where you are logged in' }).getByRole('listitem');

async function logIn(page: Page, account: { email: string; password: string }): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
}

const iPad =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

test('ending a session signs its device out at once, wherever it is', async ({
  page,
  openWindow,
  call,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  const lost = await openWindow({ viewport: tablet, userAgent: iPad });
  await logIn(lost, account);
  await lost.goto('/dashboard/orders/live');
  await expect(lost.getByText('Connected', { exact: true })).toBeVisible();

  await logIn(page, account);
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveTitle('Account – Order Manager');
  // This window, the tablet, and the session of the sign-up, which has no browser.
  await expect(sessions(page)).toHaveCount(3);
  await expect(sessions(page).filter({ hasText: 'This device' })).toHaveCount(1);
  await expect(sessions(page).filter({ hasText: 'This device' }).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: /^Log out Safari on iPad, logged in / }).press('Enter');
  await expect(page.getByRole('status')).toHaveText('Logged out');
  await expect(sessions(page)).toHaveCount(2);
  // Not at the button that logs out the next device.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(lost.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  await expect(lost.getByRole('alert')).toHaveText('Login is required');
  await expect(lost.getByText('Connected', { exact: true })).toBeHidden();
  await page.reload();
  await expect(sessions(page)).toHaveCount(2);
});

test('signing out everywhere ends all sessions, this one too', async ({ page, openWindow, call, complaints }) => {
  complaints.expect(/status of 401/);
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  const other = await openWindow({ viewport: tablet });
  await logIn(other, account);
  await logIn(page, account);
  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('status')).toHaveText('You are logged out everywhere');
  // The remaining key belongs to the device, not to the person.
  const storedKeys = await page.evaluate(() => Object.keys(localStorage));
  expect(storedKeys.filter((key) => !key.startsWith('device'))).toEqual([]);
  await expect(other.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
});

test('the account page shows the person, and the end of the trial', async ({ page, call }) => {
  const account = newAccount();
  const { token } = (await call('POST /auth/signup', { body: account })).token;
  await signInWithToken(page, token);
  await page.goto('/dashboard/account');
  const fact = (name: string) =>
    page
      .getByRole('term')
      .and(page.getByText(name, { exact: true }))
      .locator('+ dd');
  await expect(fact('Name')).toHaveText('Sara Khan');
  await expect(fact('Email')).toHaveText(account.email);
  await expect(fact('Restaurant')).toHaveText(account.restaurant);
  await expect(fact('Role')).toHaveText('Owner');
  await expect(page.getByText(/^30 days are left: the trial ends on \d+ \w+ 20\d\d\.$/)).toBeVisible();
  await expect(page.getByText(/nothing is switched off and nothing is charged/)).toBeVisible();
});

test('an admin has an account page as well, without a restaurant', async ({ page, db }) => {
  await signInWithToken(page, (await makeAdmin(db)).token, 'admin');
  await page.goto('/dashboard/account');
  await expect(page.getByText('Admin', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Free trial' })).toHaveCount(0);
  await expect(sessions(page)).toHaveCount(1);
});
