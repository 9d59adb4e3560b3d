/** Sign-up, sign-in, sign-out and redirects between them (core-setup 2, 4 and 5; M15). */
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { newAccount, signUpNew } from '../support/accounts.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

const messageBar = (page: Page) => page.getByRole('alert');

async function expectError(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(message);
  await expect(field).toHaveAttribute('aria-invalid', 'true');
}

test('the sign-in names missing fields, sends nothing, and focuses the first wrong field', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/auth/signin')) sent.push(request.url());
  });
  await page.goto('/login');
  await expect(page).toHaveTitle('Welcome – Order Manager');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectError(page.getByLabel('Email'), 'This email field is required');
  await expectError(page.getByRole('textbox', { name: 'Password' }), 'This password field is required');
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(sent).toEqual([]);
  await page.getByRole('link', { name: 'Signup now' }).click();
  await expect(page).toHaveURL('/signup');
  await expect(page.getByRole('heading', { name: /free trial$/, level: 1 })).toBeFocused();
});

test('Caps Lock is shown before a try fails', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock: true, bubbles: true })),
  );
  await expect(password).toHaveAccessibleDescription('Caps Lock is on');
});

test('a failed sign-in names the reason, each in its own words', async ({ page, complaints }) => {
  complaints.expect(/status of (401|500)|ERR_FAILED/);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.com');
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('a wrong password');
  const logIn = page.getByRole('button', { name: 'Log in' });
  await logIn.click();
  await expect(messageBar(page)).toHaveText('The email or the password is wrong.');
  await expectError(page.getByRole('textbox', { name: 'Password' }), 'The email or the password is wrong.');
  await page.route('**/auth/signin', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await logIn.click();
  await expect(messageBar(page)).toHaveText('server error');
  await page.route('**/auth/signin', (route) => route.abort(), { times: 1 });
  await logIn.click();
  await expect(messageBar(page)).toHaveText('Network Error');

  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('an error ends with the try and with the page that it is about', async ({ page, call, complaints }) => {
  complaints.expect(/status of (401|500)/);
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('a wrong password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(messageBar(page)).toHaveText('The email or the password is wrong.');
  await password.fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(messageBar(page)).toHaveCount(0);

  await page.goto('/dashboard/branding');
  await page.getByLabel('Colour code').fill('#0F766E');
  await page.route('**/restaurant/update-branding', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(messageBar(page).filter({ hasText: 'server error' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('link', { name: 'Order history' }).click();
  await expect(page.getByRole('heading', { name: 'Order history', level: 1 })).toBeVisible();
  await expect(messageBar(page)).toHaveCount(0);
});

test('a person signs in with the password, and signing out is final', async ({ page, call, complaints }) => {
  complaints.expect(/status of 401/);
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  await page.goto('/');
  await page.getByLabel('Email').fill(account.email.toUpperCase());
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/signup');
  await expect(page).toHaveURL('/dashboard');

  const token = await page.evaluate(() => localStorage.getItem('token'));
  expect(await page.evaluate(() => localStorage.getItem('userType'))).toBe('merchant');
  const signedOut = page.waitForResponse('**/auth/signout');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  // The remaining key belongs to the device, not to the person: its id among the devices that ring.
  const storedKeys = await page.evaluate(() => Object.keys(localStorage));
  expect(storedKeys.filter((key) => !key.startsWith('device'))).toEqual([]);
  await signedOut;
  expect(await refusalOf(call('GET /auth/me', {}, token!))).toMatchObject({ status: 401 });
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome', level: 1 })).toBeVisible();
});

test('a page requested without a session opens after the sign-in', async ({ page, call }) => {
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  await page.goto('/dashboard/items?sort=-price');
  await expect(page).toHaveURL('/');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/dashboard/items?sort=-price');
});

test('no address leads out of the product after the sign-in (R70)', async ({ page, call }) => {
  const account = newAccount();
  const { token } = (await call('POST /auth/signup', { body: account })).token;
  await signInWithToken(page, token);
  for (const next of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)']) {
    await page.goto(`/login?next=${encodeURIComponent(next)}#${next}`);
    await expect(page).toHaveURL('/dashboard');
  }
});

test('an unknown kind of user is signed out, and an admin has a separate home (decision 28)', async ({
  page,
  openWindow,
  call,
  db,
}) => {
  const token = await signUpNew(call);
  await page.addInitScript(
    (storedToken) => Object.assign(localStorage, { token: storedToken, userType: 'emperor' }),
    token,
  );
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();

  const admin = await makeAdmin(db);
  const window = await openWindow({ viewport: desktop });
  await signInWithToken(window, admin.token, 'admin');
  await window.goto('/login');
  await expect(window).toHaveURL('/dashboard/users');
});

test('signing up has two steps, which name what they need', async ({ page, complaints, call }) => {
  complaints.expect(/status of 400/);
  await page.goto('/signup');
  await expect(page.getByRole('heading', { name: 'Start your 30-day free trial', level: 1 })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps' });
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const country = page.getByRole('combobox', { name: 'Country', exact: true });
  const dialCode = page.getByRole('combobox', { name: 'Country code' });
  const password = page.getByRole('textbox', { name: 'Password' });
  const next = page.getByRole('button', { name: 'Continue' });
  const create = page.getByRole('button', { name: 'Create account' });

  await next.click();
  await expectError(field('Restaurant'), 'This restaurant field is required');
  await expectError(field('Outlets'), 'This total store field is required');
  await expectError(country, 'This country field is required');
  await expectError(field('How did you find us?'), 'How did you find us?');
  await expect(field('Restaurant')).toBeFocused();
  // An error disappears as soon as its field is corrected.
  await page.keyboard.type('K');
  await expect(field('Restaurant')).toHaveAttribute('aria-invalid', 'false');
  await expect(field('Outlets').getByRole('option')).toHaveText([
    'Choose',
    '1 outlet',
    '2 - 5 outlets',
    '6 - 10 outlets',
    '10+ outlets',
  ]);

  await steps.getByRole('button', { name: 'Account setup' }).click();
  await create.click();
  // The first wrong field is in the first step.
  await expect(steps.getByRole('button', { name: 'Restaurant info' })).toHaveAttribute('aria-current', 'step');
  const account = newAccount();
  await field('Restaurant').fill(account.restaurant);
  await field('Outlets').selectOption('2 - 5 outlets');
  await country.fill('united arab');
  await page.getByRole('option', { name: 'United Arab Emirates' }).click();
  await field('How did you find us?').selectOption('Friend');
  await next.click();
  await expect(field('First name')).toBeFocused();

  await expect(dialCode).toHaveValue('+971 United Arab Emirates');
  // The currency follows the country until the person has chosen another.
  const choose = async (list: Locator, name: string) => {
    await list.fill(name);
    await page.getByRole('option', { name }).click();
  };
  const openStep = (name: string) => steps.getByRole('button', { name }).click();
  await openStep('Restaurant info');
  await choose(country, 'Kuwait');
  await openStep('Account setup');
  await expect(dialCode).toHaveValue('+965 Kuwait');
  await choose(dialCode, 'Portugal');
  await openStep('Restaurant info');
  await choose(country, 'United Arab Emirates');
  await openStep('Account setup');
  await expect(dialCode).toHaveValue('+351 Portugal');
  await choose(dialCode, 'United Arab Emirates');
  await create.click();
  await expectError(field('First name'), 'This fname field is required');
  await expectError(field('Last name'), 'This lname field is required');
  await expectError(field('Mobile'), 'This phone no field is required');
  await expectError(field('Email'), 'This email field is required');
  await expectError(password, 'This password field is required');
  await expect(field('First name')).toBeFocused();
  await field('First name').fill('Sara');
  await field('Last name').fill('Khan');
  await field('Mobile').fill('12');
  await field('Email').fill('sara');
  await password.fill('short');
  await create.click();
  await expectError(field('Mobile'), "This number isn't valid for the country you chose");
  await expectError(field('Email'), 'Use an address like name@example.com');
  await expectError(password, 'Use at least 8 characters');

  await field('Mobile').fill('50 123 4567');
  await field('Email').fill(account.email);
  await password.fill('password123');
  await create.click();
  await expect(messageBar(page).first()).toHaveText(
    'Choose another password: at least 8 characters and not a common one.',
  );
  await password.fill(account.password);
  await page.reload();
  await expect(field('Restaurant')).toHaveValue(account.restaurant);
  await steps.getByRole('button', { name: 'Account setup' }).click();
  await expect(field('First name')).toHaveValue('Sara');
  await expect(password).toHaveValue('');
  await password.fill(account.password);
  await create.click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('progressbar', { name: '0 of 3 done' })).toBeVisible();

  const token = await page.evaluate(() => localStorage.getItem('token'));
  const { restaurant, user } = await call('GET /auth/me', {}, token!);
  expect(user).toMatchObject({ firstName: 'Sara', lastName: 'Khan', email: account.email, userType: 'merchant' });
  expect(restaurant).toMatchObject({ name: account.restaurant, currency: 'AED', country: 'AE' });
});

test('the platform links to its terms, a password shows its strength, and a known email is reported at its field', async ({
  page,
  call,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const account = newAccount();
  await call('POST /auth/signup', { body: account });
  const json = { trialDays: 30, termsUrl: 'https://eat.example/terms', privacyUrl: 'https://eat.example/privacy' };
  await page.route('**/auth/signup-terms', (route) => route.fulfill({ json }));
  await page.goto('/signup');
  await expect(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', json.termsUrl);
  await expect(page.getByRole('link', { name: 'Privacy notice' })).toHaveAttribute('href', json.privacyUrl);
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await field('Restaurant').fill(account.restaurant);
  await field('Outlets').selectOption('1 outlet');
  await page.getByRole('combobox', { name: 'Country', exact: true }).fill('kuwait');
  await page.getByRole('option', { name: 'Kuwait' }).click();
  await field('How did you find us?').selectOption('Google');
  await page.getByRole('button', { name: 'Continue' }).click();
  await field('First name').fill('Omar');
  await field('Last name').fill('Aziz');
  await field('Mobile').fill('50012345');
  await field('Email').fill(account.email);
  const password = page.getByRole('textbox', { name: 'Password' });
  const strength = page.getByText(/^(Weak|Fair|Strong)$/);
  await expect(strength).toHaveCount(0);
  for (const [entered, said] of [
    ['Kx7!mQ2', 'Weak'],
    ['Kx7!mQ2z', 'Fair'],
    [`${randomBytes(9).toString('hex')}!`, 'Strong'],
  ] as const) {
    await password.fill(entered);
    await expect(strength).toHaveText(said);
  }
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(messageBar(page).first()).toHaveText('An account with this email exists already. Log in instead.');
});
