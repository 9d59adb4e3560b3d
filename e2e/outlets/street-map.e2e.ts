/** A guest with a street map and an address search: finds the street, moves the pin to the door, or gives a postcode (decision 84). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, openShop, shopAddress } from '../support/guest.ts';
import { test } from '../support/own-server.ts';
import { expect, phone } from '../support/test.ts';

const square = (west: number, south: number) =>
  [
    [west, south],
    [west + 0.1, south],
    [west + 0.1, south + 0.1],
    [west, south + 0.1],
  ] as [number, number][];

for (const language of ['en', 'ar'] as const) {
  test(`a guest finds the street, and moves the pin from one zone into another, in ${language}`, async ({
    openRestaurant,
    openWindow,
    call,
    server,
  }) => {
    const words = wordsOf[language];
    const place = await openRestaurant();
    const { token } = place.owner;
    const polygon = (west: number) => ({ kind: 'polygon' as const, rings: [square(west, 25)] });
    const zones = [
      { areaName: 'West', deliveryFee: 4, minBasketValue: 0, shape: polygon(55) },
      { areaName: 'East', deliveryFee: 9, minBasketValue: 0, shape: polygon(55.1) },
      {
        areaName: 'By post',
        deliveryFee: 12,
        minBasketValue: 0,
        shape: { kind: 'postcodes' as const, postcodes: ['1011*'] },
      },
    ];
    await call('POST /outlet/import-delivery-areas/:id', { params: { id: place.outletId }, body: { zones } }, token);
    await call('DELETE /outlet/delete-deliver-area/:id', { params: { id: place.areaId } }, token);
    server.addresses.set('Quay Street', [
      { display_name: '4 Quay Street, Harbour', lat: '25.05', lon: '55.0999', address: { suburb: 'Harbour' } },
    ]);

    const guest = await openWindow({ viewport: phone });
    await openShop(guest, `${shopAddress(place, 'delivery')}?lang=${language}`, words);
    const open = () => guest.getByRole('button', { name: new RegExp(words.selectAddress) }).click();
    await open();
    const drawer = guest.getByRole('dialog', { name: words.setDeliveryAddress });
    await drawer.getByRole('searchbox').fill('Nowhere Road');
    await drawer.getByRole('button', { name: words.findAddress, exact: true }).click();
    await expect(drawer.getByText(words.nothingFound('Nowhere Road'))).toBeVisible();
    await drawer.getByRole('searchbox').fill('Quay Street');
    await drawer.getByRole('button', { name: words.findAddress, exact: true }).click();
    await drawer.getByRole('list', { name: words.foundPlaces }).getByRole('button').click();

    const form = guest.getByRole('dialog', { name: words.createAddress });
    await expect(form.getByLabel(words.street)).toHaveValue('4 Quay Street, Harbour');
    await expect(form.getByText('Map makers of the test')).toBeVisible();
    const map = form.getByRole('application', { name: words.map });
    await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible();
    await expectAccessible(guest, 'the pin of a door', { hasDark: true });
    await guest.setViewportSize(phone);
    // The pin is 10 m from the border, and an arrow key moves it by 20 m and more.
    await map.getByRole('button', { name: words.pin }).focus();
    await guest.keyboard.press('ArrowRight');
    await form.getByLabel(words.floor).fill('7');
    await form.getByRole('button', { name: words.saveAddress }).click();
    await expect(form).toBeHidden();
    await expect(guest.getByRole('main').getByText('East').first()).toBeVisible();

    const shown = language === 'en' ? place : { ...place, named: (word: string) => place.named(`${word} ar`) };
    await addWater(guest, shown, words);
    await guest.getByRole('link', { name: new RegExp(`^${words.viewBasket}`) }).click();
    await expect(guest.getByText(/9\.00|٩/).first()).toBeVisible();
    // The owner draws the zones anew, and the guest's basket is delivered by the one that the door lies in by then.
    const redrawn = [
      { areaName: 'West', shape: polygon(55.2) },
      { areaName: 'East', shape: polygon(55.3) },
      { areaName: 'Quays', deliveryFee: 3, minBasketValue: 0, shape: polygon(55.05) },
    ];
    await call(
      'POST /outlet/import-delivery-areas/:id',
      { params: { id: place.outletId }, body: { zones: redrawn } },
      token,
    );
    await guest.reload();
    await expect
      .poll(() => guest.evaluate(() => Object.values(localStorage).some((text) => text.includes('"areaName":"Quays"'))))
      .toBe(true);
  });

  test(`a guest gives a postcode where nobody delivers by the map, in ${language}`, async ({
    openRestaurant,
    openWindow,
    call,
  }) => {
    const words = wordsOf[language];
    const place = await openRestaurant();
    const { token } = place.owner;
    const zones = [
      {
        areaName: 'By post',
        deliveryFee: 12,
        minBasketValue: 0,
        shape: { kind: 'postcodes' as const, postcodes: ['1011*'] },
      },
    ];
    await call('POST /outlet/import-delivery-areas/:id', { params: { id: place.outletId }, body: { zones } }, token);
    await call('DELETE /outlet/delete-deliver-area/:id', { params: { id: place.areaId } }, token);
    const guest = await openWindow({ viewport: phone });
    await openShop(guest, `${shopAddress(place, 'delivery')}?lang=${language}`, words);
    await guest.getByRole('button', { name: new RegExp(words.selectAddress) }).click();
    const drawer = guest.getByRole('dialog', { name: words.setDeliveryAddress });
    await drawer.getByLabel(words.postcode).fill('20095');
    await drawer.getByRole('button', { name: words.checkPostcode, exact: true }).click();
    await expect(drawer.getByText(words.notDelivered('20095'))).toBeVisible();
    await expectAccessible(guest, 'a postcode that nobody delivers to', { hasDark: true });
    await guest.setViewportSize(phone);
    await drawer.getByLabel(words.postcode).fill('١٠١١٥');
    await guest.keyboard.press('Enter');
    const form = guest.getByRole('dialog', { name: words.createAddress });
    await form.getByLabel(words.street).fill('4 Quay Street');
    await form.getByLabel(words.floor).fill('7');
    await form.getByRole('button', { name: words.saveAddress }).click();
    await expect(form).toBeHidden();
    await expect(guest.getByRole('main').getByText('By post').first()).toBeVisible();
  });
}
