/**
 * The platform's admins: their three pages, their decisions, and the effects for people and guests (decisions 26 and
 * 28).
 */
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { linkMailedTo } from '../support/mail.ts';
import { chooseAction, rowMenu } from '../support/row-menu.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('a restaurant is cancelled with a reason that its people and guests read, and approved again', async ({
  page,
  openRestaurant,
  openWindow,
  db,
}) => {
  const place = await openRestaurant();
  const { token } = await makeAdmin(db);
  await signInWithToken(page, token, 'admin');
  await page.goto('/signup');
  await expect(page).toHaveURL('/dashboard');
  await page.goto(`/dashboard/resturants?search=${place.canary}`);
  await expect(page.getByText(/^The database is PostgreSQL \d+\.\d+, released on /)).toBeVisible();
  const line = page.getByRole('row').filter({ hasText: place.name });
  await expect(line).toContainText('1 outlet (1 now)');
  await expect(line).toContainText('United Arab Emirates');
  await expect(line).toContainText('Google');
  await expect(line.getByRole('button', { name: `Cancel ${place.name}` })).toBeInViewport({ ratio: 1 });
  await line.getByRole('button', { name: `Cancel ${place.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Cancel ${place.name}?` });
  await dialog.getByRole('button', { name: 'Cancel the restaurant' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The licence has run out');
  await dialog.getByRole('button', { name: 'Cancel the restaurant' }).click();
  await expect(line).toContainText('Cancelled');
  await expect(line).toContainText('The licence has run out');

  const merchant = await openWindow({ viewport: phone });
  await signInWithToken(merchant, place.owner.token);
  await merchant.goto('/dashboard/inventory');
  await expect(merchant.getByRole('alert').filter({ hasText: 'The licence has run out' })).toBeVisible();
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByText('Closed').first()).toBeVisible();

  await line.getByRole('button', { name: `Approved ${place.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(line.getByText('Approved', { exact: true })).toBeVisible();
  await merchant.reload();
  await expect(merchant.getByRole('alert').filter({ hasText: 'The licence has run out' })).toHaveCount(0);
  await guest.reload();
  await expect(guest.getByText('Closed')).toHaveCount(0);
  await expect(line.getByText('Email not confirmed')).toHaveCount(0);
  await db.updateTable('restaurants').set({ owner_verified_at: null }).where('id', '=', place.id).execute();
  await page.reload();
  await expect(line.getByText('Email not confirmed')).toBeVisible();
  await expectAccessible(page, 'restaurants', { hasDark: true });

  await page.setViewportSize(desktop);
  await visit(page, `/dashboard/messages?search=${place.canary}`);
  await expect(page.getByRole('heading', { name: 'Messages', level: 1 })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Order mails' })).toBeVisible();
  const budgets = page.getByRole('row').filter({ hasText: place.name });
  // Alert mails and calls, and texts and mails about cancelled orders.
  await expect(budgets.getByText('0 of 100 a day')).toHaveCount(4);
  await budgets.getByRole('button', { name: `Change the budgets of ${place.name}` }).click();
  const change = page.getByRole('dialog', { name: `Budgets of ${place.name}` });
  await change.getByLabel('Messages').selectOption('Alert calls');
  await expect(change.getByLabel('Most in a day')).toHaveValue('100');
  await change.getByLabel('Most in a day').fill('many');
  await page.keyboard.press('Enter');
  await expect(change.getByLabel('Most in a day')).toHaveAttribute('aria-invalid', 'true');
  await change.getByLabel('Most in a day').fill('250');
  await page.keyboard.press('Enter');
  await expect(budgets).toContainText('0 of 250 a day');
  await expectAccessible(page, 'budgets of messages', { hasDark: true });
});

test('a restaurant is created, and its owner signs in by the mail', async ({ page, openWindow, db }) => {
  const { token, userId } = await makeAdmin(db);
  const name = `Harbour ${userId.slice(-8)}`;
  const email = `${userId}@owner.test`;
  await signInWithToken(page, token, 'admin');
  await page.goto('/dashboard/create-restaurant');
  await expect(page).toHaveURL(/create-resturant$/);
  const create = page.getByRole('button', { name: 'Create resturant' });
  await expect(page.getByText('Still needed: Restaurant name, Number of outlets')).toBeVisible();
  await expectAccessible(page, 'create restaurant', { hasDark: true });
  await page.getByLabel('Restaurant name').fill(name);
  await page.getByLabel('Number of outlets').selectOption('2 - 5 outlets');
  await page.getByLabel('Country').selectOption('United Arab Emirates');
  await page.getByLabel('How they heard about us').selectOption('Radio');
  await page.getByLabel('Email of the owner').fill(email);
  await create.click();
  await expect(page.getByText('Your record was successfully added')).toBeVisible();
  await visit(page, `/dashboard/restaurants?search=${encodeURIComponent(name)}`);
  await expect(page).toHaveURL(/resturants/);
  const line = page.getByRole('row').filter({ hasText: name });
  await expect(line).toContainText(`${email}, invited`);

  const owner = await openWindow({ viewport: phone });
  await owner.goto(await linkMailedTo(owner, email, 'invites you'));
  await expect(owner.getByRole('heading', { name: `Join ${name}` })).toBeVisible();
  await owner.getByLabel('First name').fill('Layla');
  await owner.getByLabel('Last name').fill('Haddad');
  await owner.getByRole('textbox', { name: 'Password' }).fill('violet anchor 47 lamps');
  await owner.getByRole('button', { name: 'Join' }).click();
  await expect(owner.getByRole('heading', { name: 'Get Started' })).toBeVisible();
  await page.reload();
  await expect(line).toContainText('Layla Haddad');
});

test("an admin ends a user's sessions, disables the account with a reason, and enables it again", async ({
  page,
  openRestaurant,
  openWindow,
  complaints,
  db,
}) => {
  complaints.expect(/status of 401/);
  const place = await openRestaurant();
  const { token } = await makeAdmin(db);
  await db
    .updateTable('users')
    .set({ email: 'layla.haddad@zaatar.example' })
    .where('id', '=', place.owner.userId)
    .execute();
  const merchant = await openWindow({ viewport: desktop });
  await signInWithToken(merchant, place.owner.token);
  await merchant.goto('/dashboard/inventory');
  await expect(merchant.getByRole('heading', { name: 'Inventory', level: 1 })).toBeVisible();
  await signInWithToken(page, token, 'admin');
  await page.goto(`/dashboard/users?search=${place.canary}`);
  const line = page.getByRole('row').filter({ hasText: 'Khan' });
  await expect(line).toContainText('+971 501234567');
  // An email stands on one line, with the restaurant below it.
  const address = line.getByText('layla.haddad@zaatar.example');
  const lines = (text: Element) => new Set([...text.getClientRects()].map(({ top }) => top)).size;
  expect(await address.evaluate(lines)).toBe(1);
  await expect(line).toContainText(place.canary);
  await expect(rowMenu(line, 'Sara Khan')).toBeInViewport({ ratio: 1 });
  await chooseAction(line, 'End sessions');
  await expect(page.getByText('They are signed out everywhere')).toBeVisible();
  await expect(merchant.getByRole('dialog', { name: 'Log in again' })).toBeVisible();
  await chooseAction(line, 'Disable');
  const dialog = page.getByRole('dialog', { name: 'Disable Sara Khan?' });
  await dialog.getByLabel('Reason').fill('Stolen phone');
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expect(line).toContainText('Disabled: Stolen phone');
  await chooseAction(line, 'Enable');
  await expect(line).not.toContainText('Disabled');
  await expectAccessible(page, 'users', { hasDark: true });

  // A page of merchants has a way back for admins.
  await page.goto('/dashboard/inventory');
  await page.getByRole('link', { name: 'Go to Users' }).click();
  await expect(page).toHaveURL('/dashboard/users');
});

test('without a session, and for a merchant, the three pages ask for an admin and show nothing', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const merchant = await openWindow({ viewport: desktop });
  await signInWithToken(merchant, place.owner.token);
  for (const path of ['/dashboard/users', '/dashboard/resturants', '/dashboard/create-resturant']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'This page is for admins of the platform' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Users' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
    await visit(merchant, path);
    await expect(merchant.getByText('Contact the people who run Order Manager')).toBeVisible();
  }
  await expectAccessible(page, 'for admins only', { hasDark: true });
});
