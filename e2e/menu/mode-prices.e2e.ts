/** A dish that costs more in a delivery: entered by the owner, shown by the way of ordering, and said before the way is changed. */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

const { en } = wordsOf;

test('the guest sees what the mode costs, and is told before a basket of one mode is ordered in another', async ({
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
  await openShop(guest, shopAddress(place, 'delivery'));
  const water = guest
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: place.named('water') });
  const chooseMode = async (mode: 'Delivery' | 'Pickup') => {
    await guest.getByRole('button', { name: /^Order type/ }).click();
    await guest.getByRole('dialog', { name: en.orderType }).getByRole('button', { name: mode }).click();
  };
  await expect(water.last()).toContainText('AED 6.75');
  await addWater(guest, place);
  await chooseMode('Pickup');
  const question = guest.getByRole('dialog', { name: en.switchTitle });
  await expect(question).toContainText('AED 6.75');
  await expect(question).toContainText('AED 5.50');
  await expectAccessible(guest, 'question about the prices of a mode');
  await question.getByRole('button', { name: en.switch, exact: true }).click();
  await expect(guest.getByRole('button', { name: /^Order type/ })).toHaveText(/Pickup/);
  await expect(water.last()).toContainText('AED 5.50');
  // 5.50 and 5 %.
  await expect(guest.getByRole('link', { name: /^View basket, 1 item/ })).toContainText('AED 5.78');

  // Without an address no outlet can be asked about: the basket says it.
  await chooseMode('Delivery');
  await expect(water.last()).toContainText('AED 6.75');
  await guest.getByRole('link', { name: /^View basket, 1 item/ }).click();
  await expect(guest.getByText(en.priceWas('AED 5.50', 'AED 6.75'))).toBeVisible();
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
