/**
 * Modifier lists: the question to guests, the number of choices, and the items that ask it (decision 30; M14, M16,
 * M17).
 */
import type { Page } from '@playwright/test';
import type { ModifierListId } from '#contract/base/ids.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { openDish, openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { keepMessages, saveButton, toastWith } from '../support/screen.ts';
import { chooseAction } from '../support/row-menu.ts';
import { type Call, desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

const needed = (page: Page) => page.getByText(/^Still needed: /);
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function listOf(call: Call, place: Place, id: ModifierListId): Promise<ModifierList> {
  const { modifierList } = await call('GET /menu/get-modifier-list/:id', { params: { id } }, place.owner.token);
  return modifierList;
}

async function openNew(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/modifier-lists');
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create a modifier list');
}

async function openList(page: Page, place: Place, list: ModifierListId): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/modifier-lists/edit?id=${list}`);
  await expect(saveButton(page)).toBeVisible();
}

function idInAddress(page: Page): ModifierListId {
  return new URL(page.url()).searchParams.get('id') as ModifierListId;
}

test('Save requires four fields, 0 is a value, and a sentence describes the question to guests (M15)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openNew(page, place);
  await expect(needed(page)).toHaveText('Still needed: Name, Display Name, Min Selection, Max Selection');
  await expect(saveButton(page)).toBeDisabled();
  await field(page, 'Name').fill('Toppings');
  await field(page, 'Display Name').fill('Choose your toppings');
  await field(page, 'Display name in Arabic').fill('اختر الإضافات');
  await expect(field(page, 'Min Selection')).toHaveValue('0');
  await field(page, 'Min Selection').fill('2');
  await expect(needed(page)).toHaveText('Still needed: Max Selection');
  await field(page, 'Max Selection').fill('1');
  await expect(needed(page)).toBeHidden();
  // At once, while the number is typed.
  await expect(field(page, 'Max Selection')).toHaveAccessibleDescription('Maximum must be at least the minimum');
  await saveButton(page).click();
  await expect(field(page, 'Max Selection')).toBeFocused();
  await field(page, 'Max Selection').fill('4');
  await expect(page.getByText('Guests must choose 2 to 4.')).toBeVisible();
  await saveButton(page).click();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Toppings');
  expect(await page.evaluate(() => localStorage.getItem('modifierListId'))).toBe(idInAddress(page));
  expect(await listOf(call, place, idInAddress(page))).toMatchObject({
    name: 'Toppings',
    displayName: 'Choose your toppings',
    displayNameTranslations: { ar: 'اختر الإضافات' },
    allowMultipleSelection: true,
    minModifier: 2,
    maxModifier: 4,
    optional: false,
  });
});

test('a list is optional or required first, and the numbers follow (decision 30)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openNew(page, place);
  await field(page, 'Name').fill('Sauces');
  await field(page, 'Display Name').fill('Add sauces');
  await page.getByRole('button', { name: 'Optional', exact: true }).click();
  await expect(field(page, 'Min Selection')).toBeDisabled();
  await expect(needed(page)).toBeHidden();
  await expect(page.getByRole('switch', { name: 'No upper limit' })).toBeChecked();
  await expect(page.getByText('Guests may choose any number, or none.')).toBeVisible();
  await saveButton(page).click();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sauces');
  const id = idInAddress(page);
  expect(await listOf(call, place, id)).toMatchObject({ minModifier: 0, maxModifier: 0, optional: true });

  // A single choice has a maximum of one.
  await page.getByRole('button', { name: 'Single' }).click();
  await expect(field(page, 'Max Selection')).toHaveValue('1');
  await page.getByRole('button', { name: 'Required', exact: true }).click();
  await expect(page.getByText('Guests must choose 1.')).toBeVisible();
  await field(page, 'Max Selection').fill('3');
  await saveButton(page).click();
  await expect(field(page, 'Max Selection')).toHaveAccessibleDescription('A single choice has a maximum of 1 at most');
  await field(page, 'Max Selection').fill('1');
  const sent = page.waitForRequest('**/menu/update-modifier-list/*');
  await saveButton(page).click();
  expect((await sent).postDataJSON()).toEqual({
    allowMultipleSelection: false,
    minModifier: 1,
    maxModifier: 1,
    optional: false,
  });
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  await expect(page.getByText('Guests must choose 1, but this list is empty', { exact: false })).toBeVisible();

  // Text typed after saving is unsaved work as well.
  await field(page, 'Name').fill('Dips');
  await page.getByRole('link', { name: 'Outlets' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(field(page, 'Name')).toHaveValue('Sauces');
  await field(page, 'Name').fill('Dips');
  await saveButton(page).click();
  await expect.poll(async () => (await listOf(call, place, id)).name).toBe('Dips');
});

test('modifiers are added, created, put in order and removed, and guests are asked so at once', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  await keepMessages(page);
  const { size } = place.lists;
  const guest = await openWindow({ viewport: phone });
  await openList(page, place, size);
  const part = page.getByRole('region', { name: 'Modifiers', exact: true });
  const rows = part.getByRole('list', { name: 'Modifiers' }).getByRole('listitem');
  await expect(rows).toHaveText([/regular.*Free/, /large.*AED\s4\.50/]);
  const names = async () => (await listOf(call, place, size)).modifierList.map((modifier) => modifier.name);

  await part.getByRole('button', { name: 'Add modifiers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add modifiers' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(3);
  await expect(dialog.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: new RegExp(place.named('onion')) }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toastWith(page, 'The record have been linked')).toBeVisible();
  await expect(rows).toHaveText([/regular/, /large/, /onion/]);

  // One after the other, by name, Tab, price and Enter.
  const maker = part.getByRole('form', { name: 'New modifier' });
  await maker.getByRole('textbox', { name: 'Modifier name' }).fill('Family');
  await page.keyboard.press('Tab');
  await page.keyboard.type('9.75');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/regular/, /large/, /onion/, /Family.*AED\s9\.75/]);
  await expect(maker.getByRole('textbox', { name: 'Modifier name' })).toBeFocused();
  await page.keyboard.type('Tiny');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveText([/regular/, /large/, /onion/, /Family/, /Tiny.*Free/]);
  await expect.poll(async () => (await names()).at(-1)).toBe('Tiny');
  const { items } = await call('GET /menu/get-all-items-modifier', {}, place.owner.token);
  expect(items.find((item) => item.name === 'Family')).toMatchObject({ type: 'modifier', price: 9.75, sku: 'FAMILY' });
  await maker.getByRole('textbox', { name: 'Modifier price' }).fill('1.999');
  await maker.getByRole('button', { name: 'Create and add' }).click();
  await expect(maker.getByText('Enter a name')).toBeVisible();
  await expect(maker.getByText('Use an amount such as 18.50')).toBeVisible();

  await part.getByRole('button', { name: 'Move Family up' }).click();
  await part.getByRole('button', { name: 'Move Family up' }).click();
  await expect(rows).toHaveText([/regular/, /Family/, /large/, /onion/, /Tiny/]);
  await part.getByRole('button', { name: `Remove ${place.named('onion')}` }).click();
  const removed = toastWith(page, 'The record have been unlinked');
  await expect(removed).toBeVisible();
  await expect(rows).toHaveText([/regular/, /Family/, /large/, /Tiny/]);
  await expect.poll(names).toEqual([place.named('regular'), 'Family', place.named('large'), 'Tiny']);

  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  await expect(panel.getByRole('radio')).toHaveCount(4);
  await expect(panel.getByRole('radio', { name: /Family/ })).toBeVisible();

  await removed.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveText([/regular/, /Family/, /large/, /onion/, /Tiny/]);
});

test("items that use the list are added and unlinked, and other people's changes arrive", async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const { size } = place.lists;
  await openList(page, place, size);
  const part = page.getByRole('region', { name: 'Used by' });
  const rows = part.getByRole('list', { name: 'Used by' }).getByRole('listitem');
  const users = async () => (await listOf(call, place, size)).itemList.map((item) => item.name);
  await expect(rows).toHaveText([/burger/]);
  await part.getByRole('button', { name: 'Add items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add items' });
  await dialog.getByRole('checkbox', { name: new RegExp(place.named('water')) }).check();
  await dialog.getByRole('checkbox', { name: new RegExp(place.named('special')) }).check();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toastWith(page, 'The record have been linked')).toBeVisible();
  await expect(rows).toHaveCount(3);
  await part.getByRole('button', { name: `Unlink ${place.named('water')}` }).click();
  await expect(toastWith(page, 'The record have been unlinked')).toBeVisible();
  await expect.poll(async () => (await users()).toSorted()).toEqual([place.named('burger'), place.named('special')]);

  await field(page, 'Name').fill('Mine');
  const body = { displayName: 'Pick a size', itemList: [place.items.burger] };
  await call('POST /menu/update-modifier-list/:id', { params: { id: size }, body }, place.owner.token);
  await expect(rows).toHaveText([/burger/]);
  await expect(field(page, 'Display Name')).toHaveValue('Pick a size');
  await expect(field(page, 'Name')).toHaveValue('Mine');
});

test('a failed change is taken back, with the reason (M12)', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await openList(page, place, place.lists.extras);
  const part = page.getByRole('region', { name: 'Modifiers', exact: true });
  const rows = part.getByRole('list', { name: 'Modifiers' }).getByRole('listitem');
  await expect(rows).toHaveText([/cheese/, /bacon/, /onion/]);
  await page.route('**/menu/update-modifier-list/*', (route) => route.fulfill({ status: 500, body: '' }));
  await part.getByRole('button', { name: `Remove ${place.named('bacon')}` }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(rows).toHaveText([/cheese/, /bacon/, /onion/]);
});

test('the list has a search with a button, a filter, bounds in words, and deleting with Undo (M13, M17)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await keepMessages(page);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/modifier-lists');
  const names = page.getByRole('rowheader');
  await expect(names).toHaveText([/size.*used by 1 item$/, /extras.*used by 1 item$/]);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Display Name',
    'Type',
    'Modifiers Attached',
    'Min Selection',
    'Max Selection',
    'Created At',
    'Actions',
  ]);
  await expect(page.getByRole('row').nth(2).getByRole('cell')).toHaveText([
    place.named('Add extras'),
    'Multiple',
    '3',
    '0',
    'No limit',
    /^\d{4}-\d\d-\d\d$/,
    '',
  ]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('size');
  await expect(names).toHaveText([/size/]);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await page.getByLabel('Type').selectOption('Multiple');
  await expect(page.getByRole('heading', { name: 'No results for "size"' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();

  await chooseAction(page, 'Delete', place.named('size'));
  await expect(names).toHaveText([/extras/]);
  const deleted = toastWith(page, 'The record is successfully deleted');
  const { burger } = place.items;
  const asked = async () =>
    (await call('GET /menu/get-items-modifier/:id', { params: { id: burger } }, place.owner.token)).item.modifierList;
  await expect.poll(asked).toEqual([place.lists.extras]);
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(names).toHaveText([/size/, /extras/]);
  expect(await asked()).toEqual([place.lists.size, place.lists.extras]);
});
