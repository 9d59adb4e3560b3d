/**
 * The order of a menu: by keyboard, by arrows and by pointer, optimistic, and for guests at once (ME-04; WCAG 2.5.7).
 */
import type { Locator, Page } from '@playwright/test';
import type { CategoryId } from '#contract/base/ids.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { chooseAction } from '../support/row-menu.ts';
import { type Call, desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

const words = ['Mains', 'Drinks', 'Soups', 'Cakes'];

/** A menu of four categories, open in the Order Manager. */
async function openFour(page: Page, place: Place, call: Call): Promise<Locator> {
  for (const name of ['Soups', 'Cakes']) {
    // Guests do not see an empty category.
    const body = { menuId: place.menuId, name: place.named(name), items: [place.items.water] };
    await call('POST /menu/add-update-category', { body }, place.owner.token);
  }
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/menus/edit?id=${place.menuId}`);
  const list = page.getByRole('list', { name: 'Categories', exact: true });
  await expectOrder(list, place, words);
  return list;
}

async function expectOrder(list: Locator, place: Place, expected: string[]): Promise<void> {
  await expect(list.locator(':scope > li').locator('[aria-expanded]')).toHaveText(
    expected.map((word) => new RegExp(`^${place.named(word)}`)),
  );
}

async function storedOrder(call: Call, place: Place): Promise<string[]> {
  const { categories } = await call(
    'POST /menu/get-all-categories',
    { body: { menuId: place.menuId } },
    place.owner.token,
  );
  return categories.map(({ name }) => name.replace(` ${place.canary}`, ''));
}

test('categories move by keyboard: Space, arrows, Space, and Escape cancels', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const list = await openFour(page, place, call);
  const handle = page.getByRole('button', { name: `Move ${place.named('Mains')}`, exact: true });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${place.named('Mains')} lifted, at 1 of 4.`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`${place.named('Mains')} is at 2 of 4`)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`${place.named('Mains')} is at 3 of 4`)).toBeAttached();
  const saved = page.waitForResponse('**/menu/order-categories');
  await page.keyboard.press('Space');
  await saved;
  const moved = ['Drinks', 'Soups', 'Mains', 'Cakes'];
  await expectOrder(list, place, moved);
  await expect(handle).toBeFocused();
  expect(await storedOrder(call, place)).toEqual(moved);
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(moved.map(place.named));

  await page.keyboard.press('Space');
  await expect(page.getByText(`${place.named('Mains')} lifted, at 3 of 4.`)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(`${place.named('Mains')} is at 2 of 4`)).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText(`${place.named('Mains')} stays where it was`)).toBeAttached();
  await expectOrder(list, place, moved);
  await page.reload();
  await expectOrder(list, place, moved);
});

test('the arrows move a category step by step and keep the focus; a failed move is undone (M12)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  const list = await openFour(page, place, call);
  const down = page.getByRole('button', { name: `Move ${place.named('Mains')} down` });
  const up = page.getByRole('button', { name: `Move ${place.named('Mains')} up` });
  await expect(up).toBeDisabled();
  await down.focus();
  // Faster than they are saved: none is lost, and none overtakes another.
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  await expectOrder(list, place, ['Drinks', 'Soups', 'Mains', 'Cakes']);
  await expect(down).toBeFocused();
  await page.keyboard.press('Enter');
  await expectOrder(list, place, ['Drinks', 'Soups', 'Cakes', 'Mains']);
  await expect(down).toBeDisabled();
  await expect(up).toBeFocused();
  await expect.poll(() => storedOrder(call, place)).toEqual(['Drinks', 'Soups', 'Cakes', 'Mains']);

  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route(
    '**/menu/order-categories',
    async (route) => {
      await isAnswered;
      await route.fulfill({ status: 500, body: '' });
    },
    { times: 1 },
  );
  await up.click();
  await expectOrder(list, place, ['Drinks', 'Soups', 'Mains', 'Cakes']);
  answer();
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expectOrder(list, place, ['Drinks', 'Soups', 'Cakes', 'Mains']);
});

test('an order that lacks a new category is refused, and the list is read again', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|status of 409/);
  const place = await openRestaurant();
  // This page is cut off from the stream, so it does not learn of the change.
  await page.route('**/events', (route) => route.abort());
  const list = await openFour(page, place, call);
  const body = { menuId: place.menuId, name: place.named('Wraps') };
  await call('POST /menu/add-update-category', { body }, place.owner.token);
  await page.getByRole('button', { name: `Move ${place.named('Drinks')} up` }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'The categories of this menu have changed meanwhile.' });
  await expect(refusal).toBeVisible();
  await expectOrder(list, place, [...words, 'Wraps']);
  await page.getByRole('button', { name: `Move ${place.named('Drinks')} up` }).click();
  await expect.poll(() => storedOrder(call, place)).toEqual(['Drinks', 'Mains', 'Soups', 'Cakes', 'Wraps']);
});

test('a category moves by pointer', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const list = await openFour(page, place, call);
  const from = (await page.getByRole('button', { name: `Move ${place.named('Cakes')}`, exact: true }).boundingBox())!;
  const to = (await page.getByRole('button', { name: `Move ${place.named('Mains')}`, exact: true }).boundingBox())!;
  const across = from.x + from.width / 2;
  await page.mouse.move(across, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(across, from.y - 10, { steps: 4 });
  await page.mouse.move(across, to.y + to.height / 2 - 6, { steps: 12 });
  const saved = page.waitForResponse('**/menu/order-categories');
  await page.mouse.up();
  await saved;
  await expectOrder(list, place, ['Cakes', 'Mains', 'Drinks', 'Soups']);
  expect(await storedOrder(call, place)).toEqual(['Cakes', 'Mains', 'Drinks', 'Soups']);
});

test('the items of a category have an order of their own', async ({ page, openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  await openFour(page, place, call);
  const mains: CategoryId = place.categories.mains;
  await page.getByRole('button', { name: new RegExp(`^${place.named('Mains')}`) }).click();
  const items = page.getByRole('list', { name: `Items of ${place.named('Mains')}` });
  await expect(items.getByRole('link')).toHaveText([place.named('burger'), place.named('special')]);
  const handle = items.getByRole('button', { name: `Move ${place.named('special')}`, exact: true });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${place.named('special')} lifted, at 2 of 2.`)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(`${place.named('special')} is at 1 of 2`)).toBeAttached();
  const saved = page.waitForResponse('**/menu/add-update-category');
  await page.keyboard.press('Space');
  await saved;
  await expect(items.getByRole('link')).toHaveText([place.named('special'), place.named('burger')]);
  const { category } = await call('GET /menu/get-categoryDetail/:id', { params: { id: mains } }, place.owner.token);
  expect(category.items.map(({ _id }) => _id)).toEqual([place.items.special, place.items.burger]);
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  const section = guest.getByRole('region', { name: place.named('Mains') });
  await expect(section.getByRole('link')).toHaveText([/special/, /burger/]);
  await items.getByRole('button', { name: `Move ${place.named('special')} down` }).click();
  await expect(items.getByRole('link')).toHaveText([place.named('burger'), place.named('special')]);
});

test('a menu of 26 categories and 239 dishes opens whole, and moves', async ({ page, call }) => {
  const { token } = await call('POST /auth/signin', { body: { email: 'millers@demo.test', password: 'demo1234' } });
  await signInWithToken(page, token.token);
  await page.goto('/dashboard/menus');
  await chooseAction(page, 'Edit');
  const list = page.getByRole('list', { name: 'Categories', exact: true });
  await expect(list.locator(':scope > li')).toHaveCount(26);

  // A long list of dishes to add is drawn as far as it is in sight.
  await page
    .getByRole('button', { name: /^Add items/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Add items to/ });
  await expect(dialog.getByRole('checkbox').first()).toBeVisible();
  expect(await dialog.getByRole('checkbox').count()).toBeLessThan(80);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await list
    .locator('[aria-expanded=false]')
    .evaluateAll((names: HTMLElement[]) => names.forEach((name) => name.click()));
  await expect(page.getByRole('list', { name: /^Items of / })).toHaveCount(26);
  await expect(list.getByRole('link')).toHaveCount(239);
  const down = page.getByRole('button', { name: 'Move Starters down' });
  await down.click();
  await expect(list.locator(':scope > li').first().locator('[aria-expanded]')).toHaveText(/^Timeless Classics/);
  await page.getByRole('button', { name: 'Move Starters up' }).click();
  await expect(list.locator(':scope > li').first().locator('[aria-expanded]')).toHaveText(/^Starters/);
});
