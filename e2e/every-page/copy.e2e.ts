/** Every button that copies puts the text into the clipboard and says so; where the browser refuses, it says that. */
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { toastWith, visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('addresses are copied, and a refusal is told', async ({ page, context, openRestaurant, call, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const place = await openRestaurant();
  const delivery = deliveryOrder(place, [largeBurger(place, 2)], 50.94);
  const { order } = await call('POST /order/create-order', { body: { order: delivery } }, place.guest.token);
  await signInWithToken(page, place.owner.token);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());

  await page.goto(`/dashboard/orders/${order._id}`);
  await page.getByRole('button', { name: 'Copy address' }).click();
  await expect(toastWith(page, 'Address copied')).toBeVisible();
  expect(await copied()).toBe(`4 Harbour Road, 12, ${place.named('Harbour')}`);

  await visit(page, '/dashboard');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(toastWith(page, 'Link copied')).toBeVisible();
  expect(await copied()).toBe(`${baseURL!}/${place.slug}/menu`);

  await page.goto('/dashboard/company-login');
  await page.getByRole('button', { name: 'Copy: Redirect address' }).click();
  await expect(toastWith(page, 'Copied')).toBeVisible();
  expect(await copied()).toBe(`${baseURL!}/login/company/callback/${place.id}`);

  await page.goto('/dashboard/printers/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('Pass');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(toastWith(page, 'Address copied')).toBeVisible();
  expect(await copied()).toBe(await page.getByRole('textbox', { name: 'Address' }).inputValue());

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'could not be copied' })).toBeVisible();
});
