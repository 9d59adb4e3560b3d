/** Inventory: counting portions while guests order them (IN-01, IN-02, IN-05; M10, M12; R40). */
import type { Locator, Page } from '@playwright/test';
import type { ItemId } from '#contract/base/ids.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { changeAtOnce, loseAnswer } from '../support/screen.ts';
import { type Call, desktop, expect, type Place, tablet, test } from '../support/test.ts';
import { expectTouchTargets } from '../support/touch-targets.ts';

test.use({ viewport: tablet });

const quantity = (page: Page, name: string) => page.getByRole('textbox', { name: `${name}, quantity left` });
const rows = (page: Page) => page.getByRole('list', { name: 'Items', exact: true }).locator('> li:not([aria-hidden])');
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved$/ });

/** The mark of a saved sold-out state; the button in every row has the same text. */
const soldOutMark = (page: Page, name: string) =>
  rows(page)
    .filter({ hasText: name })
    .locator('span:not(button *)', { hasText: /^Sold out$/ });

async function openInventory(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/inventory');
  await expect(quantity(page, place.named('burger'))).toBeVisible();
}

const leftOf = async (call: Call, place: Place, id: ItemId) =>
  (await call('GET /menu/get-items-modifier/:id', { params: { id } }, place.owner.token)).item.quantity;

test('quantities are entered one after the other by keyboard alone, without messages', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openInventory(page, place);
  const [burger, special, water] = ['burger', 'special', 'water'].map((word) => quantity(page, place.named(word)));
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first()).toContainText('AED\u00a018.00');
  await expect(burger!).toHaveValue('');
  await expect(burger!).toHaveAttribute('placeholder', 'Not counted');
  await burger!.focus();
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await expect(special!).toBeFocused();
  await expect(saved(page)).toHaveCount(1);
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(water!).toBeFocused();
  await expect(soldOutMark(page, place.named('special'))).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Search items and modifiers' })).toBeFocused();
  expect(await leftOf(call, place, place.items.burger)).toBe(24);
  expect(await leftOf(call, place, place.items.special)).toBe(0);
  expect(await leftOf(call, place, place.items.water)).toBeNull();
  await expect(saved(page)).toHaveCount(0);
  await expect(page.getByText('The record is successfully updated')).toBeHidden();
});

test('an empty, unchanged or invalid quantity is not sent', async ({ page, openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  await openInventory(page, place);
  let sent = 0;
  page.on('request', (request) => (sent += request.url().includes('update-items-modifier') ? 1 : 0));
  const special = quantity(page, place.named('special'));
  for (const [entered, shown] of [
    ['', '10'],
    ['10', '10'],
    ['١٠', '10'],
    ['a few', 'a few'],
    ['1,500', '1,500'],
  ] as const) {
    await special.fill(entered);
    await special.blur();
    await expect(special).toHaveValue(shown);
  }
  const wrong = 'Use a whole number without commas, up to 1000000';
  await expect(page.getByRole('alert').filter({ hasText: wrong })).toBeVisible();
  const top = async (locator: Locator) => (await locator.boundingBox())!.y;
  const soldOut = page.getByRole('button', { name: `Sold out: ${place.named('special')}` });
  expect(await top(soldOut), 'the button stands beside the field').toBeCloseTo(
    await top(special.locator('xpath=..')),
    0,
  );
  await special.press('Escape');
  await expect(special).toHaveValue('10');
  expect(sent).toBe(0);
  expect(await leftOf(call, place, place.items.special)).toBe(10);

  // Digits and the words for an empty field stand at one edge, also where the words run from the right.
  const edges = (field: Locator) =>
    field.evaluate((input) => [undefined, '::placeholder'].map((part) => getComputedStyle(input, part).textAlign));
  expect(await edges(special)).toEqual(['right', 'right']);
  const arabic = await openWindow({ viewport: tablet, locale: 'ar-AE' });
  await signInWithToken(arabic, place.owner.token);
  await arabic.goto('/dashboard/inventory');
  const name = new RegExp(`${place.named('special')}.*الكمية الباقية`);
  expect(await edges(arabic.getByRole('textbox', { name }))).toEqual(['left', 'left']);
});

test('a failed edit is reported and taken back', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await openInventory(page, place);
  const special = quantity(page, place.named('special'));
  await page.route('**/update-items-modifier/**', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await special.fill('30');
  await special.blur();
  const sentence = `${place.named('special')}: server error. The quantity is unchanged.`;
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'special' }).getByRole('alert')).toHaveText('Not saved');
  await expect(special).toHaveValue('10');
  await special.fill('30');
  await special.blur();
  await expect(saved(page)).toHaveCount(1);
  await expect(page.getByText('Not saved')).toBeHidden();
  await expect(special).toHaveValue('30');
});

test('a quantity that was stored without an answer is not added a second time (R40)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_RESET/);
  const place = await openRestaurant({ stock: 5 });
  await openInventory(page, place);
  // The screen does not hear of what was stored and sold.
  await page.route('**/menu/get-all-items-modifier*', () => {});
  await loseAnswer(page, '**/update-items-modifier/**');
  const special = quantity(page, place.named('special'));
  await special.fill('20');
  await special.press('Enter');
  await expect(page.getByText('Not confirmed')).toBeVisible();
  const sentence = `${place.named('special')}: Network error. The quantity may have been saved.`;
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await placeOrder(call, place, 2);
  await expect(special).toHaveValue('5');
  await special.fill('20');
  await special.press('Enter');
  await expect(special).toHaveValue('18');
  expect(await leftOf(call, place, place.items.special)).toBe(18);
});

test('orders count down on the screen, but not in the focused field, and no edit undoes them (R40)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await openInventory(page, place);
  const special = quantity(page, place.named('special'));
  await placeOrder(call, place, 2);
  await expect(special).toHaveValue('8');
  await special.fill('20');
  await placeOrder(call, place, 3);
  await expect(page.getByRole('link', { name: /2 new orders/ })).toBeVisible();
  await expect(special).toHaveValue('20');
  await special.press('Enter');
  await expect(special).toHaveValue('17');
  expect(await leftOf(call, place, place.items.special)).toBe(17);
});

test('the modifiers of an item are under it, and a search finds them', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await openInventory(page, place);
  const toggle = page.getByRole('button', { name: `Modifiers of ${place.named('burger')}` });
  await expect(quantity(page, place.named('cheese'))).toBeHidden();
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const cheese = quantity(page, place.named('cheese'));
  await cheese.fill('٨٠');
  await cheese.press('Enter');
  await expect(saved(page)).toHaveCount(1);
  expect(await leftOf(call, place, place.modifiers.cheese)).toBe(80);
  await expectTouchTargets(page);
  for (const field of await page.getByRole('textbox').all()) {
    expect((await field.locator('xpath=..').boundingBox())!.height).toBeGreaterThanOrEqual(48);
  }
  await toggle.click();
  await expect(cheese).toBeHidden();
  const search = page.getByRole('searchbox', { name: 'Search items and modifiers' });
  await search.fill('cheese');
  await expect(rows(page)).toHaveCount(1);
  await expect(cheese).toHaveValue('80');
  await expect(page).toHaveURL(/search=cheese/);
  await changeAtOnce(page, [search, 'nothing like it'], [page.getByLabel('Show'), 'low']);
  await expect(page).toHaveURL('/dashboard/inventory?search=nothing+like+it&show=low');
  await expect(page.getByText('No results for "nothing like it"')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows(page)).toHaveCount(3);
});

test('one of ten thousand items is found and counted', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await changeMenu(db, place.id, async (tx) => {
    const like = await tx.selectFrom('items').selectAll().where('id', '=', place.items.water).executeTakeFirstOrThrow();
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...like,
      name_translations: '{}',
      description_translations: '{}',
      id: `0198c0de-0000-7000-8000-${String(index).padStart(12, '0')}` as ItemId,
      name: `Dish ${String(index).padStart(5, '0')}`,
    }));
    for (let from = 0; from < many.length; from += 1000) {
      await tx
        .insertInto('items')
        .values(many.slice(from, from + 1000))
        .execute();
    }
  });
  await page.setViewportSize(desktop);
  await openInventory(page, place);
  const search = page.getByRole('searchbox', { name: 'Search items and modifiers' });
  await search.fill('Dish 09999');
  await expect(rows(page)).toHaveCount(1);
  const last = quantity(page, 'Dish 09999');
  await last.fill('7');
  await last.press('Enter');
  await expect(search).toBeFocused();
  await expect(saved(page)).toHaveCount(1);
  await expect(last).toHaveValue('7');
});

test('an item marked as sold out is so for guests at once, with its end', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await openInventory(page, place);
  const menu = page.getByRole('button', { name: `Sold out: ${place.named('special')}` });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: '4 hours' }).press('Enter');
  const special = rows(page).filter({ hasText: 'special' });
  await expect(special.getByText(/^Sold out until /)).toBeVisible();
  await expect(menu).toBeFocused();
  await expect(quantity(page, place.named('special'))).toHaveValue('10');
  const { items } = await call('GET /site/:slug', { params: { slug: place.slug } });
  const onSite = items.find(({ _id }) => _id === place.items.special)!;
  expect(onSite).toMatchObject({
    soldOut: false,
    soldOutAt: [{ outletId: place.outletId, until: expect.any(String) }],
  });
  await expect(placeOrder(call, place)).rejects.toMatchObject({ answer: { code: 'order.sold_out' } });
  await page.goto(`/${place.slug}/pickup/${encodeURIComponent(place.outletName)}`);
  await expect(page.getByText('Sold out')).toHaveCount(1);

  await page.goto('/dashboard/inventory');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Back in stock' }).click();
  await expect(special.getByText(/^Sold out until /)).toBeHidden();
  await placeOrder(call, place);
});
