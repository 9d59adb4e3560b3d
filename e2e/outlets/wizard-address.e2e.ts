/** The address of an outlet needs neither a key nor a network (decision 39; M21). */
import { saveButton, toastWith } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';
import { openStep } from '../support/wizard.ts';

const searchFailed = 'The address search does not answer. Type the address and place the pin yourself.';

test.use({ viewport: desktop });

test('without a street map and a network the address is typed by keyboard alone, and saved (M21)', async ({
  page,
  openRestaurant,
  call,
  baseURL,
}) => {
  const place = await openRestaurant();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith('http') && !request.url().startsWith(baseURL!)) elsewhere.push(request.url());
  });
  await openStep(page, place, 'address');
  await expect(
    page.getByText('This map shows outlines only. Type the address, and set the pin if you like.'),
  ).toBeVisible();
  await expect(page.getByRole('application', { name: 'Map' }).locator('path').first()).toBeAttached();
  // Without an address service there is nothing to search in.
  await expect(page.getByRole('searchbox')).toHaveCount(0);

  await page.getByRole('textbox', { name: 'Location', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Jumeirah Road 5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Jumeirah');
  // Past the map and its pin to the two fields with the same value.
  const latitude = page.getByLabel('Latitude');
  for (let tabs = 0; tabs < 8 && !(await latitude.evaluate((field) => field === document.activeElement)); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('25.2048');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('55.2708');
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'Saved · Next: Delivery')).toBeVisible();
  const { outlet } = await call('GET /outlet/get-outlet/:id', { params: { id: place.outletId } }, place.owner.token);
  expect(outlet.address).toEqual({
    location: 'Jumeirah Road 5',
    area: 'Jumeirah',
    latitude: 25.2048,
    longitude: 55.2708,
    areaTranslations: {},
    locationTranslations: {},
  });
  expect(elsewhere).toEqual([]);
});

test('Save waits for location and area, and half a coordinate is refused', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openStep(page, place, 'address');
  await page.getByRole('textbox', { name: 'Location', exact: true }).fill('');
  await expect(page.getByText('Still needed: Location', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Area', exact: true }).fill(' ');
  await expect(page.getByText('Still needed: Location, Area', { exact: true })).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();
  await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Jumeirah Road 5');
  await page.getByRole('textbox', { name: 'Area', exact: true }).fill('Jumeirah');
  await page.getByLabel('Latitude').fill('');
  await saveButton(page).click();
  await expect(page.getByText('Give both coordinates, or neither')).toBeVisible();
  await page.getByLabel('Latitude').fill('95');
  await saveButton(page).click();
  await expect(page.getByText('Use at most 90')).toBeVisible();
  await expect(page.getByLabel('Latitude')).toBeFocused();
  await page.getByLabel('Latitude').fill('25.2');
  await saveButton(page).click();
  await expect(toastWith(page, 'Saved · Next: Delivery')).toBeVisible();
});

test('the pin is dragged, moved by keys, set by a click and removed', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openStep(page, place, 'address');
  const [latitude, longitude] = [page.getByLabel('Latitude'), page.getByLabel('Longitude')];
  const pin = page.getByRole('button', { name: 'Pin of the outlet. Move it with the arrow keys.' });
  await expect(latitude).toHaveValue('25.0805');
  await pin.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(async () => Number(await latitude.inputValue())).toBeGreaterThan(25.0805);
  await expect(longitude).toHaveValue('55.1403');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(55.1403);

  const before = Number(await longitude.inputValue());
  await pin.scrollIntoViewIfNeeded();
  const box = (await pin.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 80, y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => Number(await longitude.inputValue())).toBeLessThan(before);

  await page.getByRole('button', { name: 'Remove the pin' }).click();
  await expect(pin).toHaveCount(0);
  await expect(latitude).toHaveValue('');
  await page.getByRole('application', { name: 'Map' }).click({ position: { x: 200, y: 60 } });
  await expect(pin).toBeVisible();
  await expect(latitude).not.toHaveValue('');
});

test('an unreachable street map gives way to the outlines', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/violates the following Content Security Policy|violates the document's Content Security Policy/);
  const place = await openRestaurant();
  const settings = { tileUrl: 'https://tiles.test/{z}/{x}/{y}.png', attribution: 'Map makers', geocoder: 'nominatim' };
  await page.route('**/geocoding/settings', (route) => route.fulfill({ json: settings }));
  await page.route('**/geocoding/search?*', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'geocoding.search_failed', msg: searchFailed },
    }),
  );
  complaints.expect(/status of 503/);
  await openStep(page, place, 'address');
  await expect(page.getByText("The street map isn't responding. Enter the address.")).toBeVisible();
  await expect(page.getByRole('application', { name: 'Map' }).locator('path').first()).toBeAttached();
  await expect(page.getByText('Outlines: Natural Earth')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search location' }).fill('marina');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(searchFailed);
});
