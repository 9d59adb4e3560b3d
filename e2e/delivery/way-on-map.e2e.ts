/** A guest sees the driver on a street map, and the driver sorts the stops by hand (decision 101). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addDriver, cardOf, openDriver, readyDelivery } from '../support/drivers.ts';
import { signInGuest } from '../support/guest.ts';
import { test } from '../support/own-server.ts';
import { expect, phone, type Place } from '../support/test.ts';

const kitchen = { latitude: 25.2, longitude: 55.27 };
const pin = (latitude: number) => ({ position: { latitude, longitude: 55.27 } });
const tablet = { width: 768, height: 1024 };

for (const { language, viewport } of [
  { language: 'en', viewport: phone },
  { language: 'ar', viewport: tablet },
] as const) {
  test(`the guest whose door is next sees the driver on a map, and an old place goes, in ${language}`, async ({
    call,
    complaints,
    openRestaurant,
    openWindow,
  }) => {
    // The place grows old while the page gets no answer.
    complaints.expect(/ERR_FAILED|Failed to load resource/);
    const words = wordsOf[language];
    const place = await openRestaurant();
    const [near, far] = [await readyDelivery(call, place, pin(25.21)), await readyDelivery(call, place, pin(25.23))];
    const driver = await openWindow({ viewport: phone, geolocation: kitchen, permissions: ['geolocation'] });
    await openDriver(driver, await addDriver(call, place, 'Bilal'));
    for (const { orderName } of [near, far])
      await driver.getByRole('button', { name: `Take order ${orderName}` }).click();
    await driver.getByRole('button', { name: 'Leave with 2 orders' }).click();

    const guest = await openWindow({ viewport, locale: language, timezoneId: 'Asia/Dubai', reducedMotion: 'reduce' });
    await signInGuest(guest, place);
    await guest.goto(`/${place.slug}/order/${near._id}?lang=${language}`);
    const map = guest.getByRole('img', { name: words.way.mapWithDoor });
    await expect(map).toBeVisible();
    await expect(guest.getByText('Map makers of the test')).toBeVisible();
    await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible();
    await expect(map.locator('.way-driver, .way-door')).toHaveCount(2);
    await expect(guest.getByText(words.way.away(words.way.kilometres('1.1')))).toBeVisible();
    await expectAccessible(guest, `a driver on a map, ${language}`, { hasDark: true });

    await guest.goto(`/${place.slug}/order/${far._id}?lang=${language}`);
    await expect(guest.getByText(words.way.away(words.way.kilometres('3.3')))).toBeVisible();
    await expect(map).toBeHidden();

    await guest.goto(`/${place.slug}/order/${near._id}?lang=${language}`);
    await expect(map).toBeVisible();
    await guest.route('**/delivery/track-order/**', () => new Promise(() => undefined));
    await guest.clock.fastForward(21_000);
    await expect(map).toBeHidden();
    await expect(guest.getByRole('heading', { name: words.way.title })).toBeVisible();
  });
}

test('a driver moves a stop with the keyboard, also without a connection, and sorts by distance again', async ({
  call,
  complaints,
  openRestaurant,
  openWindow,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const place: Place = await openRestaurant();
  const orders = [];
  for (const latitude of [25.21, 25.22, 25.23]) orders.push(await readyDelivery(call, place, pin(latitude)));
  const [one, two, three] = orders.map(({ orderName }) => orderName) as [string, string, string];
  const driver = await openWindow({ viewport: phone, geolocation: kitchen, permissions: ['geolocation'] });
  await openDriver(driver, await addDriver(call, place, 'Bilal'));
  for (const name of [one, two, three]) await driver.getByRole('button', { name: `Take order ${name}` }).click();
  const stops = driver.getByRole('region', { name: 'With you' }).getByRole('heading', { level: 3 });
  await driver.getByRole('button', { name: 'Leave with 3 orders' }).click();
  await expect(stops).toHaveText([one, two, three]);
  await expect(driver.getByRole('button', { name: `Earlier: order ${one}` })).toBeDisabled();

  const earlier = driver.getByRole('button', { name: `Earlier: order ${three}` });
  await earlier.press('Enter');
  await expect(stops).toHaveText([one, three, two]);
  await expect(driver.getByText(`Order ${three} is now stop 2 of 3.`)).toBeAttached();
  await expect(earlier).toBeFocused();
  await driver.context().setOffline(true);
  await driver.keyboard.press('Enter');
  await expect(stops).toHaveText([three, one, two]);
  // At the top the other button has the focus.
  await expect(driver.getByRole('button', { name: `Later: order ${three}` })).toBeFocused();
  await driver.context().setOffline(false);
  await driver.reload();
  await expect(stops).toHaveText([three, one, two]);
  const box = (await earlier.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await expectAccessible(driver, 'sorted stops', { hasDark: true });
  await expect(cardOf(driver, orders[2]!).getByText('On the way')).toBeVisible();

  await driver.getByRole('button', { name: 'Sort by distance' }).click();
  await expect(stops).toHaveText([one, two, three]);
  await expect(driver.getByRole('button', { name: 'Sort by distance' })).toBeHidden();
});
