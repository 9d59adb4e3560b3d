/**
 * Get Started: the finished steps, the obstacles to ordering, the address of the site, and a test order (M19, ON-09).
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { signUpNew } from '../support/accounts.ts';
import { orderDetails, openLiveOrders, placeOrder, row, signInWithToken } from '../support/kitchen.ts';
import { expect, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

const place = (page: Page) => page.getByRole('button', { name: 'Place a test order' });

test("a test order appears, marked, on the kitchen's screen", async ({ page, openWindow, openRestaurant, call }) => {
  const shop = await openRestaurant({ stock: 4 });
  const kitchen = await openWindow({ viewport: tablet });
  await openLiveOrders(kitchen, shop);

  await signInWithToken(page, shop.owner.token);
  await page.goto('/dashboard');
  await place(page).click();
  await expect(page.getByText('Test order #1 is in Live Orders.')).toBeVisible();
  await expect(row(kitchen, 1)).toContainText('Test');
  await row(kitchen, 1).click();
  await expect(orderDetails(kitchen)).toContainText('Test');
  await expect(orderDetails(kitchen)).toContainText(shop.named('burger'));
  await expect(orderDetails(kitchen)).toContainText('Sara Khan');

  await page.getByRole('link', { name: 'Show it' }).click();
  await expect(page).toHaveURL(/\/dashboard\/orders\/live\?order=/);
  await expect(orderDetails(page)).toContainText('#1');
  const { items } = await call('GET /menu/get-all-items-modifier', {}, shop.owner.token);
  expect(items.find(({ _id }) => _id === shop.items.special)?.quantity).toBe(4);
});

test('a test order says when a guest could not have placed it, and why it cannot be placed', async ({
  page,
  openRestaurant,
  db,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const shop = await openRestaurant();
  await changeMenu(db, shop.id, (tx) =>
    tx.updateTable('outlet_modes').set({ opening_hours: '[]' }).where('restaurant_id', '=', shop.id).execute(),
  );
  await signInWithToken(page, shop.owner.token);
  await page.goto('/dashboard');
  await place(page).click();
  await expect(page.getByText(`${shop.outletName} is closed now. A guest couldn't have ordered this.`)).toBeVisible();
  await changeMenu(db, shop.id, (tx) =>
    tx.updateTable('menus').set({ is_live: false }).where('restaurant_id', '=', shop.id).execute(),
  );
  await place(page).click();
  const reason = `No dish can be ordered at ${shop.outletName} now. Put one that is available on a Live menu.`;
  await expect(page.getByRole('alert')).toHaveText(reason);
  await expect(page.getByRole('main').getByText(reason)).toBeVisible();
});

test('a new restaurant sees its missing steps, each with a link', async ({ page, call }) => {
  await signInWithToken(page, await signUpNew(call));
  await page.goto('/dashboard');
  await expect(page.getByRole('progressbar', { name: '0 of 3 done' })).toBeVisible();
  await expect(place(page)).toBeDisabled();
  await expect(place(page)).toHaveAccessibleDescription('Create an outlet first.');
  await expect(page.getByText('Create an outlet first.')).toBeVisible();
  const missing = page.getByRole('list', { name: 'What keeps guests from ordering' }).getByRole('listitem');
  await expect(missing).toContainText(['You have no menu yet.', 'You have no outlet yet.']);
  await missing
    .filter({ hasText: 'outlet' })
    .getByRole('link', { name: /^Fix: / })
    .click();
  await expect(page).toHaveURL(/\/dashboard\/outlets\/create/);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Create your first outlet/ })).toHaveAttribute(
    'href',
    '/dashboard/outlets',
  );
  await expect(page.getByRole('link', { name: /Build your menu/ })).toHaveAttribute('href', '/dashboard/menus');
});

test("the day's figures follow the orders as they come: their number, money, and the time to accept", async ({
  page,
  openRestaurant,
  call,
}) => {
  const shop = await openRestaurant({ timeZone: zoneAtNoon() });
  await signInWithToken(page, shop.owner.token);
  await page.goto('/dashboard');
  const figures = page.getByRole('list', { name: 'Today' }).getByRole('listitem');
  await expect(figures.filter({ hasText: 'Orders today' })).toHaveText('Orders today0');
  await expect(figures.filter({ hasText: 'Outlets open now' })).toHaveText('Outlets open now1 of 1');
  await expect(figures.filter({ hasText: 'Devices that ring' })).toContainText('of 1');
  await call('POST /restaurant/update-settings', { body: { tipModes: ['pickup'] } }, shop.owner.token);
  const order = await placeOrder(call, shop);
  // A tip is no sale: 88.20 without it.
  const tipped = { ...pickupOrder(shop, [{ itemId: shop.items.special, quantity: 2 }], 92.3), tip: 4.1 };
  await call('POST /order/create-order', { body: { order: tipped } }, shop.guest.token);
  await expect(figures.filter({ hasText: 'Orders today' })).toHaveText('Orders today2');
  await expect(figures.filter({ hasText: 'Sales today' })).toHaveText('Sales todayAED 132.30');
  await expect(figures.filter({ hasText: 'Orders in progress' })).toHaveText('Orders in progress22 new orders');
  const body = { orderId: order._id, status: 'Confirmed' } as const;
  await call('POST /order/update-order-status', { body }, shop.owner.token);
  await expect(figures.filter({ hasText: 'Orders today' })).toHaveText('Orders today2accepted in less than a minute');
  await figures.filter({ hasText: 'Orders in progress' }).getByRole('link').click();
  await expect(page).toHaveURL('/dashboard/orders/live');
});

/** A zone where it is about noon now, so that no test there spans two days. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

test('a restaurant that is ready for orders is told so, and changes are noticed', async ({
  page,
  openRestaurant,
  db,
}) => {
  const shop = await openRestaurant();
  await signInWithToken(page, shop.owner.token);
  await page.goto('/dashboard');
  const check = page.getByRole('main').locator('section').filter({ hasText: 'Is your shop ready?' });
  await expect(check).toContainText('Yes. Guests can order from every active outlet during opening hours.');
  const unfinished = check.getByRole('button', { name: /look.? unfinished$/ });
  await expect(check.getByRole('listitem')).toHaveCount(0);
  await unfinished.click();
  await expect(unfinished).toHaveAttribute('aria-expanded', 'true');
  await expect(check.getByText(`"${shop.named('burger')}" has no picture.`)).toBeVisible();

  await changeMenu(db, shop.id, (tx) =>
    tx
      .updateTable('outlet_modes')
      .set({ takes_cash: false, takes_card: false })
      .where('mode', '=', 'pickup')
      .where('restaurant_id', '=', shop.id)
      .execute(),
  );
  await expect(check.getByText(`${shop.outletName}, Pickup: no payment method is on.`)).toBeVisible();
  await expect(check).toContainText("Guests can't order yet: 1 thing to fix");
});

test('the site has a QR code to print', async ({ page, openRestaurant, baseURL }) => {
  const shop = await openRestaurant();
  await signInWithToken(page, shop.owner.token);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'QR code' }).click();
  const dialog = page.getByRole('dialog', { name: 'QR code of your shop' });
  const address = `${baseURL}/${shop.slug}/menu`;
  const picture = dialog.getByRole('img', { name: `QR code of ${address}` });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1000);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download SVG' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${shop.slug}-qr.svg`);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^<svg .*<path d="M4 4h7v1h-7z/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'QR code' })).toBeFocused();
});

test("the site's buttons are in one line on a tablet", async ({ page, openRestaurant }) => {
  const shop = await openRestaurant();
  await signInWithToken(page, shop.owner.token);
  await page.goto('/dashboard');
  const buttons = page
    .getByRole('button', { name: 'Copy link' })
    .or(page.getByRole('link', { name: /^Open/ }))
    .or(page.getByRole('button', { name: 'QR code' }));
  await expect(buttons).toHaveCount(3);
  // In one call, because the page may move between two.
  const tops = await buttons.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});
