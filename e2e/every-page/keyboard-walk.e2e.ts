/** Screens by keyboard: past the navigation in one step, into a dialog, and back to the opening control (G11). */
import type { Page } from '@playwright/test';
import { limitKitchen, placeOrder, signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** Follows the link that the first Tab on a page offers, past the navigation to the content. */
async function skipNavigation(page: Page): Promise<void> {
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toBeInViewport({ ratio: 1 });
}

test('the navigation can be skipped, and Escape leads from a dialog back to its opener', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await limitKitchen(call, place);
  const order = await placeOrder(call, place);
  await signInWithToken(page, place.owner.token);
  const screens = [
    { path: `/dashboard/orders/live?order=${order._id}`, opener: 'Cancel', dialog: 'Cancel order' },
    {
      path: `/dashboard/orders/live?order=${order._id}`,
      opener: 'Change order',
      dialog: `Change order #${order.orderNumber}`,
    },
    {
      path: `/dashboard/orders/live?order=${order._id}`,
      opener: /^Next hour (\d+% )?full$/,
      dialog: 'How full the kitchen is',
    },
    { path: '/dashboard/items', opener: 'Category', dialog: 'Move 1 item to a category' },
    {
      path: `/dashboard/items/edit?id=${place.items.burger}`,
      opener: 'Link modifier list',
      dialog: 'Link modifier list',
    },
    { path: '/dashboard/staff', opener: 'Invite', dialog: 'Invite a team member' },
  ];
  for (const { path, opener, dialog } of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const button = page.getByRole('main').getByRole('button', { name: opener, exact: true });
    const tick = page.getByRole('checkbox', { name: `Select ${place.named('burger')}` });
    await expect(path === '/dashboard/items' ? tick : button).toBeEnabled();
    await skipNavigation(page);
    if (path === '/dashboard/items') await tick.check();
    await button.focus();
    await page.keyboard.press('Enter');
    // A dialog whose form is still being loaded has no control yet.
    await expect(page.getByRole('dialog', { name: dialog }).getByRole('button').first()).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog', { name: dialog }).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button, path).toBeFocused();
  }
});

test('leaving changed hours by keyboard asks first, and Escape stays', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/outlets/edit/ordering-services/delivery?id=${place.outletId}`);
  await expect(page.getByRole('button', { name: 'Copy to all days' })).toBeVisible();
  await skipNavigation(page);
  await page.getByRole('textbox', { name: 'Preparation time' }).fill('25');
  const away = page.getByRole('link', { name: 'Inventory' });
  await away.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(away).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Preparation time' })).toHaveValue('25');
});
