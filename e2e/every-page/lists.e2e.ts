/** The lists of the Order Manager: their order, their pages, their four states (M13, M14). */
import { changeMenu } from '#server/test/data/change-menu.ts';
import { signUpNew } from '../support/accounts.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { addOffer } from '../support/offers.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, tablet, test } from '../support/test.ts';

test.use({ viewport: desktop });

const lists = [
  { path: 'outlets', call: '**/outlet/get-all-outlet', search: 'Search outlet by name', none: 'No outlets yet' },
  { path: 'menus', call: '**/menu/get-all-menus', search: 'Search menu by name', none: 'No menus yet' },
  { path: 'items', call: '**/menu/get-all-items-modifier', search: 'Search', none: 'No items yet' },
  { path: 'modifier-lists', call: '**/menu/get-all-modifier-list', search: 'Search', none: 'No modifier lists yet' },
];

for (const { path, call: listing, search, none } of lists) {
  test(`${path} shows loading, failed, listed, not found and empty (M14)`, async ({
    page,
    openRestaurant,
    call,
    complaints,
    openWindow,
  }) => {
    complaints.expect(/status of 500/);
    const place = await openRestaurant();
    await signInWithToken(page, place.owner.token);
    let answer = () => {};
    const isAnswered = new Promise<void>((done) => (answer = done));
    await page.route(listing, async (route) => {
      await isAnswered;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.goto(`/dashboard/${path}`);
    await expect(page.locator('[aria-busy=true]')).toBeVisible();
    // An empty list would take it from under a finger to the middle.
    const create = page.getByRole('main').getByRole('link', { name: /^(Create|Add outlet)$/ });
    await expect(create).toHaveCount(0);
    answer();
    const failure = page.getByRole('alert');
    await expect(failure).toContainText('server error');
    await page.unroute(listing);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(failure).toBeHidden();
    await expect(create).toHaveCount(1);

    const box = page.getByRole('searchbox', { name: search, exact: true });
    await box.fill('xylophone');
    await box.press('Enter');
    await expect(page.getByRole('heading', { name: 'No results for "xylophone"' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(box).toHaveValue('');

    const fresh = await openWindow({ viewport: desktop });
    await signInWithToken(fresh, await signUpNew(call));
    await fresh.goto(`/dashboard/${path}`);
    await expect(fresh.getByRole('heading', { name: none })).toBeVisible();
    await expect(fresh.getByRole('table')).toHaveCount(0);
  });
}

test('page, order, search and filter are in the address (M13)', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items');
  const names = page.getByRole('rowheader');
  const range = page.getByText(/^\d+–\d+ of \d+$/);
  await expect(names).toHaveCount(5);
  await expect(range).toHaveText('1–5 of 8');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(range).toHaveText('6–8 of 8');

  const price = page.getByRole('columnheader', { name: 'Price' });
  await expect(price).not.toHaveAttribute('aria-sort');
  await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  await expect(range).toHaveText('1–5 of 8');
  await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'descending');
  await expect(names.first()).toContainText(place.named('special'));

  await page.getByRole('combobox', { name: 'Rows per page:' }).click();
  await expect(page.getByRole('option')).toHaveText(['5', '10', '25', 'All']);
  await page.getByRole('option', { name: '10', exact: true }).click();
  await expect(range).toHaveText('1–8 of 8');
  await page.getByLabel('Type').selectOption('Modifiers');
  await expect(range).toHaveText('1–5 of 5');
  await page.getByRole('searchbox', { name: 'Search' }).fill('on');
  // Bacon costs 3.75, onion 0.
  await expect(names).toHaveText([new RegExp(place.named('bacon')), new RegExp(place.named('onion'))]);
  await expect(page).toHaveURL('/dashboard/items?sort=-price&size=10&type=modifier&search=on');

  await page.reload();
  await expect(names).toHaveCount(2);
  await expect(price).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('on');
  await page.getByRole('link', { name: 'Outlets' }).click();
  await expect(page.getByRole('heading', { name: 'Outlets (1)', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(names).toHaveCount(2);
  // Typed text is no place to go back to.
  await page.goBack();
  await expect(range).toHaveText('1–8 of 8');
  // The device remembers how many rows a page has.
  await page.goto('/dashboard/items');
  await expect(range).toHaveText('1–8 of 8');
  await page.goto('/dashboard/modifier-lists');
  await expect(page.getByRole('combobox', { name: 'Rows per page:' })).toHaveText('5');
});

test('the lists show the items, their prices and their outlets', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items?search=burger');
  await expect(page.getByRole('row').nth(1)).toContainText(place.named('burger'));
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    '',
    'Item',
    'AED 18.00',
    /^\d{4}-\d\d-\d\d$/,
    '',
  ]);
  await visit(page, '/dashboard/modifier-lists?search=size');
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText([
    place.named('Choose a size'),
    'Single',
    '2',
    '1',
    '1',
    /^\d{4}-\d\d-\d\d$/,
    '',
  ]);
  await visit(page, '/dashboard/menus');
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText(['–', 'OrderManager', 'Live', '']);
  await visit(page, '/dashboard/outlets');
  await expect(page.getByRole('row').nth(1)).toContainText(place.outletName);
  await expect(page.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Active', 'On', 'On', '']);
});

test('items are filtered by category, with those that are in none', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await changeMenu(db, place.id, (tx) =>
    tx.deleteFrom('category_items').where('item_id', '=', place.items.special).execute(),
  );
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items');
  const names = page.getByRole('rowheader');
  await expect(names).toHaveCount(5);
  const filter = page.getByLabel('Category');
  await filter.selectOption(place.named('Drinks'));
  await expect(names).toHaveText([new RegExp(place.named('water'))]);
  await expect(page).toHaveURL(`/dashboard/items?category=${place.categories.drinks}`);
  await filter.selectOption('In no category');
  await expect(names).toHaveText([new RegExp(place.named('special'))]);
  await page.reload();
  await expect(names).toHaveText([new RegExp(place.named('special'))]);
  await page.getByLabel('Type').selectOption('Modifiers');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(names).toHaveCount(5);
  await expect(filter).toHaveValue('');
});

test('order history, offers and staff are tables on an upright tablet', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await placeOrder(call, place);
  await addOffer(call, place);
  await signInWithToken(page, place.owner.token);
  await page.setViewportSize(tablet);
  for (const path of ['orders', 'offers', 'staff']) {
    await visit(page, `/dashboard/${path}`);
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await expect(page.getByRole('columnheader').first(), path).toBeVisible();
    const beside = (table: Element) => table.scrollWidth - table.parentElement!.clientWidth;
    expect(await page.getByRole('table').evaluate(beside), path).toBeLessThanOrEqual(0);
  }
});
