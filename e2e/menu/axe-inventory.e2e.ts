/** Inventory and pausing are accessible, in light and in dark (G11, PL04). */
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });
/** A hundred characters without a place to break the line. */
const longName = 'Unbreakable'.repeat(9).padEnd(100, '!');

test('the inventory is accessible', async ({ page, openRestaurant, call, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  const params = { id: place.items.special };
  await call(
    'POST /menu/update-items-modifier/:id',
    { params, form: { name: longName, quantity: 0 } },
    place.owner.token,
  );
  await page.goto('/dashboard/inventory');
  await page.getByRole('button', { name: `Modifiers of ${place.named('burger')}` }).click();
  await expect(page.getByRole('textbox', { name: `${place.named('cheese')}, quantity left` })).toBeVisible();
  await page.route('**/update-items-modifier/**', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  const water = page.getByRole('textbox', { name: `${place.named('water')}, quantity left` });
  await water.fill('12');
  await water.blur();
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible();
  await expectAccessible(page, 'inventory', { hasDark: true });
  await page.getByRole('button', { name: `Sold out: ${place.named('burger')}` }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'for how long it is sold out', { hasDark: true });
});

test('the owner names who gets the daily mail about low stock, by keyboard, and it is accessible', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/inventory');
  await page.getByRole('button', { name: 'Daily email' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Daily email about low stock' });
  await expect(dialog.getByRole('combobox', { name: 'Send it at' })).toHaveText('Never');
  await dialog.getByRole('combobox', { name: 'Send it at' }).focus();
  await page.keyboard.press('Enter');
  // Letters that are typed too slowly begin a new search: arrows take as long as they need.
  for (let stop = 0; stop < 10; stop += 1) await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: '09:00' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('By the clock of Asia/Dubai')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one person');
  await expectAccessible(page, 'the daily mail about low stock', { hasDark: true });
  await dialog.getByRole('checkbox', { name: place.owner.name }).press('Space');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
  const { lowStockMail } = await call('GET /menu/low-stock-mail', {}, place.owner.token);
  expect([lowStockMail.hour, lowStockMail.people.map(({ isChosen }) => isChosen)]).toEqual([9, [true]]);
});

test('in Arabic a Latin name that begins with a number keeps it in front', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const params = { id: place.items.special };
  await call('POST /menu/update-items-modifier/:id', { params, form: { name: '7" pizza' } }, place.owner.token);
  await page.addInitScript(() => localStorage.setItem('order-manager-language', 'ar'));
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/inventory');
  const name = page.getByText('7" pizza', { exact: true });
  await expect(name).toBeVisible();
  const [first, last] = await name.evaluate((element) =>
    [0, 4].map((at) => {
      const range = document.createRange();
      range.setStart(element.firstChild!, at);
      range.setEnd(element.firstChild!, at + 1);
      return range.getBoundingClientRect().x;
    }),
  );
  expect(first).toBeLessThan(last!);
});
