/** The people of a restaurant: from the mail to a colleague with a role, and the audit log (ST-03 to ST-05). */
import { makeOwner } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { giveProof } from '../support/proof.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';
import { linkMailedTo } from '../support/mail.ts';

test.use({ viewport: desktop });

test('an invitation leads from the mail to a colleague who moves orders and cannot see how prices are set', async ({
  page,
  openRestaurant,
  openWindow,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const place = await openRestaurant();
  const email = `omar.${place.canary}@example.test`;
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Staff', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Staff (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' });
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('This email field is required')).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await expect(dialog.getByRole('radio', { name: 'Staff' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('The invitation is on its way')).toBeVisible();
  const waiting = page.getByRole('list', { name: 'Pending invitations' });
  await expect(waiting).toContainText(email);

  const guest = await openWindow({ viewport: phone });
  await guest.goto(await linkMailedTo(guest, email, 'invites you'));
  await expect(guest.getByRole('heading', { name: `Join ${place.name}` })).toBeVisible();
  await expect(guest.getByLabel('Email')).toHaveValue(email);
  await expectAccessible(guest, 'an invitation', { hasDark: true });
  await guest.getByLabel('First name').fill('Omar');
  await guest.getByLabel('Last name').fill('Nasser');
  await guest.getByRole('textbox', { name: 'Password' }).fill('violet anchor 47 lamps');
  await guest.getByRole('button', { name: 'Join' }).click();
  await expect(guest.getByRole('heading', { name: 'Get Started' })).toBeVisible();
  await guest.goto('/dashboard/orders/live');
  await expect(guest.getByRole('heading', { name: 'Live Orders', exact: true })).toBeVisible();
  // Prices and people are not theirs to change.
  await visit(guest, '/dashboard/items');
  await expect(guest.getByRole('row').filter({ hasText: 'Burger' }).first()).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Add item' })).toHaveCount(0);
  await visit(guest, '/dashboard/staff');
  await expect(guest.getByRole('heading', { name: 'This page is for owners' })).toBeVisible();
  await visit(guest, '/dashboard');
  await guest.getByRole('button', { name: 'Open navigation' }).click();
  await expect(guest.getByRole('link', { name: 'Live Orders' })).toBeVisible();
  await expect(guest.getByRole('link', { name: 'Staff' })).toHaveCount(0);

  // A new role signs the person out at once.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Staff (2)' })).toBeVisible();
  await page.getByLabel('Role of Omar Nasser').selectOption('Manager');
  await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
  await expect(page.getByText('The role is changed')).toBeVisible();
  await expect(page.getByLabel('Role of Omar Nasser')).toHaveValue('manager');
  await guest.goto('/dashboard/items');
  await expect(guest.getByRole('heading', { name: 'Welcome' })).toBeVisible();

  await page.getByRole('button', { name: 'Remove: Omar Nasser' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Remove Omar Nasser from the team?' })
    .getByRole('button', { name: 'Remove' })
    .press('Enter');
  // The row of the only owner has no button.
  await expect(page.getByRole('heading', { name: 'Staff (1)' })).toBeFocused();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')).toContainText([
    'Removed Omar Nasser',
    'Changed the role of Omar Nasser',
    `${email} joined`,
    `Invited ${email}`,
  ]);
  await expect(page.getByText('Integrity check passed.')).toBeVisible();
  await expectAccessible(page, 'the record', { hasDark: true });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await giveProof(page, 'Export');
  expect((await download).suggestedFilename()).toBe('record.csv');
});

test('an owner is removed with the password of another owner alone', async ({
  page,
  openRestaurant,
  db,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  await makeOwner(db, place.id);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/staff');
  await expect(page.getByRole('heading', { name: 'Staff (2)' })).toBeVisible();
  const role = page.getByLabel('Role of Sara Khan').last();
  await role.selectOption('Staff');
  const change = page.getByRole('dialog', { name: 'Make Sara Khan a member of staff?' });
  await giveProof(page, 'Change the role', 'not my password');
  await expect(change.getByRole('textbox', { name: 'Your password' })).toHaveAccessibleDescription(/password/);
  await change.getByRole('button', { name: 'Cancel' }).click();
  await expect(role).toHaveValue('owner');
  await page.getByRole('button', { name: 'Remove: Sara Khan' }).last().click();
  await expectAccessible(page, 'the removal of an owner', { hasDark: true });
  await giveProof(page, 'Remove');
  await expect(page.getByRole('heading', { name: 'Staff (1)' })).toBeVisible();
});

test('an invitation is sent again and taken back, which voids its link', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  const email = `mona.${place.canary}@example.test`;
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/staff');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('dialog').getByLabel('Email').press('Enter');
  const link = await linkMailedTo(page, email, 'invites you');
  await page.goto('/dashboard/staff');
  await page.getByRole('button', { name: `Send again to ${email}` }).click();
  await expect(page.getByText('The invitation is on its way again')).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  await expectAccessible(page, 'an invitation that is over', { hasDark: true });
  await page.goto('/dashboard/staff');
  await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click();
  await expect(page.getByText('The invitation is taken back')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
});

test('the matrix shows the permissions of each role', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await page.goto('/dashboard/staff');
    await page.getByRole('main').getByText('Orders', { exact: true }).click();
    // Each area has a name here; those of the server are not capitalised.
    for (const area of await page.locator('summary').allTextContents()) expect(area).toMatch(/^[A-Z]/);
    const table = page.getByRole('table', { name: 'Orders' });
    await expect(table.getByRole('row').filter({ hasText: 'See and accept orders' })).toContainText('YesYesYes');
    await page.getByText('Branding and settings').click();
    const terms = page.getByRole('table', { name: 'Branding and settings' });
    await expect(terms.getByRole('row').filter({ hasText: 'Change the name' })).toContainText('YesNoNo');
    await expectAccessible(page, 'staff', { hasDark: true });
  }
  // Neither the people nor the matrix can be had: one way to try again brings both.
  const ofStaff = '**/api/v1/staff/**';
  await page.route(ofStaff, (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(1);
  await expect(page.locator('main [aria-busy]')).toHaveCount(0);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toHaveCount(1);
  await page.unroute(ofStaff);
  await tryAgain.click();
  await expect(page.getByRole('heading', { name: 'Staff (1)' })).toBeVisible();
  await expect(page.locator('summary').first()).toBeVisible();
});
