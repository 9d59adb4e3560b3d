/** A dish that costs more in a delivery: entered by the owner, shown by the way of ordering, and said before the way is changed. */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

const { en } = wordsOf;

test('the guest sees what the mode costs, and is asked before a basket of pickups becomes a delivery', async ({
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto(`/dashboard/items/edit?id=${place.items.water}`);
  await office.getByRole('button', { name: 'Prices by mode' }).click();
  const delivery = office.getByRole('textbox', { name: 'Delivery', exact: true });
  await delivery.fill('6.755');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('Use an amount such as')).toBeVisible();
  await delivery.fill('6.75');
  await expectAccessible(office, 'prices by mode');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('The record is successfully updated')).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  const water = guest
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: place.named('water') });
  await expect(water.last()).toContainText('AED 5.50');
  await addWater(guest, place);
  await guest.getByRole('button', { name: /^Order type/ }).click();
  await guest.getByRole('dialog', { name: en.orderType }).getByRole('button', { name: 'Delivery' }).click();
  const question = guest.getByRole('dialog', { name: en.switchTitle });
  await expect(question).toContainText('AED 5.50');
  await expect(question).toContainText('AED 6.75');
  await expectAccessible(guest, 'question about the prices of a mode');
  await question.getByRole('button', { name: en.switch }).click();
  await expect(guest.getByRole('button', { name: /^Order type/ })).toHaveText(/Delivery/);
  await expect(water.last()).toContainText('AED 6.75');
  // 6.75 and 5 %.
  await expect(guest.getByRole('link', { name: /^View basket, 1 item/ })).toContainText('AED 7.09');
});

for (const [mode, price] of [
  ['delivery', 'AED 6.75'],
  ['pickup', 'AED 5.50'],
] as const) {
  test(`a page of ${mode} has its prices without any script`, async ({ openRestaurant, openWindow, call }) => {
    const place = await openRestaurant();
    const form = { modePrices: { delivery: 6.75 } };
    await call('POST /menu/update-items-modifier/:id', { params: { id: place.items.water }, form }, place.owner.token);
    const page = await openWindow({ viewport: phone, javaScriptEnabled: false });
    await page.goto(shopAddress(place, mode));
    const water = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: place.named('water') });
    await expect(water.last()).toContainText(price);
  });
}
