/** Items and modifiers: their outlets, modifier lists, deletion and findings (M12, M14, M17). */
import type { Locator } from '@playwright/test';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { itemOf, openItem } from '../support/items.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { addOutlet } from '../support/restaurant.ts';
import { keepMessages, saveButton, toastWith, visit } from '../support/screen.ts';
import { chooseAction, rowMenu } from '../support/row-menu.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('outlets of an item are switched at once, one after the other, and switched back on failure (M12)', async ({
  page,
  openRestaurant,
  call,
  complaints,
  db,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  const { water } = place.items;
  const downtown = await addOutlet(db, place, { name: `Downtown ${place.canary}`, without: water });
  await openItem(page, place, water);
  const part = page.getByRole('region', { name: 'Availability' });
  const marina = part.getByRole('switch', { name: `Available at ${place.outletName}` });
  const other = part.getByRole('switch', { name: `Available at ${downtown.name}` });
  await expect(marina).toBeChecked();
  await expect(other).not.toBeChecked();
  await expect(part.getByRole('listitem').filter({ hasText: downtown.name })).toContainText('Sold out');

  const saving = '**/menu/update-items-modifier/*';
  await page.route(saving, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await marina.click();
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(marina).toBeChecked();

  await marina.click();
  await expect(toastWith(page, 'Oulet unlinked successfully')).toBeVisible();
  expect((await itemOf(call, place, water)).InActiveOutletIds).toHaveLength(2);
  // Two at once: each sends the whole list, and neither may undo the other.
  await marina.click();
  await other.click();
  await expect(marina).toBeChecked();
  await expect(other).toBeChecked();
  await expect(toastWith(page, 'Oulet linked successfully')).toBeVisible();
  await expect.poll(async () => (await itemOf(call, place, water)).InActiveOutletIds).toEqual([]);
  await other.click();
  await expect.poll(async () => (await itemOf(call, place, water)).InActiveOutletIds).toEqual([{ _id: downtown.id }]);
});

test('modifier lists are linked, put in order and unlinked, each saved at once', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await keepMessages(page);
  const { water } = place.items;
  const { size, extras } = place.lists;
  const linked = async () => (await itemOf(call, place, water)).modifierList;
  await openItem(page, place, water);
  const part = page.getByRole('region', { name: 'Modifier lists' });
  await part.getByRole('button', { name: 'Link modifier list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link modifier list' });
  const add = dialog.getByRole('button', { name: 'Add', exact: true });
  await expect(add).toBeDisabled();
  await dialog.getByRole('searchbox').fill('size');
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: new RegExp(place.named('size')) }).check();
  await dialog.getByRole('searchbox').fill('');
  await dialog.getByRole('checkbox', { name: new RegExp(place.named('extras')) }).check();
  await expect(dialog.getByText('2 selected')).toBeVisible();
  await add.click();
  await expect(toastWith(page, 'Modifier list linked successfully')).toBeVisible();
  const rows = part.getByRole('list', { name: 'Modifier lists' }).getByRole('listitem');
  await expect(rows).toHaveText([/Choose a size .* · Choose 1/, /Add extras .* · Optional, any number/]);
  expect(await linked()).toEqual([size, extras]);

  await part.getByRole('button', { name: `Move ${place.named('size')} down` }).click();
  await expect(rows).toHaveText([/Add extras/, /Choose a size/]);
  await expect.poll(linked).toEqual([extras, size]);
  const handle = part.getByRole('button', { name: `Move ${place.named('size')}`, exact: true });
  await handle.focus();
  // A person waits for the announcement; the next key counts from then on.
  await page.keyboard.press('Space');
  await expect(page.getByText(/ lifted, at 2 of 2/)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(`${place.named('size')} is at 1 of 2`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(rows).toHaveText([/Choose a size/, /Add extras/]);
  await expect.poll(linked).toEqual([size, extras]);

  await part.getByRole('button', { name: `Unlink ${place.named('size')}` }).click();
  const unlinked = toastWith(page, 'Modifier list unlinked successfully');
  await expect(unlinked).toBeVisible();
  await expect(rows).toHaveText([/Add extras/]);
  await expect(part.getByRole('button', { name: 'Link modifier list' })).toBeFocused();
  expect(await linked()).toEqual([extras]);
  await unlinked.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveText([/Choose a size/, /Add extras/]);
  await expect.poll(linked).toEqual([size, extras]);
});

test('a deleted item goes at once and comes back with Undo (M17)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await keepMessages(page);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items?size=all');
  const names = page.getByRole('rowheader');
  await expect(names).toHaveCount(8);
  const other = place.named('onion');
  await chooseAction(page, 'Delete', place.named('water'));
  await expect(names).toHaveCount(7);
  const deleted = toastWith(page, 'The record is successfully deleted');
  await expect(deleted).toBeVisible();
  const listed = async () =>
    (await call('GET /menu/get-all-items-modifier', {}, place.owner.token)).items.map(({ _id }) => _id);
  expect(await listed()).not.toContain(place.items.water);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(names).toHaveCount(8);
  expect(await listed()).toContain(place.items.water);

  // After deleting by keyboard the focus stays in the list.
  await rowMenu(page, other).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(names).toHaveCount(7);
  await expect(page.getByRole('button', { name: /^Actions for/ }).and(page.locator(':focus'))).toHaveCount(1);
});

test('the address names the item, otherwise the last opened one is shown; a missing one is reported', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openItem(page, place, place.items.water);
  await page.goto('/dashboard/items/edit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(place.named('water'));
  await visit(page, `/dashboard/items/edit?id=${place.items.burger}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(place.named('burger'));
  await visit(page, `/dashboard/items/edit?id=${place.outletId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This record was not found');
  await page.getByRole('link', { name: 'Go to Items and modifiers' }).click();
  await expect(page).toHaveURL('/dashboard/items');
});

test('obstacles to ordering an item are shown in the list and on its page, each with its remedy', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const { drinks } = place.categories;
  const { water } = place.items;
  await call('POST /menu/add-update-category', { body: { categoryId: drinks, items: [] } }, place.owner.token);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items?search=water');
  await expect(page.getByRole('rowheader')).toHaveText(/In no category.*No picture|No picture.*In no category/);
  const sentence = `"${place.named('water')}" is in no category, so guests do not see it.`;
  await page.getByRole('button', { name: /^Show \d+ things that look unfinished$/ }).click();
  await expect(page.getByRole('link', { name: `Fix: ${sentence}` })).toHaveAttribute('href', '/dashboard/menus');
  await page.getByRole('link', { name: place.named('water'), exact: true }).click();
  await expect(page.getByRole('note')).toContainText(sentence);
  await expect(page.getByRole('note').getByRole('link')).toHaveCount(1);
  // Sign, sentence and button stand on one line.
  const middle = async (part: Locator) => {
    const { y, height } = (await part.boundingBox())!;
    return y + height / 2;
  };
  const note = page.getByRole('note');
  for (const part of [note.getByText(sentence), note.getByRole('link')]) {
    expect(Math.abs((await middle(part)) - (await middle(note.locator('svg').first())))).toBeLessThan(2);
  }
  await call('POST /menu/add-update-category', { body: { categoryId: drinks, items: [water] } }, place.owner.token);
  await expect(page.getByText(sentence)).toBeHidden();
});

test('staff switch the outlets of an item, and change nothing else', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  const staff = await makeOwner(db, place.id, 'staff');
  await signInWithToken(page, staff.token);
  await page.goto('/dashboard/items');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create', exact: true })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);
  await page.getByRole('link', { name: place.named('burger') }).click();
  await page.getByRole('switch', { name: `Available at ${place.outletName}` }).click();
  await expect(toastWith(page, 'Oulet unlinked successfully')).toBeVisible();
  await expect(saveButton(page)).toHaveCount(0);
});
