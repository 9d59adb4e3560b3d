/** The categories of a menu in the Order Manager, and the guests' view of them (ME-04; M12, M17). */
import type { Locator } from '@playwright/test';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { guestCategories, openMenu, order, row } from '../support/menus.ts';
import { addOutlet } from '../support/restaurant.ts';
import { keepMessages, toastWith, visit } from '../support/screen.ts';
import { chooseAction, rowMenu } from '../support/row-menu.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('a category is created, filled, renamed and emptied, and guests see it at once', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  await keepMessages(page);
  const guest = await openWindow({ viewport: phone });
  const list = await openMenu(page, place);
  const field = page.getByLabel('New category');
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await expect(create).toBeDisabled();
  await field.fill('   ');
  await expect(create).toBeDisabled();
  await field.fill('Soups');
  await page.getByRole('textbox', { name: 'In Arabic', exact: true }).fill('شوربات');
  let answer = () => {};
  const isAsked = new Promise<void>((done) => (answer = done));
  await page.route(
    '**/menu/add-update-category',
    async (route) => {
      await isAsked;
      await route.continue();
    },
    { times: 1 },
  );
  await field.press('Enter');
  // The name is in its place before the server has answered.
  await expect(page.locator('[aria-busy=true]').filter({ hasText: 'Soups' })).toBeVisible();
  answer();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  await expect(page.locator('[aria-busy=true]').filter({ hasText: 'Soups' })).toHaveCount(0);
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  expect(await order(list)).toEqual([place.named('Mains'), place.named('Drinks'), 'Soups']);

  const soups = row(page, 'Soups');
  await expect(soups).toContainText('0 items');
  await soups.getByRole('button', { name: 'Add items Soups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add items to Soups' });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeDisabled();
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('WATER');
  await expect(dialog.getByRole('listitem')).toHaveText([/AED\s5\.50$/]);
  await dialog.getByRole('checkbox', { name: place.named('water') }).check();
  await dialog.getByRole('searchbox', { name: 'Search' }).fill('');
  await dialog.getByRole('checkbox', { name: place.named('burger') }).check();
  await expect(dialog.getByText('2 selected')).toBeVisible();
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(soups).toContainText('2 items');
  await expect(toastWith(page, 'The record have been linked')).toBeVisible();
  const items = page.getByRole('list', { name: 'Items of Soups' });
  expect(await order(items)).toEqual([place.named('water'), place.named('burger')]);
  await openShop(guest, shopAddress(place, 'pickup'));
  const guestsSoups = guest.getByRole('region', { name: 'Soups' });
  await expect(guestsSoups.getByRole('link')).toHaveText([/water/, /burger/]);

  await chooseAction(soups, 'Rename');
  const name = page.getByRole('textbox', { name: 'Name of Soups' });
  await expect(name).toBeFocused();
  await name.fill('');
  await expect(page.getByRole('button', { name: 'Save name' })).toBeDisabled();
  await name.press('Escape');
  await expect(name).toBeHidden();
  await expect(rowMenu(soups, 'Soups')).toBeFocused();
  await chooseAction(soups, 'Rename');
  await name.fill('Bowls');
  await page.getByRole('textbox', { name: 'Soups in Arabic' }).fill('أطباق');
  await name.press('Enter');
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  await expect(rowMenu(page, 'Bowls')).toBeFocused();
  const site = async () => (await page.request.get(`/api/v1/site/${place.slug}`)).text();
  await expect.poll(site).toContain('"nameTranslations":{"ar":"أطباق"}');

  const bowls = row(page, 'Bowls');
  await bowls.getByRole('button', { name: `Remove ${place.named('water')} from Bowls` }).press('Enter');
  await expect(bowls.getByRole('button', { name: `Remove ${place.named('burger')} from Bowls` })).toBeFocused();
  await expect(bowls).toContainText('1 item');
  const unlinked = toastWith(page, 'The record have been unlinked');
  await expect(unlinked).toBeVisible();
  // A guest may see the page of a second before.
  const guestsBowls = async () => {
    await openShop(guest, shopAddress(place, 'pickup'));
    return guest.getByRole('region', { name: 'Bowls' }).getByRole('link').allTextContents();
  };
  await expect.poll(guestsBowls).toEqual([expect.stringMatching(/burger/)]);
  // The screen is ahead of its answers: a deletion that overtakes the saving leaves nothing to save.
  const saved = page.waitForResponse('**/menu/add-update-category');
  await unlinked.getByRole('button', { name: 'Undo' }).click();
  await saved;
  await expect
    .poll(() => order(page.getByRole('list', { name: 'Items of Bowls' })))
    .toEqual([place.named('water'), place.named('burger')]);

  await chooseAction(bowls, 'Delete');
  await expect(bowls).toBeHidden();
  const deleted = toastWith(page, 'The record is successfully deleted');
  await expect(deleted).toBeVisible();
  // Escape is for the field that has the focus: the Undo of something else stays.
  await field.press('Escape');
  const mains = row(page, place.named('Mains'));
  await chooseAction(mains, 'Rename');
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Escape');
  await expect(rowMenu(mains)).toBeFocused();
  await expect(deleted.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect.poll(() => guestCategories(guest, place)).toEqual([place.named('Mains'), place.named('Drinks')]);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(bowls).toContainText('2 items');
  await expect.poll(() => guestCategories(guest, place)).toContain('Bowls');
});

test('an outlet that does not serve a category is named on its row, and to its guests', async ({
  page,
  openRestaurant,
  openWindow,
  complaints,
  db,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  const other = await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.water });
  const guest = await openWindow({ viewport: phone });
  await openMenu(page, place);
  const mains = row(page, place.named('Mains'));
  await chooseAction(mains, 'Availability');
  const dialog = page.getByRole('dialog', { name: `Availability of ${place.named('Mains')}` });
  const [marina, downtown] = [place.outletName, other.name].map((name) => dialog.getByRole('switch', { name })) as [
    Locator,
    Locator,
  ];
  await page.route('**/menu/add-update-category', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await marina.click();
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(marina).toBeChecked();

  await marina.click();
  await downtown.click();
  await expect(marina).not.toBeChecked();
  await expect(downtown).not.toBeChecked();
  await expect(toastWith(page, 'Oulet unlinked successfully')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowMenu(mains)).toBeFocused();
  await expect(mains).toContainText('2 outlets off');
  await chooseAction(mains, 'Availability');
  await downtown.click();
  await expect(toastWith(page, 'Oulet linked successfully')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(mains).toContainText('1 outlet off');
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByRole('region', { name: place.named('Mains') }).getByText('Sold out')).toHaveCount(2);
  await openShop(guest, shopAddress(place, 'pickup', other.name));
  await expect(guest.getByRole('region', { name: place.named('Mains') }).getByText('Sold out')).toHaveCount(0);
});

test('staff see the menu and switch categories off; other controls are not offered', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  const staff = await makeOwner(db, place.id, 'staff');
  await signInWithToken(page, staff.token);
  await page.goto(`/dashboard/menus/edit?id=${place.menuId}`);
  const mains = row(page, place.named('Mains'));
  await expect(mains.getByRole('button')).toHaveCount(2);
  await mains.getByRole('button', { name: /^Availability/ }).click();
  await page.getByRole('switch', { name: place.outletName }).click();
  await expect(toastWith(page, 'Oulet unlinked successfully')).toBeVisible();
  await visit(page, '/dashboard/menus');
  await expect(page.getByRole('rowheader')).toContainText(place.named('Menu'));
  await expect(page.getByRole('main').getByRole('button', { name: 'Actions for' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Create', exact: true })).toHaveCount(0);
});
