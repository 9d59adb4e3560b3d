/** Toppings of which some are free: set by the owner, and counted while the guest chooses. */
import { expectAccessible } from '../support/accessible.ts';
import { openDish, openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test('the first topping is free, the dearest one, and the price follows each tap', async ({
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto(`/dashboard/modifier-lists/edit?id=${place.lists.extras}`);
  await office.getByRole('textbox', { name: 'Free of charge' }).fill('1');
  await expectAccessible(office, 'modifier list with free ones');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('The record is successfully updated')).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  await expect(panel.getByRole('group', { name: place.named('extras') })).toContainText('1 is free');
  const add = panel.getByRole('button', { name: /^Add 1 to basket/ });
  await panel.getByRole('radio', { name: place.named('regular') }).check();
  await expect(add).toContainText('AED 18.00');
  await panel.getByRole('checkbox', { name: place.named('cheese') }).check();
  await expect(add).toContainText('AED 18.00');
  await panel.getByRole('checkbox', { name: place.named('bacon') }).check();
  // Bacon is the dearer one, so that cheese is paid.
  await expect(add).toContainText('AED 21.25');
  await expectAccessible(guest, 'dish with free toppings');
  await add.click();
  await expect(panel).toBeHidden();
  // 21.25 and 5 %, by the server as well.
  await expect(guest.getByRole('link', { name: /^View basket, 1 item/ })).toContainText('AED 22.31');
  await guest.getByRole('link', { name: /^View basket/ }).click();
  await expect(guest.getByText('AED 22.31').first()).toBeVisible();
  await expect(guest.getByText('Some prices have changed since you chose.')).toBeHidden();
});
