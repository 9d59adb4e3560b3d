/**
 * A script of the site that did not arrive: browsers remember the failure for as long as the page lives, and the guest
 * must not notice.
 */
import { addBurger, goToCheckout, signInGuest, openShop, settled, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test.beforeEach(({ complaints }) => {
  complaints.expect(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported/);
});

test('an order is placed and followed although a file was lost and the connection drops', async ({
  page,
  context,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await signInGuest(page, place);
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('placed-screen'));
  await page.route('**/assets/placed-screen*', (route) => route.abort(), { times: 1 });
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await goToCheckout(page);
  await lost;
  // Ordering is possible only once the confirmation's script is loaded.
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  const { order: orders } = await call('GET /order/get-all-orders', { query: {} }, place.guest.token);
  expect(orders).toHaveLength(1);

  await context.setOffline(true);
  await page.getByRole('link', { name: 'Track order' }).click();
  // The order came along from the page where it was placed.
  await expect(page.getByRole('alert')).toHaveText('No connection. What you see may be out of date.');
  await expect(page.getByText(`Order #${orders[0]!.orderNumber}`)).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Refresh status' }).click();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a drawer whose file was lost opens all the same, and reports when it cannot', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await page.route('**/assets/sheets*', (route) => route.abort(), { times: 1 });
  await openShop(page, `/${place.slug}/menu`);
  const address = page.getByRole('button', { name: /Select Delivery Address/ });
  await address.click();
  const drawer = page.getByRole('dialog', { name: 'Set delivery address' });
  await expect(drawer).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();

  await page.route('**/assets/sheets*', (route) => route.abort());
  await page.reload();
  await settled(page);
  await address.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible();
  await expect(page).toHaveURL(`/${place.slug}/menu`);
  await expect(page.getByRole('main').getByText(place.named('burger'))).toBeVisible();
});

test('a form whose check was lost is sent, and a page whose messages were lost can be reloaded', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  await page.route('**/assets/check-input*', (route) => route.abort());
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/staff');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' });
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('check-input'));
  await dialog.getByLabel('Email').fill('omar');
  await lost;
  const refused = page.waitForResponse('**/staff/invite');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  expect((await refused).status()).toBe(400);
  await expect(dialog.getByLabel('Email')).toHaveAccessibleDescription('Use an address like name@example.com');

  await page.route('**/assets/toast-bar*', (route) => route.abort(), { times: 1 });
  await page.reload();
  const failure = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  await expect(failure).toBeInViewport();
  await failure.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Invite' })).toBeVisible();
  await expect(failure).toBeHidden();
});
