/** An owner who has not confirmed their email, as in production: what waits, a slip corrected, and the mailed link. */
import { newAccount } from '../support/accounts.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { linkMailedTo } from '../support/mail.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('an owner corrects the email, follows the mailed link, and the restaurant is open', async ({
  page,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const account = newAccount();
  const { token, restaurant } = await call('POST /auth/signup', { body: account });
  // Production leaves this out at the sign-up.
  await db.updateTable('restaurants').set({ owner_verified_at: null }).where('id', '=', restaurant!._id).execute();
  await signInWithToken(page, token.token);
  await page.goto('/dashboard');

  const band = (email: string, shownIn = page) =>
    shownIn.getByText(
      `Guests can't order yet, and you can't invite your team: confirm your email first. We sent a link to ${email}.`,
    );
  await expect(band(account.email)).toBeVisible();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('A new link is on its way to you')).toBeVisible();
  const old = await linkMailedTo(page, account.email, 'Confirm your email');

  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email' });
  await expect(dialog.getByLabel('New email')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('New email')).toHaveAccessibleDescription('This email field is required');
  await dialog.getByLabel('New email').fill(`right.${account.email}`);
  await dialog.getByLabel('Your password', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(band(`right.${account.email}`)).toBeVisible();

  const otherWindow = await page.context().newPage();
  await otherWindow.goto('/dashboard');
  await expect(band(`right.${account.email}`, otherWindow)).toBeVisible();

  await page.goto(old);
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This link has been used, has expired, or was replaced by a newer one.',
  );
  await page.goto(await linkMailedTo(page, `right.${account.email}`, 'Confirm your email'));
  await page.getByRole('button', { name: 'Confirm email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Order Manager' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(band(`right.${account.email}`)).toBeHidden();

  await otherWindow.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(band(`right.${account.email}`, otherWindow)).toBeHidden();
});
