/** An outlet counts the portions of a dish for itself, and its guests see when there are none. */
import type { Page } from '@playwright/test';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { expectWalk } from '../support/keyboard-walk.ts';
import { addOutlet } from '../support/restaurant.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const left = (page: Page, name: string) => page.getByRole('textbox', { name: `${name}, quantity left` });

test('an outlet counts for itself, sells out alone, and counts no more', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
}) => {
  const place = await openRestaurant();
  const downtown = await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.water });
  const name = place.named('special');
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/inventory');
  await expect(left(page, name)).toHaveValue('10');
  const outlet = page.getByRole('combobox', { name: 'Stock of' });
  await outlet.selectOption(place.outletName);
  await expect(left(page, name)).toHaveValue('');
  await left(page, name).fill('2');
  await left(page, name).press('Tab');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toHaveCount(1);
  await placeOrder(call, place, 2);
  await expect(left(page, name)).toHaveValue('0');
  const soldOut = page
    .getByRole('listitem')
    .filter({ hasText: name })
    .locator('span:not(button *)', { hasText: /^Sold out$/ });
  await expect(soldOut).toBeVisible();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Sold out');
  await expect(left(page, name)).toBeVisible();
  await expect(left(page, place.named('burger'))).toBeHidden();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Everything');
  await outlet.selectOption('All outlets together');
  await expect(left(page, name)).toHaveValue('8');
  await expect(page.getByText(`${place.outletName}: 0`)).toBeVisible();
  await expectAccessible(page, 'counts of outlets', { hasDark: true, widths: everyWidth });

  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  const dish = guest.getByRole('listitem').filter({ hasText: name }).last();
  await expect(dish).toContainText('Sold out');
  await openShop(guest, shopAddress(place, 'pickup', downtown.name));
  await expect(guest.getByRole('link', { name: new RegExp(name) }).last()).not.toContainText('Sold out');

  await outlet.selectOption(place.outletName);
  await left(page, name).fill('');
  await left(page, name).press('Tab');
  await expect(page.getByRole('status').filter({ hasText: /^Saved$/ })).toHaveCount(1);
  await expect(left(page, name)).toHaveValue('');
  await expect(soldOut).toBeHidden();
  await placeOrder(call, place, 1);
  await outlet.selectOption('All outlets together');
  await expect(left(page, name)).toHaveValue('7');
});

test('a dish is sold out at the outlet whose stock is shown, and at all where that is chosen', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.water });
  const name = place.named('burger');
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/inventory');
  await page.getByRole('combobox', { name: 'Stock of' }).selectOption(place.outletName);
  const menu = page.getByRole('button', { name: `Sold out: ${name}` });
  await menu.click();
  await expect(page.getByRole('menuitemradio', { name: place.outletName })).toBeChecked();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  const row = page.getByRole('listitem').filter({ has: menu });
  await expect(row).toContainText(`at ${place.outletName}`);
  await menu.click();
  await page.getByRole('menuitemradio', { name: 'At all outlets' }).click();
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await expect(row).not.toContainText(`at ${place.outletName}`);
});

test('the counts of an outlet are in Arabic, and edited by keyboard', async ({ openRestaurant, openWindow, db }) => {
  const place = await openRestaurant();
  await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.water });
  const page = await openWindow({ viewport: phone, locale: 'ar-AE' });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/inventory');
  const outlet = page.getByRole('combobox', { name: 'مخزون' });
  await expect(outlet).toBeVisible();
  await outlet.focus();
  await page.keyboard.press('ArrowDown');
  await expect(outlet).not.toHaveValue('');
  const special = page.getByRole('textbox', { name: /^\u2068special .*الكمية الباقية$/ });
  await special.focus();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'حُفظ' })).toHaveCount(1);
  await expectWalk(page, '/dashboard/inventory of an outlet', 8);
  await expectAccessible(page, 'the count of an outlet, in Arabic', { hasDark: true, widths: everyWidth });
  await outlet.selectOption({ index: 0 });
  await expect(page.getByText(/: \u2068?5\u2069?$/)).toBeVisible();
});
