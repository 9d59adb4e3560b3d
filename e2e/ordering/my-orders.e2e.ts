/** My orders: past orders, ordering again with a tap, and the guest's data (AC-09, D-82; R90). */
import { pickupOrder } from '#server/test/data/orders.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInGuest, openShop, shopAddress } from '../support/guest.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test("a past order is found in the account, and ordered again at today's terms", async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const items = [{ itemId: place.items.water, quantity: 2 }];
  const { order } = await call(
    'POST /order/create-order',
    { body: pickupOrder(place, items, 11.55) },
    place.guest.token,
  );
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('link', { name: 'My orders' }).click();
  const card = page.getByRole('article', { name: `Order #${order.orderNumber}` });
  await expect(card).toContainText(/11\.55/);
  await expect(card).toContainText(`2 × ${place.named('water')}`);
  await expect(card).toContainText('Your order has been sent');
  await expectAccessible(page, 'my orders');
  await card.getByRole('link', { name: 'Track' }).click();
  await expect(page.getByRole('heading', { name: 'Track your order' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();

  await card.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByRole('heading', { name: 'Basket' })).toBeVisible();
  await expect(page.getByText(place.named('water')).first()).toBeVisible();
  await expect(page.getByText(/11\.55/).first()).toBeVisible();
});

test('a guest exports the data, and deletes the account once no order is on its way', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of (401|409)/);
  const place = await openRestaurant();
  const items = [{ itemId: place.items.water, quantity: 1 }];
  const { order } = await call(
    'POST /order/create-order',
    { body: pickupOrder(place, items, 5.78) },
    place.guest.token,
  );
  // Typed and not sent, and kept for this tab.
  const number = page.getByLabel('Mobile number for this order');
  await page.goto(`/${place.slug}/auth`);
  await number.fill('050 765 4321');
  await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled();
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/orders`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('my-data.json');

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Orders stay in the books without them.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('alert')).toContainText('An order of yours is on its way');
  const move = { orderId: order._id, status: 'Cancelled' as const, expectedStatus: 'New' as const, reason: 'Too busy' };
  await call('POST /order/update-order-status', { body: move }, place.owner.token);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account and your data are deleted')).toBeVisible();
  await page.getByRole('link', { name: 'Log in / Sign up' }).click();
  await expect(number).toHaveValue('');
  await page.goto(`/${place.slug}/orders`);
  await expect(page.getByText('Log in to see your order.')).toBeVisible();
});

test('a guest without orders is led to the menu', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInGuest(page, place);
  // A placeholder is shown while the answer is on its way (C15).
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/v1/order/get-all-orders*', async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.goto(`/${place.slug}/orders`);
  const skeleton = page.getByRole('main').locator('[aria-busy=true]');
  await expect(skeleton).toHaveCSS('opacity', '1');
  goOn();
  await expect(page.getByText('You have not ordered here yet')).toBeVisible();
  await expect(skeleton).toHaveCount(0);
  await expectAccessible(page, 'no orders');
  await page.getByRole('link', { name: 'Back to menu' }).click();
  await expect(page).toHaveURL(new RegExp(`/${place.slug}/menu`));
});
