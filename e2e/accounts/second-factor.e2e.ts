/** The second factor (ON-11): an owner turns it on and signs in with a code; for an admin it is mandatory. */
import { Secret, TOTP } from 'otpauth';
import { createAdmin } from '#server/modules/accounts/create-admin.ts';
import { createFactorToken } from '#server/modules/accounts/second-factor/factor-tokens.ts';
import { createPasswords } from '#server/modules/accounts/passwords/passwords.ts';
import { expectAccessible } from '../support/accessible.ts';
import { newAccount } from '../support/accounts.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** The code that an authenticator app shows for the key, `steps` of half a minute from now. */
function appCode(key: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  return totp.generate({ timestamp: Date.now() + steps * 30_000 });
}

test('an owner turns the second factor on, signs in with a code and with a recovery code, and turns it off', async ({
  page,
  openWindow,
  call,
  complaints,
}) => {
  complaints.expect(/status of 40[01]/);
  const account = newAccount();
  const { token } = (await call('POST /auth/signup', { body: account })).token;
  await signInWithToken(page, token);
  await page.goto('/dashboard/account');
  await page.getByRole('link', { name: 'Set up' }).click();
  await expect(page.getByRole('heading', { name: 'Security', level: 1 })).toBeFocused();
  await page.getByRole('textbox', { name: 'Your password' }).fill('not the password');
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByText('This is not your current password')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
  const key = (await page.getByTestId('factor-secret').textContent())!;
  await expectAccessible(page, 'setting up a second factor', { hasDark: true });
  await page.setViewportSize(desktop);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This code is wrong or was used already')).toBeVisible();
  // A step behind, so that the present code is left for the sign-in.
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key, -1));
  await page.getByRole('textbox', { name: 'Code' }).press('Enter');
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('order-manager-recovery-codes.txt');
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  const other = await openWindow({ viewport: phone });
  const logIn = async () => {
    await other.goto('/login');
    await other.getByLabel('Email').fill(account.email);
    await other.getByRole('textbox', { name: 'Password' }).fill(account.password);
    await other.getByRole('button', { name: 'Log in' }).click();
    await expect(other.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  };
  await logIn();
  const box = other.getByRole('textbox', { name: 'Code' });
  await expect(box).toBeFocused();
  await expect(box).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(other, 'the code of a log in', { hasDark: true });
  await box.fill('123');
  await box.press('Enter');
  await expect(other.getByText('This code is wrong or was used already. Wait for the next one.')).toBeVisible();
  await box.fill(appCode(key));
  await box.press('Enter');
  await expect(other.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();

  await other.evaluate(() => localStorage.clear());
  await logIn();
  await box.fill(codes[0]!.toUpperCase());
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();

  await page.reload();
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(account.password);
  await page.getByRole('textbox', { name: 'Code' }).fill(codes[1]!);
  await expectAccessible(page, 'turning the second factor off', { hasDark: true });
  await page.getByRole('button', { name: 'Turn off' }).last().click();
  await expect(page.getByText('Two-step verification is off')).toBeVisible();
  await visit(page, '/dashboard/record');
  await expect(page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')).toContainText([
    'Sara Khan turned off two-step verification',
    'Sara Khan logged in',
    'Sara Khan turned on two-step verification',
  ]);
});

test('an admin sets a factor up at the first sign-in, and is signed in only then', async ({ page, db, complaints }) => {
  complaints.expect(/status of 401/);
  const { email, password } = newAccount();
  await createAdmin(db, createPasswords(), { email, password, firstName: 'Ada', lastName: 'Min' }, new Date());
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await expectAccessible(page, 'a second factor at log in', { hasDark: true });
  const key = (await page.getByTestId('factor-secret').textContent())!;
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await page.getByRole('textbox', { name: 'Code' }).fill(appCode(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expectAccessible(page, 'recovery codes', { hasDark: true });
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page).toHaveURL('/dashboard/users');
  await page.goto('/dashboard/account/security');
  await expect(page.getByText("Admins can't turn it off.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
});

test('an admin enters the one-time token of the command line where the server asks for it', async ({
  page,
  db,
  complaints,
}) => {
  complaints.expect(/status of 40[13]/);
  const { email, password } = newAccount();
  await createAdmin(db, createPasswords(), { email, password, firstName: 'Ada', lastName: 'Min' }, new Date());
  const printed = await createFactorToken(db, email, new Date());
  if (typeof printed === 'string') throw new Error(printed);
  // Production mode asks; the server of the tests is in development.
  await page.route('**/auth/signin-set-up', async (route) => {
    if ((route.request().postDataJSON() as { setUpToken?: string }).setUpToken !== undefined) return route.continue();
    await route.fulfill({ status: 401, json: { success: false, code: 'auth.set_up_token', name: 'x', msg: 'x' } });
  });
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  const box = page.getByRole('textbox', { name: 'One-time token' });
  await expect(box).toBeVisible();
  await expectAccessible(page, 'the one-time token of an admin', { hasDark: true });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter the token', { exact: true })).toBeVisible();
  await box.fill('a token that nobody printed');
  await box.press('Enter');
  await expect(
    page.getByText('Enter the one-time token that the operator of this server printed for you.'),
  ).toBeVisible();
  await box.fill(printed.token);
  await box.press('Enter');
  await page
    .getByRole('textbox', { name: 'Code' })
    .fill(appCode((await page.getByTestId('factor-secret').textContent())!));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: "I've saved them" }).click();
  await expect(page).toHaveURL('/dashboard/users');
});
