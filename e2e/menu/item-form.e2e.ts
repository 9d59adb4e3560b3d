/** The form of items and modifiers: what Save requires, the picture, no lost work (M15, M16, M18). */
import type { Locator, Page } from '@playwright/test';
import type { ItemId } from '#contract/base/ids.ts';
import { newAccount } from '../support/accounts.ts';
import { itemOf, openItem, photo } from '../support/items.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { loseAnswer, saveButton, toastWith } from '../support/screen.ts';
import { desktop, expect, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

const gif = {
  name: 'dish.gif',
  mimeType: 'image/gif',
  buffer: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

const picker = (page: Page) => page.locator('input[type=file]');

async function openNew(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items');
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an item or a modifier');
}

test('an item is created with its picture, and guests can read it in Arabic (M16, M18)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openNew(page, place);
  const needed = page.getByText(/^Still needed: /);
  await expect(needed).toHaveText('Still needed: Name, Price, SKU, Image');
  await expect(saveButton(page)).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Falafel plate');
  // Keyboards in German and in Arabic have no point.
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('21,50');
  await page.getByLabel('SKU').fill('FALAFEL');
  await expect(needed).toHaveText('Still needed: Image');

  await picker(page).setInputFiles(gif);
  await expect(page.getByText('Use a .jpeg or .png image')).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();
  await picker(page).setInputFiles(await photo());
  await expect(page.getByText('Use a .jpeg or .png image')).toBeHidden();
  const preview = page.getByRole('img', { name: 'Preview' });
  await expect(preview).toBeVisible();
  expect(await preview.boundingBox()).toMatchObject({ width: 150, height: 150 });
  await expect(needed).toBeHidden();

  await page.getByRole('button', { name: 'In Arabic' }).click();
  await page.getByLabel('Name in Arabic').fill('طبق فلافل');
  await expect(page.getByLabel('Name in Arabic')).toHaveAttribute('dir', 'rtl');
  await page.getByRole('button', { name: 'Calories, allergens and diets' }).click();
  await page.getByRole('textbox', { name: 'Calories' }).fill('٦٢٠');
  await page.getByRole('checkbox', { name: 'Sesame' }).check();
  await page.getByRole('checkbox', { name: 'Gluten', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Vegan' }).check();
  await page.getByLabel('Description', { exact: true }).fill('Six of them, with tahini');
  await page.getByLabel('Quantity left').fill('12');

  await watchProgress(page);
  await saveButton(page).click();
  await expect(toastWith(page, 'item is successfully created')).toBeVisible();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falafel plate');
  expect(await page.evaluate(() => document.documentElement.dataset['progress'])).toMatch(/^0 (\d+ )*100 $/);
  const id = new URL(page.url()).searchParams.get('id') as ItemId;
  expect(page.url()).toContain(`/dashboard/items/edit?id=${id}`);
  expect(await page.evaluate(() => localStorage.getItem('itemId'))).toBe(id);
  const made = await itemOf(call, place, id);
  expect(made).toMatchObject({
    type: 'item',
    name: 'Falafel plate',
    price: 21.5,
    sku: 'FALAFEL',
    description: 'Six of them, with tahini',
    quantity: 12,
    nameTranslations: { ar: 'طبق فلافل' },
    descriptionTranslations: {},
    calories: 620,
    allergens: ['gluten', 'sesame'],
    diets: ['vegan'],
  });
  expect(made.imageUrl).toMatch(/-640\.webp$/);
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/items');
});

test('a modifier needs no image, a price must be valid, and a repeated SKU is reported (M15)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openNew(page, place);
  await page.getByRole('button', { name: 'Modifier', exact: true }).click();
  await expect(page.getByText(/^Still needed: /)).toHaveText('Still needed: Name, Price, SKU');
  await expect(page.getByLabel('Description')).toHaveCount(0);
  await expect(picker(page)).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Extra tahini');
  await page.getByLabel('SKU').fill(`Cheese-${place.canary}`);
  await expect(page.getByText(`${place.named('cheese')} already uses this SKU. You can still save.`)).toBeVisible();
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  await price.fill('2.505');
  await saveButton(page).click();
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription('Use an amount such as 18.50');
  await expect(page).toHaveURL('/dashboard/items/create');
  await price.fill('2.5');
  await saveButton(page).click();
  await expect(toastWith(page, 'modifier is successfully created')).toBeVisible();
  for (const type of ['Item', 'Modifier']) {
    await expect(page.getByRole('button', { name: type, exact: true })).toBeDisabled();
  }
  await expect(page.getByRole('region', { name: 'Modifier lists' })).toHaveCount(0);
  const id = new URL(page.url()).searchParams.get('id') as ItemId;
  expect(await itemOf(call, place, id)).toMatchObject({ type: 'modifier', price: 2.5, quantity: null, imageUrl: null });
});

test('the picture can be dropped, removed and chosen with the keyboard (M18)', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openNew(page, place);
  const bytes = [...(await photo()).buffer];
  const dropped = await page.evaluateHandle((data) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(data)], 'dropped.png', { type: 'image/png' }));
    return transfer;
  }, bytes);
  const field = page.getByRole('group', { name: 'Image' });
  await field.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: dropped });
  const preview = page.getByRole('img', { name: 'Preview' });
  await expect(preview).toBeVisible();
  await page.getByRole('button', { name: 'Remove image' }).click();
  await expect(preview).toBeHidden();
  await expect(page.getByText(/^Still needed: .*Image/)).toBeVisible();

  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose an image' }).focus();
  await expect(page.getByRole('button', { name: 'Choose an image' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await photo());
  await expect(preview).toBeVisible();
});

test('an edit sends only changed fields, and no work is lost on leaving (M16)', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  // The account of an owner whose email is not confirmed is asked for at each return to the window.
  await db.updateTable('restaurants').set({ owner_verified_at: null }).where('id', '=', place.id).execute();
  await openItem(page, place, place.items.special);
  await page.getByRole('link', { name: 'Outlets' }).click();
  await expect(page).toHaveURL('/dashboard/outlets');
  await page.goBack();

  const description = page.getByLabel('Description', { exact: true });
  await description.fill('Only today');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('link', { name: 'Outlets' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(description).toHaveValue('Only today');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(description).toHaveValue(`The special of ${place.canary}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await description.fill('Only today');
  await page.route('**/auth/me', (route) => route.abort(), { times: 1 });
  const failure = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/auth/me'));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await failure;
  // Meanwhile another person raises its price, and two portions are sold.
  const { special } = place.items;
  const form = { price: 45, quantity: 8 };
  await call('POST /menu/update-items-modifier/:id', { params: { id: special }, form }, place.owner.token);
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('45.00');
  await expect(page.getByLabel('Quantity left')).toHaveValue('8');
  await expect(description).toHaveValue('Only today');
  const sent = page.waitForRequest('**/menu/update-items-modifier/*');
  await saveButton(page).click();
  expect(fieldsOf((await sent).postData())).toEqual(['description']);
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  expect(await itemOf(call, place, special)).toMatchObject({ price: 45, quantity: 8, description: 'Only today' });

  // Two more are cooked; a portion sold before that is saved counts as well.
  await page.getByLabel('Quantity left').fill('10');
  await call(
    'POST /menu/update-items-modifier/:id',
    { params: { id: special }, form: { quantity: 7, price: 46 } },
    place.owner.token,
  );
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('46.00');
  await expect(page.getByLabel('Quantity left')).toHaveValue('10');
  await saveButton(page).click();
  await expect(page.getByLabel('Quantity left')).toHaveValue('9');

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('The other special');
  await page.getByRole('link', { name: 'Outlets' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/dashboard/outlets');
  expect((await itemOf(call, place, special)).name).toBe(place.named('special'));
});

test('a quantity that was stored without an answer is not added a second time (R40)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_RESET/);
  const place = await openRestaurant({ stock: 5 });
  const { special } = place.items;
  await openItem(page, place, special);
  // The form does not hear of what was stored.
  await page.route('**/menu/get-all-items-modifier*', () => {});
  await loseAnswer(page, '**/menu/update-items-modifier/*');
  const quantity = page.getByLabel('Quantity left');
  await quantity.fill('20');
  await saveButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible();
  expect((await itemOf(call, place, special)).quantity).toBe(20);
  await saveButton(page).click();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  expect((await itemOf(call, place, special)).quantity).toBe(20);
});

test('an owner signs in, creates an item with an image and links a list by keyboard alone', async ({ page, call }) => {
  const account = newAccount();
  const { token } = (await call('POST /auth/signup', { body: account })).token;
  const list = { name: 'extras', displayName: 'Add extras', optional: true, allowMultipleSelection: true };
  await call('POST /menu/add-modifier-list', { body: list }, token);
  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(account.email);
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get Started');
  await tabTo(page, page.getByRole('link', { name: 'Items and modifiers' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Items and modifiers' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Create', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Create an item or a modifier' })).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Name', exact: true }));
  await page.keyboard.type('Hummus');
  await tabTo(page, page.getByRole('textbox', { name: 'Price', exact: true }));
  await page.keyboard.type('14');
  await tabTo(page, page.getByLabel('SKU'));
  await page.keyboard.type('HUMMUS');
  await expect(page.getByText(/^Still needed: /)).toHaveText('Still needed: Image');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: 'Choose an image' }));
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(await photo());
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible();
  await expect(saveButton(page)).toBeEnabled();
  await tabTo(page, saveButton(page));
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'item is successfully created')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Hummus' })).toBeFocused();
  const link = page.getByRole('button', { name: 'Link modifier list' });
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Link modifier list' });
  await tabTo(page, dialog.getByRole('checkbox', { name: /extras/ }));
  await page.keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'Add', exact: true }));
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'Modifier list linked successfully')).toBeVisible();
  await expect(link).toBeFocused();
  await expect(page.getByRole('list', { name: 'Modifier lists' }).getByRole('listitem')).toHaveText([/extras/]);
});

/** Records on the document every value that a progressbar shows from now on, however briefly. */
async function watchProgress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    let last: string | null = null;
    new MutationObserver(() => {
      const bar = document.querySelector('[role=progressbar][aria-label="Uploading the image"]');
      const now = bar?.getAttribute('aria-valuenow') ?? null;
      if (now === null || now === last) return;
      last = now;
      dataset['progress'] = `${dataset['progress'] ?? ''}${now} `;
    }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-valuenow'] });
  });
}

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${String(control)}`);
}

/** The names of the fields of a multipart body. */
function fieldsOf(body: string | null): string[] {
  return [...(body ?? '').matchAll(/name="([^"]+)"/g)].map(([, name]) => name!);
}
