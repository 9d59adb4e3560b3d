/**
 * Sign-in and sign-up by the specification: every rule and message of the four public screens (core-setup 2, 5 and 8).
 */
import type { Page, Route } from '@playwright/test';
import { newAccount } from '../support/accounts.ts';
import { fill, type Line, listsAll, offers, press, says, walk } from '../support/specification.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 1280, height: 900 } });
/** The specification says 'about 240'. */
const countriesWithDialCodes = 245;

const entrance: readonly Line[] = [
  {
    line: 'log in only when both fields are filled',
    at: '/login',
    sees: [
      async (page, place) => {
        const sent: string[] = [];
        page.on('request', (request) => {
          if (request.url().includes('/auth/signin')) sent.push(request.url());
        });
        await press('Log in')(page, place);
        await says('This email field is required', 'This password field is required')(page, place);
        await fill({ Email: 'sara@example.com' })(page, place);
        await press('Log in')(page, place);
        await says('This password field is required')(page, place);
        expect(sent).toEqual([]);
      },
    ],
  },
  {
    line: 'forgot password: email required',
    at: '/forgot-password',
    sees: [press('Reset Password'), says('This email field is required')],
  },
  {
    line: 'password recovery: required messages for email, password and confirm password; they must match (decision 8)',
    at: '/recover-password?token=of-a-mailed-link',
    sees: [
      press('Save new password'),
      says(
        'This email field is required',
        'This password field is required',
        'This confirm password field is required',
      ),
      fill({ 'New password': 'a long password 1', 'Confirm password': 'another one 22' }),
      press('Save new password'),
      says("The passwords don't match"),
    ],
  },
  {
    line: 'sign-up step 1: four fields, four messages; Continue moves on only when all are filled',
    at: '/signup',
    sees: [
      press('Continue'),
      says(
        'This restaurant field is required',
        'This total store field is required',
        'This country field is required',
        'How did you find us?',
      ),
      (page) => expect(page.getByRole('button', { name: 'Continue' })).toBeVisible(),
      offers('Outlets', ['Choose', '1 outlet', '2 - 5 outlets', '6 - 10 outlets', '10+ outlets']),
      offers('How did you find us?', [
        'Choose',
        'Google',
        'Instagram',
        'Other restaurant',
        'Facebook',
        'Friend',
        'Radio',
        'Other',
      ]),
      listsAll('Country', countriesWithDialCodes),
    ],
  },
  {
    line: 'sign-up step 2: six fields, six messages; a matching list of dialling codes',
    at: '/signup',
    sees: [
      async (page) => {
        await page.getByRole('textbox', { name: 'Restaurant' }).fill('Harbour Grill');
        await page.getByLabel('Outlets', { exact: true }).selectOption('1 outlet');
        await page.getByRole('combobox', { name: 'Country', exact: true }).fill('united arab');
        await page.getByRole('option', { name: 'United Arab Emirates' }).click();
        await page.getByLabel('How did you find us?', { exact: true }).selectOption('Radio');
      },
      press('Continue'),
      listsAll('Country code', countriesWithDialCodes),
      press('Create account'),
      says(
        'This fname field is required',
        'This lname field is required',
        'This country code field is required',
        'This phone no field is required',
        'This email field is required',
        'This password field is required',
      ),
    ],
  },
];

test('the public screens follow every rule of the specification', async ({ page, openRestaurant }) => {
  await walk(page, await openRestaurant(), entrance);
});

/** A refusal with its own sentence, a failure without one, and no answer at all. */
const answers = {
  refused: (status: number) => (route: Route) =>
    route.fulfill({ status, json: { name: 'Odd', msg: 'The sentence of the server', code: 'server.newer' } }),
  failed: (route: Route) => route.fulfill({ status: 500, body: '' }),
  silent: (route: Route) => route.abort(),
} as const;

const alert = (page: Page) => page.getByRole('alert').first();

test("a failed sign-in shows the server's msg for 401, and the stated texts for any other error and for no message", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of|ERR_FAILED/);
  await page.goto('/login');
  await page.getByLabel('Email').fill('sara@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('a wrong password');
  for (const [answer, message] of [
    [answers.refused(401), 'The sentence of the server'],
    [answers.failed, 'server error'],
    [answers.refused(404), 'server error'],
    [answers.silent, 'Network Error'],
  ] as const) {
    await page.route('**/auth/signin', answer, { times: 1 });
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(alert(page)).toHaveText(message);
  }
});

test("a failed sign-up shows the server's msg for 400 and 404, otherwise Server error", async ({
  page,
  complaints,
}) => {
  complaints.expect(/status of|ERR_FAILED/);
  const account = newAccount();
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Restaurant' }).fill(account.restaurant);
  await page.getByLabel('Outlets', { exact: true }).selectOption(account.outlets);
  await page.getByRole('combobox', { name: 'Country', exact: true }).fill('united arab');
  await page.getByRole('option', { name: 'United Arab Emirates' }).click();
  await page.getByLabel('How did you find us?', { exact: true }).selectOption(account.chatfoodInformer);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill(account.firstName);
  await page.getByRole('textbox', { name: 'Last name' }).fill(account.lastName);
  await page.getByRole('textbox', { name: 'Mobile' }).fill(account.mobileNumber);
  await page.getByRole('textbox', { name: 'Email' }).fill(account.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(account.password);
  for (const [answer, message] of [
    [answers.refused(400), 'The sentence of the server'],
    [answers.failed, 'Server error'],
    [answers.refused(404), 'The sentence of the server'],
    [answers.refused(403), 'Server error'],
    [answers.silent, 'Server error'],
  ] as const) {
    await page.route('**/auth/signup', answer, { times: 1 });
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(alert(page)).toHaveText(message);
  }
});
