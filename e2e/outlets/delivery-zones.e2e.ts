/** Zones: drawn by the owner, found by a guest's place, and an address that reaches the kitchen's screen (decision 84). */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { openShop } from '../support/guest.ts';
import { saveButton, toastWith } from '../support/screen.ts';

import { desktop, expect, phone, type Place, test } from '../support/test.ts';
import { openStep } from '../support/wizard.ts';

test.use({ viewport: desktop });

const outline = '25.05, 55.05\n25.05, 55.15\n25.15, 55.15\n25.15, 55.05';

test('an owner draws a zone, reads why a place is not served, and a guest inside gives an address for it', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const { token } = place.owner;
  await openStep(page, place, 'ordering-services/delivery-area');
  await page.getByRole('link', { name: 'Add delivery area' }).click();
  await page.getByLabel('Area name').fill('Old Town');
  await page.getByLabel('Min basket value').fill('0');
  await page.getByLabel('Delivery fee').fill('9');
  await page.getByLabel('Drawn on the map').check();
  await expect(page.getByText('Still needed: Points')).toBeVisible();
  const points = page.getByRole('textbox', { name: 'Points' });
  // By tapping the map, then by its keyboard, then by the list.
  const map = page.getByRole('application', { name: 'Map to draw the area' });
  await expect(map.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  for (const position of [
    { x: 150, y: 120 },
    { x: 260, y: 120 },
    { x: 260, y: 240 },
  ])
    await map.click({ position });
  await expect(points).toHaveValue(/^(-?[\d.]+, -?[\d.]+\n){2}-?[\d.]+, -?[\d.]+$/);
  const drawn = await points.inputValue();
  const corner = map.getByRole('button', { name: /^Point 2\./ });
  await corner.focus();
  await page.keyboard.press('ArrowRight');
  await expect(points).not.toHaveValue(drawn);
  await expect(corner).toBeFocused();
  // Letters belong to the field that has the focus, and so does the key that deletes.
  const moved = await points.inputValue();
  const name = page.getByLabel('Area name');
  await name.press('End');
  await name.pressSequentially(' Quarters');
  await page.keyboard.press('Backspace');
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Old Town Quarter');
  await expect(points).toHaveValue(moved);
  await name.fill('Old Town');
  await corner.focus();
  await page.keyboard.press('Delete');
  await expect(points).toHaveValue(/^(-?[\d.]+, -?[\d.]+\n){1}-?[\d.]+, -?[\d.]+$/);
  await points.fill('25.05, 55.05\n25.15, 55.15\n25.05, 55.15\n25.15, 55.05');
  await expect(page.getByText('The outline crosses itself at the pin')).toBeVisible();
  await points.fill(outline);
  await expect(map.getByRole('button', { name: /^Point \d\./ })).toHaveCount(4);
  await expectAccessible(page, 'a zone that is drawn', { hasDark: true });
  await page.setViewportSize(desktop);
  await saveButton(page).click();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();

  const why = page.getByRole('region', { name: 'Why not here?' });
  await why.getByLabel('Place').fill('25.2, 55.1');
  await expect(why.getByText('No zone delivers here.')).toBeVisible();
  await expect(why.getByRole('listitem').filter({ hasText: 'Old Town' })).toContainText('5.6 km away');
  await why.getByLabel('Place').fill('25.1, 55.1');
  await expect(why.getByText(`Old Town (${place.outletName}) delivers here.`)).toBeVisible();
  await expectAccessible(page, 'the zones of an outlet', { hasDark: true });
  // Where every area is a zone, a page can say that nobody delivers.
  await call('DELETE /outlet/delete-deliver-area/:id', { params: { id: place.areaId } }, token);

  const stranger = await openWindow({ viewport: phone });
  const there = await locate(stranger, place, { latitude: 25.2, longitude: 55.1 });
  await expect(there.getByText(/We do not deliver to your location\. .* Old Town, 5\.6.km away\./)).toBeVisible();
  await expect(there.getByRole('link', { name: 'Pick up instead' })).toBeVisible();
  await expectAccessible(stranger, 'a place that nobody delivers to');
  const guest = await openWindow({ viewport: phone });
  await locate(guest, place, { latitude: 25.1, longitude: 55.1 });
  const form = guest.getByRole('dialog', { name: 'Create address' });
  await form.getByLabel('Street and building').fill('12 Harbour Road');
  await expect(form.getByLabel('Full address')).toHaveValue('12 Harbour Road');
  await form.getByLabel('Apt, villa or floor number').fill('Flat 7');
  await expectAccessible(guest, 'the address of a door');
  await guest.setViewportSize(phone);
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form).toBeHidden();
  await expect(guest.getByRole('main').getByText('Old Town').first()).toBeVisible();
});

/** Opens the drawer of addresses and gives the phone's location. A phone answers from the place of before for a minute, so each is a phone of its own. */
async function locate(page: Page, place: Place, position: { latitude: number; longitude: number }): Promise<Locator> {
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(position);
  await openShop(page, `/${place.slug}/menu`);
  await page.getByRole('button', { name: /Select Delivery Address/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Set delivery address' });
  await drawer.getByRole('button', { name: 'Use my location' }).click();
  return drawer;
}
