/** Devices that are told of orders by push. */
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
