/** Passkeys, with the browser's own authenticator: an owner adds one, proves herself and logs in with it, and removes it. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { newAccount } from '../support/accounts.ts';
import { giveProof } from '../support/proof.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** A laptop with a fingerprint reader whose owner is there. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

test('an owner adds a passkey, logs in with it, proves herself with it, and removes it', async ({
  page,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  await giveAuthenticator(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
  await page.goto('/dashboard/account');
  await expect(page.getByText('You have no passkeys.')).toBeVisible();
  await page.getByRole('link', { name: 'Manage passkeys' }).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await giveProof(page, 'Continue', account.password);
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(/^Chrome, /);
  await expectAccessible(page, 'the name of a passkey', { hasDark: true });
  await page.setViewportSize(desktop);
  await name.fill('Office laptop');
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  const list = page.getByRole('list', { name: 'Passkeys' });
  await expect(list.getByRole('listitem')).toContainText('Office laptop');
  await expectAccessible(page, 'a passkey', { hasDark: true });
  await page.setViewportSize(desktop);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();

  await visit(page, '/dashboard/account/security');
  await page.getByRole('button', { name: 'Rename Office laptop' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Old laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('You have no passkeys.')).toBeVisible();
  // The first answer ends after the newest entry, as in a log of many pages.
  await page.route('**/audit/entries', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { entries: unknown[] };
    await route.fulfill({ response, json: { ...answer, entries: answer.entries.slice(0, 1) } });
  });
  await page.route('**/audit/entries?before=*', (route) => route.abort(), { times: 1 });
  await visit(page, '/dashboard/record');
  const older = page.getByRole('button', { name: 'Show older' });
  await older.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible();
  await older.click();
  await expect(page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')).toContainText([
    'Sara Khan removed a passkey',
    'Sara Khan logged in',
    'Sara Khan added a passkey',
  ]);
});
