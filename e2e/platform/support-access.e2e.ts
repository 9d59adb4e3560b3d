/**
 * Support access: an admin reads a restaurant, masked and read-only, seen by its owner, who ends it (order-operations
 * 2; R26).
 */
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { orderDetails, placeOrder, row, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('an admin gets support access, and the owner ends it', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  complaints,
  db,
}) => {
  complaints.expect(/status of (401|409)/);
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const { token } = await makeAdmin(db);
  await page.goto('/');
  await page.evaluate((values) => Object.assign(localStorage, values), { token, userType: 'admin' });
  await page.goto(`/dashboard/resturants?search=${place.canary}`);
  await page.getByRole('button', { name: `Look inside ${place.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Look inside ${place.name}?` });
  await dialog.getByLabel('Reason').fill('They asked why nothing rings');
  await dialog.getByRole('button', { name: 'Look inside' }).click();

  await expect(page.getByText(new RegExp(`^Support view of ${place.name} until \\d\\d:\\d\\d`))).toBeVisible();
  await row(page, order.orderNumber).click();
  await expect(orderDetails(page)).toContainText('•••');
  await expect(page.getByText(place.guest.name)).toHaveCount(0);
  await expect(page.getByText(place.guest.phone)).toHaveCount(0);
  // Controls that change something are visible, and say why they are disabled.
  const onlyReads = page.getByRole('group', { name: 'A support view is read-only' });
  await expect(onlyReads.getByRole('button', { name: 'Move to preparation', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Print ticket' })).toBeEnabled();
  await expectAccessible(page, 'support view', { hasDark: true, height: 1600 });
  await page.setViewportSize(phone);
  await expectAccessible(page, 'support view on a phone', { height: 1600 });
  await visit(page, `/dashboard/items/edit?id=${place.items.water}`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await visit(page, '/dashboard/inventory');
  await expect(page.getByRole('textbox', { name: `${place.named('water')}, quantity left` })).toBeDisabled();
  await page.setViewportSize(tablet);
  await visit(page, '/dashboard/settings');
  await expect(page.getByRole('switch', { name: `${place.outletName}, Pickup` })).toBeDisabled();

  const owner = await openWindow({ viewport: phone });
  await signInWithToken(owner, place.owner.token);
  await owner.goto('/dashboard/inventory');
  await expect(owner.getByText('is looking at your restaurant until')).toContainText('They asked why nothing rings');
  await expectAccessible(owner, 'a support view as the owner sees it');
  await owner.setViewportSize(desktop);
  await owner.getByRole('button', { name: 'End it now' }).click();
  await expect(owner.getByText('is looking at your restaurant until')).toHaveCount(0);

  // The admin's page notices by itself.
  await page.setViewportSize(desktop);
  await expect(page.getByText('The support view is over.')).toBeVisible();
  await page.getByRole('link', { name: 'Resturants' }).click();
  await expect(page.getByRole('button', { name: /^Look inside / }).first()).toBeVisible();
  await visit(owner, '/dashboard/record');
  await expect(owner.getByText('closed the support view')).toBeVisible();
  await expect(owner.getByText('opened a support view')).toBeVisible();
});
