/** Many items at once: selected, changed together or not at all, deleted and restored (ME-21). */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { keepMessages, toastWith, visit } from '../support/screen.ts';
import { rowMenu } from '../support/row-menu.ts';
import { desktop, expect, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

const tick = (page: Page, place: Place, word: string) =>
  page.getByRole('checkbox', { name: `Select ${place.named(word)}` }).check();
const priceOf = (page: Page, place: Place, word: string) =>
  page
    .getByRole('row')
    .filter({ hasText: place.named(word) })
    .getByRole('cell')
    .filter({ hasText: 'AED' });

test('prices rise together after a preview of each, and deleting many can be undone', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await keepMessages(page);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items?size=10');
  const bar = page.getByRole('region', { name: 'With the selected rows' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(page.getByRole('rowheader')).toHaveCount(8);
  await expect(bar).toHaveCount(0);
  await tick(page, place, 'burger');
  await tick(page, place, 'water');
  await expect(bar.getByText('2 selected')).toBeVisible();
  for (const name of ['Category', 'Availability', 'Price', 'Delete']) {
    await expect(bar.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page, 'items with ticked rows', { hasDark: true });
  await page.setViewportSize(desktop);

  await bar.getByRole('button', { name: 'Price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 prices' });
  await dialog.getByLabel('Raise by').fill('ten');
  await expect(dialog.getByText('Use a number with at most 2 decimals')).toBeVisible();
  await dialog.getByLabel('Raise by').fill('12.5');
  const preview = dialog.getByRole('table', { name: 'New prices' });
  await expect(preview.getByRole('row').nth(1).getByRole('cell')).toHaveText(['AED 18.00', 'AED 20.25']);
  await expect(preview.getByRole('row').nth(2).getByRole('cell')).toHaveText(['AED 5.50', 'AED 6.19']);
  await expectAccessible(page, 'prices of many', { hasDark: true });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const beside = preview.locator('..').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await beside, 'both prices are seen in letters of twice the size').toBe(0);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize(desktop);

  // A parallel change by another person is in the preview at once.
  const params = { id: place.items.water };
  await call('POST /menu/update-items-modifier/:id', { params, form: { price: 6 } }, place.owner.token);
  await expect(preview.getByRole('row').nth(2).getByRole('cell')).toHaveText(['AED 6.00', 'AED 6.75']);
  await dialog.getByRole('button', { name: 'Change 2 items' }).press('Enter');
  await expect(toastWith(page, 'Records updated: 2')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(heading).toBeFocused();
  await expect(priceOf(page, place, 'burger')).toHaveText('AED 20.25');
  await expect(priceOf(page, place, 'water')).toHaveText('AED 6.75');

  await tick(page, place, 'burger');
  await tick(page, place, 'special');
  await bar.getByRole('button', { name: 'Category' }).click();
  await page
    .getByRole('dialog')
    .getByLabel('Category')
    .selectOption({ label: place.named('Drinks') });
  await page.getByRole('dialog').getByRole('button', { name: 'Change 2 items' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar).toHaveCount(0);
  const drinks = { id: place.categories.drinks };
  const { category } = await call('GET /menu/get-categoryDetail/:id', { params: drinks }, place.owner.token);
  expect(category.items).toHaveLength(3);

  // The focus goes at once, and not when the items have been read again: by then somebody may be in a field.
  await tick(page, place, 'water');
  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route(
    '**/menu/get-all-items-modifier',
    async (route) => {
      await isAnswered;
      await route.continue();
    },
    { times: 1 },
  );
  await bar.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(heading).toBeFocused();
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  await search.focus();
  answer();
  await expect(page.getByRole('rowheader')).toHaveCount(7);
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(heading).toBeFocused();
  await expect(page.getByRole('rowheader')).toHaveCount(8);

  await tick(page, place, 'burger');
  await bar.getByRole('button', { name: 'Select all 8' }).press('Enter');
  await expect(bar.getByText('8 selected')).toBeVisible();
  await expect(bar).toBeFocused();
  // A second press deletes nothing more, and its refusal does not take the place of Undo.
  let calls = 0;
  let goOn = () => {};
  const isPressedTwice = new Promise<void>((done) => (goOn = done));
  await page.route('**/menu/delete-items', async (route) => {
    calls += 1;
    await isPressedTwice;
    await route.continue();
  });
  await bar.getByRole('button', { name: 'Delete' }).dblclick();
  goOn();
  await expect(page.getByRole('heading', { name: 'No items yet' })).toBeVisible();
  expect(calls).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(8);
});

test('prices by mode rise alike unless that is unticked, and the preview says each', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const params = { id: place.items.burger };
  const modePrices = { delivery: 20, pickup: 17.5 };
  await call('POST /menu/update-items-modifier/:id', { params, form: { modePrices } }, place.owner.token);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items?size=10');
  await tick(page, place, 'burger');
  await tick(page, place, 'water');
  await page.getByRole('region', { name: 'With the selected rows' }).getByRole('button', { name: 'Price' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 prices' });
  await dialog.getByLabel('Raise by').fill('10');
  const also = dialog.getByRole('checkbox', { name: 'Change prices by mode as well' });
  await expect(also).toBeChecked();
  const preview = dialog.getByRole('table', { name: 'New prices' });
  await expect(preview.getByRole('rowheader')).toHaveText([
    place.named('burger'),
    `${place.named('burger')}, Delivery`,
    `${place.named('burger')}, Pickup`,
    place.named('water'),
  ]);
  await expect(preview.getByRole('row').nth(2).getByRole('cell')).toHaveText(['AED 20.00', 'AED 22.00']);
  await expect(preview.getByRole('row').nth(3).getByRole('cell')).toHaveText(['AED 17.50', 'AED 19.25']);
  await expectAccessible(page, 'prices of many by mode', { hasDark: true, widths: [375, 768, 1280] });
  await also.press('Space');
  await expect(dialog.getByText('Prices by mode stay as they are.')).toBeVisible();
  await expect(preview.getByRole('rowheader')).toHaveCount(2);
  await also.press('Space');
  await dialog.getByRole('button', { name: 'Change 2 items' }).click();
  await expect(dialog).toHaveCount(0);
  const { items } = await call('GET /menu/get-all-items-modifier', {}, place.owner.token);
  expect(items.find(({ _id }) => _id === place.items.burger)).toMatchObject({
    price: 19.8,
    modePrices: { delivery: 22, pickup: 19.25 },
  });
});

test("a list keeps its buttons in sight however long its people's names are", async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2);
  const { userId } = place.owner;
  await db
    .updateTable('users')
    .set({ first_name: long, email: `${long}@${userId}.test` })
    .where('id', '=', userId)
    .execute();
  const params = { id: place.items.burger };
  await call(
    'POST /menu/update-items-modifier/:id',
    { params, form: { name: long, price: 99_999.99 } },
    place.owner.token,
  );
  await signInWithToken(page, place.owner.token);
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 1200 });
    await visit(page, '/dashboard/staff');
    const last = page.getByText('The only owner');
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    await visit(page, '/dashboard/items');
    await expect(rowMenu(page)).toBeInViewport({ ratio: 1 });
    const beside = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beside, `${width} px`).toBe(0);
  }
});

test('low stock is marked, can be filtered, and is reported on Get Started', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant({ stock: 4 });
  const params = { id: place.items.water };
  await call(
    'POST /menu/update-items-modifier/:id',
    { params, form: { quantity: 8, lowStock: 10 } },
    place.owner.token,
  );
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: '2 low' }).click();
  await expect(page).toHaveURL('/dashboard/inventory?show=low');
  const rows = page.getByRole('list', { name: 'Items', exact: true }).locator(':scope > li');
  await expect(rows).toHaveCount(2);
  await expect(rows.getByText('Low', { exact: true })).toHaveCount(2);
  await expectAccessible(page, 'what is low', { hasDark: true });
  await page.getByLabel('Show').selectOption('Sold out');
  await expect(page.getByRole('heading', { name: 'Nothing is sold out' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(3);
});
