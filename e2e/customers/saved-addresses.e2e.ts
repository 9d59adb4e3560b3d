/**
 * The delivery addresses that a guest has saved: they belong to the account, so that another device has them too
 * (CU-04, AC-09).
 */
import { expectAccessible } from '../support/accessible.ts';
import { giveAddress, openAddressForm, signInGuest, openShop } from '../support/guest.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test('an address written on one phone appears on another, once, and is deleted on both', async ({
  page,
  openWindow,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const { token } = place.guest;
  const areaName = place.named('Harbour');
  const office = { deliveryAreaId: place.areaId, areaName, location: areaName, floor: 'Tower 2, 14th floor' };
  await call('POST /auth/save-address', { body: { ...office, nickName: 'Office' } }, token);

  // Written before the guest signs in here, and kept through the sign-in.
  await openShop(page, `/${place.slug}/menu`);
  await giveAddress(page, areaName, 'Villa 7');
  await signInGuest(page, place);
  await page.reload();
  const open = async (window: typeof page) => {
    await window
      .getByRole('main')
      .getByRole('button', { name: /Harbour|Select Delivery Address/ })
      .first()
      .click();
    return window.getByRole('dialog', { name: 'Delivery address' });
  };
  const drawer = await open(page);
  await expect(drawer.getByRole('button', { name: /Villa 7/ })).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Tower 2/ })).toBeVisible();
  await expectAccessible(page, 'addresses of the account');
  const floors = async () => (await call('GET /auth/addresses', {}, token)).addresses.map(({ floor }) => floor);
  await expect.poll(floors).toEqual(['Villa 7', 'Tower 2, 14th floor']);

  const other = await openWindow({ viewport: phone });
  await signInGuest(other, place);
  await openShop(other, `/${place.slug}/menu`);
  const otherDrawer = await open(other);
  await otherDrawer.getByRole('button', { name: /Tower 2/ }).click();
  await expect(other.getByRole('main').getByText(areaName).first()).toBeVisible();
  await open(other);
  await expect(otherDrawer.getByRole('button', { name: 'Delete address' })).toHaveCount(2);

  await drawer.getByRole('button', { name: 'Delete address' }).nth(1).click();
  await expect(drawer.getByRole('button', { name: /Tower 2/ })).toBeHidden();
  await expect.poll(floors).toEqual(['Villa 7']);
});

test('an address is named by a tap and by the keyboard, and what is begun for one area stays there', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const lagoon = { areaName: 'Lagoon', minBasketValue: 0 };
  const params = { id: place.outletId };
  await call('POST /outlet/update-delivery-area/:id', { params, body: lagoon }, place.owner.token);
  await openShop(page, `/${place.slug}/menu`);
  const form = await openAddressForm(page, place.named('Harbour'));
  const office = form.getByRole('radio', { name: 'Office' });
  const pill = form.locator('label').filter({ has: page.getByRole('radio', { name: 'Office' }) });
  const heights = () =>
    pill.evaluate((label) => ({
      pill: label.getBoundingClientRect().height,
      radio: label.querySelector('input')!.getBoundingClientRect().height,
      inside: label.clientHeight,
    }));
  const { pill: height, inside } = await heights();
  await pill.click();
  await expect(office).toBeFocused();
  await expect(office).toBeChecked();
  // The whole pill within its border is the radio button, for a finger and for a screen reader.
  expect(await heights()).toEqual({ pill: height, radio: inside, inside });
  await page.keyboard.press('ArrowRight');
  await expect(form.getByRole('radio', { name: 'Other' })).toBeChecked();
  await expectAccessible(page, 'an address with a name');

  const street = form.getByLabel('Street and building');
  const floor = form.getByLabel('Apt, villa or floor number');
  await street.fill('Al Marsa Street 5');
  await floor.fill('1203');
  await page.goto(`/${place.slug}/delivery`);
  const openArea = (name: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button').click();
  await openArea('Lagoon');
  await expect(street).toHaveValue('');
  await expect(floor).toHaveValue('');
  await page.goBack();
  await expect(form).toBeHidden();
  await openArea(place.named('Harbour'));
  await expect(street).toHaveValue('Al Marsa Street 5');
  await expect(floor).toHaveValue('1203');

  // A street that is searched for is another door than the one that was begun.
  await page.goBack();
  await openArea('Lagoon');
  await form.getByRole('button', { name: 'Change' }).click();
  const areas = page.getByRole('dialog', { name: 'Set delivery address' });
  await areas.getByRole('searchbox').fill('Corniche Road 9');
  await areas.getByText(place.named('Harbour'), { exact: true }).click();
  await expect(street).toHaveValue('Corniche Road 9');
  await expect(floor).toHaveValue('');
});
