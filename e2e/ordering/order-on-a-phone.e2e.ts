/** The way from the menu to the order on a phone, and by keyboard: nothing on it is covered, broken or cut. */
import type { Locator } from '@playwright/test';
import { addBurger, goToCheckout, joinTable, openDish, openShop, settled, shopAddress } from '../support/guest.ts';
import { openTables, takeTomorrow } from '../support/restaurant.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

async function boxOf(element: Locator) {
  const { x, y, width, height } = (await element.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

test('the message of a payment that nobody chose stands above the methods, and the bar covers neither', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await page.setViewportSize({ width: 375, height: 667 });
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await goToCheckout(page);
  const bar = page.getByRole('button', { name: /^Place order/ });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await bar.click();
  const message = page.getByRole('alert').filter({ hasText: 'Choose a payment method' });
  const methods = page.getByRole('radiogroup', { name: 'Payment' }).getByRole('radio');
  await expect(methods.first()).toBeFocused();
  const [told, last, covered] = [await boxOf(message), await boxOf(methods.last()), await boxOf(bar)];
  expect(told.bottom).toBeLessThanOrEqual((await boxOf(methods.first())).top);
  expect(told.top).toBeGreaterThanOrEqual(56);
  expect(last.bottom).toBeLessThan(covered.top);
});

test('a note that is too long stays as it was pasted, says by how much, and is not ordered', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  const panel = await openDish(page, place.named('water'));
  const note = panel.getByRole('textbox', { name: 'Note for this dish' });
  // An emoji is one letter, as the server counts.
  await note.fill('🥜'.repeat(203));
  await expect(note).toHaveAccessibleDescription('3 characters too many');
  await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
  await expect(note).toBeFocused();
  await expect(note).toHaveValue('🥜'.repeat(203));
  await note.fill('🥜'.repeat(200));
  await expect(note).toHaveAccessibleDescription('200 / 200');
  await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
  await expect(panel).toBeHidden();

  await page.getByRole('link', { name: /^View basket/ }).click();
  const instructions = page.getByRole('textbox', { name: 'Special instructions' });
  await instructions.fill(`${'No nuts please. '.repeat(32)}!`);
  await expect(instructions).toHaveAccessibleDescription('13 characters too many');
  await expect(page.getByText('Special instructions: 13 characters too many')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review order' })).toBeDisabled();
  await instructions.fill('No nuts please.');
  await expect(page.getByRole('button', { name: 'Review order' })).toBeEnabled();
});

test('a total of four digits stays at the end of the bar', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await page.evaluate((key) => {
    const basket = JSON.parse(localStorage.getItem(key)!) as { items: { quantity: number }[] };
    basket.items[0]!.quantity = 90;
    localStorage.setItem(key, JSON.stringify(basket));
  }, `basket.${place.id}`);
  await page.reload();
  const bar = page.getByRole('link', { name: /^View basket, 90 items/ });
  const [line, words, total] = [
    await boxOf(bar),
    await boxOf(bar.getByText('View basket', { exact: true })),
    await boxOf(bar.getByText(/^AED\s1,\d{3}\.\d\d$/)),
  ];
  expect(line.right - total.right).toBeLessThan(24);
  expect(total.left).toBeGreaterThan(words.right);
});

test('the time of an order for later takes the place of the hours, and pushes nothing', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await takeTomorrow(db, place);
  await openShop(page, shopAddress(place, 'pickup'));
  const tabs = page.getByRole('navigation').first();
  const before = await boxOf(tabs);
  await page.getByRole('button', { name: /^Order type/ }).click();
  await page.getByRole('button', { name: 'When As soon as possible' }).click();
  const when = page.getByRole('dialog', { name: 'When' });
  await when.locator('summary').last().click();
  await when.locator('details').last().getByRole('button').last().click();
  await page.reload();
  await settled(page);
  await expect(page.getByRole('button', { name: /^For tomorrow at/ })).toBeVisible();
  await expect(page.getByText(/^Open/)).toHaveCount(0);
  expect(await boxOf(tabs)).toEqual(before);
  await page.getByRole('button', { name: /^For tomorrow at/ }).click();
  await expect(when).toBeVisible();
});

test('the Tab key goes from the search to the categories', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await page.setViewportSize(desktop);
  await openShop(page, shopAddress(place, 'pickup'));
  await page.getByRole('searchbox', { name: 'Search menu' }).focus();
  await page.keyboard.press('Tab');
  const tab = page.getByRole('navigation').getByRole('link').first();
  await expect(tab).toBeFocused();
  await expect(tab).toBeVisible();
});

test('the long name of a table says its word once, and leaves the categories free', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const name = 'Table by the terrace and sea';
  const [table] = await openTables(call, place, [name]);
  await joinTable(page, new URL(table!.address).pathname);
  const button = page.getByRole('button', { name: `Order type: ${name}` });
  await expect(button).toBeVisible();
  await page.getByRole('heading', { level: 2 }).last().scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 400));
  const [bar, tabs] = [await boxOf(page.getByRole('banner')), await boxOf(page.getByRole('navigation').first())];
  expect(bar.bottom).toBeLessThanOrEqual(tabs.top + 1);
});
