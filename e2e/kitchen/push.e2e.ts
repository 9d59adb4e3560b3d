/** Devices that are told of orders by push. */
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { devicesButton, openDevice } from '../support/kitchen.ts';
import { deliver, noteShown, standInForSubscriptions } from '../support/push.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone, serviceWorkers: 'allow' });

test('a device that allows it is listed, and shows what a push says of an order', async ({ page, openRestaurant }) => {
  const context = page.context();
  await standInForSubscriptions(context);
  const place = await openRestaurant();
  await openDevice(page, place, 'Tablet 1');
  // Nothing is registered before somebody asks for it.
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await devicesButton(page).click();
  const section = page.getByRole('region', { name: 'Notifications' });
  await expect(section).toContainText('No device gets notifications yet.');
  await section.getByRole('button', { name: 'Allow notifications on this device' }).click();
  const row = section.getByRole('listitem');
  await expect(row).toHaveText(/^Tablet 1This device · Not notified yet$/);
  await expectAccessible(page, 'notifications of devices');
  await page.setViewportSize(phone);

  const order = { restaurant: place.id, language: 'ar', title: 'طلب جديد #5', body: 'لم يقبله أحد بعد.' };
  const [worker] = context.serviceWorkers();
  const shown = await noteShown(worker!);
  await deliver(page, order);
  const { title, body } = order;
  await expect.poll(shown).toEqual([{ title, body, dir: 'rtl', lang: 'ar', hasIcon: true }]);

  // After the next page load the device is still its own.
  await page.reload();
  await devicesButton(page).click();
  await expect(row).toContainText('This device');
  await section.getByRole('button', { name: 'Turn off on this device' }).click();
  await expect(section).toContainText('No device gets notifications yet.');
  await expect(section.getByRole('button', { name: 'Allow notifications on this device' })).toBeVisible();
});

test('the notifications of a device belong to the session in which its person has logged in again, on any page', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  await standInForSubscriptions(page.context());
  const place = await openRestaurant();
  await openDevice(page, place, 'Tablet 1');
  await devicesButton(page).click();
  await page.getByRole('button', { name: 'Allow notifications on this device' }).click();
  await expect(page.getByRole('button', { name: 'Turn off on this device' })).toBeVisible();
  const opened = page.waitForResponse('**/device/keep-push');
  await page.goto('/dashboard/inventory');
  expect(await (await opened).json()).toEqual({ isKnown: true });
  // Takes the device along.
  await call('POST /auth/signout-everywhere', {}, place.owner.token);
  const dialog = page.getByRole('dialog', { name: 'Log in again' });
  const kept = page.waitForRequest('**/device/keep-push');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(ownersPassword);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  const { authorization } = (await kept).headers();
  expect(authorization).toBe(`Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('subscription of the test'))).toBeNull();
});
