/** A tablet that several people share (ST-06): the person who takes over by PIN is named on the order's timeline. */
import { expectAccessible } from '../support/accessible.ts';
import { newAccount } from '../support/accounts.ts';
import { orderDetails, placeOrder, pressStatusButton, row, signInWithToken } from '../support/kitchen.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { visit } from '../support/screen.ts';
import { expect, tablet, test } from '../support/test.ts';
import { createPasswords } from '#server/modules/accounts/passwords/passwords.ts';

test.use({ viewport: tablet });

test('a cook takes the tablet over by PIN and is named on the order', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of 40[09]/);
  const place = await openRestaurant();
  const { password } = newAccount();
  const passwordHash = await createPasswords().hash(password);
  const cook = await makeOwner(db, place.id, 'staff');
  for (const [id, first_name] of [
    [place.owner.userId, 'Layla'],
    [cook.userId, 'Omar'],
  ] as const)
    await db.updateTable('users').set({ first_name, password_hash: passwordHash }).where('id', '=', id).execute();
  await call('POST /auth/set-pin', { body: { password, pin: '2468' } }, cook.token);

  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/account');
  await page.getByLabel('Your PIN').fill('1357');
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await expect(page.getByText('Your PIN is set')).toBeVisible();
  await page.getByLabel('Lock when unused for').selectOption('2 minutes');
  await expectAccessible(page, 'sharing a tablet', { hasDark: true });
  await page.setViewportSize(tablet);
  await page.getByRole('button', { name: 'Share this device' }).click();
  await expect(page.getByText('Layla Khan is using this tablet')).toBeVisible();

  const order = await placeOrder(call, place);
  await page.goto('/dashboard/orders/live');
  await page.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByText('Locked. Orders still show and ring.')).toBeVisible();
  // Locked for an hour; whoever takes over touches it.
  await page.evaluate(() => localStorage.setItem('deviceTouchedAt', String(Date.now() - 3_600_000)));
  await row(page, order.orderNumber).click();
  await page.getByRole('button', { name: 'Take over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Omar Khan' }).click();
  for (const digit of ['9', '9', '9', '9']) await dialog.getByRole('button', { name: digit, exact: true }).click();
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog.getByText('This PIN is wrong. Tries left: 4.')).toBeVisible();
  // Buttons behind the dialog cannot be touched.
  for (const button of await dialog.getByRole('button').all()) {
    const { width, height } = (await button.boundingBox())!;
    expect(Math.min(width, height), (await button.textContent())!).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page, 'the PIN pad', { hasDark: true });
  await page.setViewportSize(tablet);
  // The keyboard works as well.
  await dialog.getByLabel('PIN', { exact: true }).fill('2468');
  await dialog.getByLabel('PIN', { exact: true }).press('Enter');
  await expect(page.getByText('Omar Khan is using this tablet')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressStatusButton(page, 'Move to preparation');
  await expect(orderDetails(page).getByText('In Kitchen')).toBeVisible();
  await visit(page, `/dashboard/orders/${order._id}`);
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('by Omar Khan');
  await visit(page, '/dashboard/staff');
  await expect(page.getByRole('heading', { name: 'This page is for owners' })).toBeVisible();
});
