/**
 * The menu on a guest's phone: searched, read, and plain about dishes that cannot be ordered (C01 to C06, C14 to C16).
 */
import { addBurger, addWater, dish, giveAddress, openDish, openShop, shopAddress } from '../support/guest.ts';
import { wallTime } from '#contract/base/time.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { addOutlet, openOnDay } from '../support/restaurant.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test('the tabs follow the scrolling, and a tap goes to its category (C01)', async ({ page }) => {
  await openShop(page, '/millers-cafe/menu');
  const tabs = page.getByRole('navigation', { name: 'Menu categories' });
  const tab = tabs.getByRole('link', { name: 'Mild Dishes', exact: true });
  const heading = page.getByRole('heading', { name: 'Mild Dishes', exact: true });
  await expect(tab).not.toHaveAttribute('aria-current');

  const barBottom = () => tabs.evaluate((bar) => bar.getBoundingClientRect().bottom);
  const headingTop = () => heading.evaluate((element) => element.getBoundingClientRect().top);
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, (await headingTop()) - (await tabs.evaluate((bar) => bar.clientHeight)) - 56);
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(tab).toBeInViewport({ ratio: 1 });

  await tabs.getByRole('link', { name: 'Starters', exact: true }).click();
  await expect
    .poll(() =>
      page.getByRole('heading', { name: 'Starters', exact: true }).evaluate((h) => h.getBoundingClientRect().top - 104),
    )
    .toBeLessThanOrEqual(8);
  await tabs.getByRole('link', { name: 'Biryani', exact: true }).click();
  const biryani = page.getByRole('heading', { name: 'Biryani', exact: true });
  await expect(biryani).toBeFocused();
  await expect
    .poll(async () => Math.abs((await biryani.evaluate((h) => h.getBoundingClientRect().top)) - (await barBottom())))
    .toBeLessThanOrEqual(8);
  await expect(tabs.getByRole('link', { name: 'Biryani', exact: true })).toHaveAttribute('aria-current', 'true');
});

test('a search finds dishes and says when there is none', async ({ page }) => {
  await openShop(page, '/millers-cafe/menu');
  const search = page.getByRole('searchbox', { name: 'Search menu' });
  await search.fill('korma');
  await expect(page.getByRole('main').getByRole('link', { name: /Korma/ }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Starters', exact: true })).toBeHidden();
  // One letter is wrong.
  await search.fill('kroma');
  await expect(page.getByRole('main').getByRole('link', { name: /Korma/ }).first()).toBeVisible();
  await search.fill('xylophone');
  await expect(page.getByText('No results for “xylophone”')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Starters', exact: true })).toBeVisible();
});

test('the bar of the basket counts, leads there, and covers nothing (C02)', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  const bar = page.getByRole('link', { name: /^View basket/ });
  await expect(bar).toBeHidden();

  await addBurger(page, place, 2);
  // 2 x 18.00, 4.50 and 3.25 once, 5 % VAT.
  await expect(bar).toHaveAccessibleName('View basket, 2 items, AED 45.94');
  const last = page.getByRole('main').getByRole('link', { name: place.named('water') });
  await page.keyboard.press('End');
  await expect.poll(async () => bottomOf(await last.boundingBox()) <= (await bar.boundingBox())!.y).toBe(true);
  await last.focus();
  await expect.poll(async () => bottomOf(await last.boundingBox()) <= (await bar.boundingBox())!.y).toBe(true);

  // A dish without options is added by its plus, counted, and taken out again.
  const name = place.named('water');
  await page.getByRole('button', { name: `Add ${name}` }).click();
  await expect(bar).toHaveAccessibleName('View basket, 3 items, AED 51.71');
  await expect(page.locator('#announcements')).toHaveText(`${name} added, 3 items, AED 51.71`);
  await page.getByRole('button', { name: `Add ${name}` }).click();
  await expect(bar).toHaveAccessibleName('View basket, 4 items, AED 57.49');
  const words = await last.evaluate((link) => {
    const { right } = link.getBoundingClientRect();
    return right - Number.parseFloat(getComputedStyle(link).paddingRight);
  });
  const counter = (await page.getByRole('button', { name: `Remove ${name}` }).boundingBox())!;
  expect(words, 'the counter lies on no word').toBeLessThanOrEqual(counter.x);
  for (const left of [3, 2]) {
    await page.getByRole('button', { name: `Remove ${name}` }).press('Enter');
    await expect(bar).toHaveAccessibleName(new RegExp(`^View basket, ${left} items`));
  }
  await expect(page.getByRole('button', { name: `Add ${name}` })).toBeFocused();
  await expect(page.locator('#announcements')).toHaveText(`${name} was removed`);

  const panel = await openDish(page, place.named('water'));
  await panel.getByRole('link', { name: 'View basket, 2 items, AED 45.94' }).click();
  await expect(page).toHaveURL(`/${place.slug}/basket`);
  await page.goBack();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await bar.click();
  await expect(page).toHaveURL(`/${place.slug}/basket`);
});

test('a missing required choice is asked for in its place, and the button shows count and total (C03)', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  const panel = await openDish(page, place.named('burger'));
  const size = panel.getByRole('group', { name: place.named('Choose a size') });
  const extras = panel.getByRole('group', { name: place.named('Add extras') });
  await expect(size).toContainText('Choose 1');
  await expect(size).toContainText('Required');
  await expect(extras).toContainText('Multiple select');
  await expect(extras).not.toContainText('Required');

  const add = panel.getByRole('button', { name: /^Add \d+ to basket/ });
  await expect(add).toHaveText('Add 1 to basketAED 18.00');
  await panel.getByRole('checkbox', { name: place.named('bacon') }).check();
  await expect(add).toHaveText('Add 1 to basketAED 21.75');
  // A group out of sight is scrolled into view.
  await page.setViewportSize({ width: 375, height: 500 });
  await panel.getByRole('button', { name: 'Increase' }).scrollIntoViewIfNeeded();
  await expect(size).not.toBeInViewport();
  await add.click();
  await expect(size.getByRole('alert')).toHaveText('Choose 1');
  const [red, green] = await size
    .getByRole('alert')
    .evaluate((alert) => getComputedStyle(alert).color.match(/\d+/g)!.map(Number));
  expect(red).toBeGreaterThan(2 * green!);
  await expect(size.getByRole('radio').first()).toBeFocused();
  await expect(size.getByRole('alert')).toBeInViewport();
  await expect(panel).toBeVisible();
  await expect(page.getByRole('link', { name: /^View basket/ })).toHaveCount(0);
  await page.setViewportSize(phone);

  await size.getByRole('radio', { name: place.named('large') }).check();
  await expect(size.getByRole('alert')).toBeHidden();
  await panel.getByRole('button', { name: 'Increase' }).click();
  // The options are charged once for the line: 2 x 18.00 + 4.50 + 3.75.
  await expect(add).toHaveText('Add 2 to basketAED 44.25');
  await add.click();
  await expect(page.getByRole('link', { name: /^View basket, 2 items/ })).toBeVisible();
});

test('a dish that is sold out, or off at the outlet, is shown and cannot be ordered (C04)', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant({ stock: 0 });
  const second = await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.burger });
  await openShop(page, shopAddress(place, 'pickup'));
  const cannotBeOrdered = async (name: string, itemId: string, address: string) => {
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText('Sold out');
    await expect(row.getByRole('link')).toHaveCount(0);
    await page.goto(`${address}/item?itemId=${itemId}`);
    await expect(dish(page, name).getByRole('button', { name: 'Sold out' })).toBeDisabled();
  };
  await cannotBeOrdered(place.named('special'), place.items.special, shopAddress(place, 'pickup'));
  const there = shopAddress(place, 'pickup', second.name);
  await openShop(page, there);
  await cannotBeOrdered(place.named('burger'), place.items.burger, there);
});

test('a closed outlet says so first, and when it opens (C05)', async ({ page, openRestaurant }) => {
  const { hours, weekday } = openOnDay(3, { start: '10:00', end: '14:00' });
  const place = await openRestaurant({ openingHours: hours });
  await openShop(page, shopAddress(place, 'delivery'));
  await expect(page.getByText(`Closed. Opens ${weekday} at 10:00`)).toBeVisible();
  const panel = await openDish(page, place.named('water'));
  await expect(panel.getByRole('button', { name: `Closed. Opens ${weekday} at 10:00` })).toBeDisabled();
});

test('on a special day the outlet says why it is closed, and takes orders again when the day is deleted (C05)', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  // The test may run past midnight.
  const [today, dayAfterNext] = [0, 2].map((days) => wallTime(new Date(Date.now() + days * 86_400_000), 'Asia/Dubai'));
  await changeMenu(db, place.id, (tx) =>
    tx
      .updateTable('special_days')
      .set({ starts_on: today!.date, ends_on: dayAfterNext!.date, is_open: false, reason: 'Eid Al Fitr' })
      .where('id', '=', place.specialDayId)
      .execute(),
  );
  await openShop(page, shopAddress(place, 'pickup'));
  await expect(page.getByText(/^Closed: Eid Al Fitr\. Opens \w+ at 00:00/)).toBeVisible();
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('special_days').set({ deleted_at: new Date() }).where('id', '=', place.specialDayId).execute(),
  );
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Open', { exact: true })).toBeVisible({ timeout: 10_000 });
  }).toPass();
});

test("the times are those of the outlet's clock, and name its zone (C05)", async ({ page, openRestaurant }) => {
  const { hours, weekday } = openOnDay(3, { start: '10:00', end: '14:00' }, 'Europe/London');
  const place = await openRestaurant({ openingHours: hours, timeZone: 'Europe/London' });
  await openShop(page, shopAddress(place, 'pickup'));
  await expect(page.getByText(`Closed. Opens ${weekday} at 10:00`)).toContainText('(London time)');
});

test('area, fee, minimum and time are at the top, and below the minimum nothing can be ordered (C06)', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openShop(page, `/${place.slug}/menu`);
  await giveAddress(page, place.named('Harbour'), 'Villa 7');
  const where = page.getByRole('button', { name: place.named('Harbour') });
  await expect(where).toContainText('40 - 50 min');
  await expect(where).toContainText('Delivery AED 5.00 · min. order AED 30.00');

  await addWater(page, place);
  await expect(page.getByText('AED 24.50 to the minimum')).toBeVisible();
  await page.getByRole('link', { name: /^View basket, 1 item/ }).click();
  await expect(page.getByText('Add AED 24.50 more for delivery')).toBeVisible();
  const progress = page.getByRole('progressbar', { name: 'Add AED 24.50 more for delivery' });
  await expect(progress).toHaveJSProperty('value', 550);
  await expect(progress).toHaveJSProperty('max', 3000);
  await expect(page.getByRole('button', { name: 'Review order' })).toBeDisabled();

  const more = page.getByRole('group', { name: place.named('water') }).getByRole('button', { name: 'Increase' });
  for (let bottles = 2; bottles <= 6; bottles += 1) await more.click();
  await expect(page.getByText(/more for delivery/)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Review order' })).toBeEnabled();
});

test('changing the outlet or the mode asks before the basket loses a line (C14)', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  const second = await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.burger });
  await openShop(page, shopAddress(place, 'delivery'));
  await addBurger(page, place);
  await addWater(page, place);

  // No line changes for pickup at one outlet, so there is no question.
  await page.getByRole('button', { name: /^Order type/ }).click();
  await page.getByRole('dialog', { name: 'Order type' }).getByRole('button', { name: 'Pickup' }).click();
  await expect(page.getByRole('button', { name: /^Order type/ })).toHaveText(/Pickup/);
  await expect(page.getByRole('link', { name: /^View basket, 2 items/ })).toBeVisible();

  const question = page.getByRole('dialog', { name: 'Your basket would change' });
  const goDowntown = async () => {
    await page.getByRole('main').getByRole('link', { name: place.outletName }).click();
    await page.getByRole('link', { name: second.name }).click();
    await expect(question).toContainText(`1 × ${place.named('burger')}`);
    await expect(question).toContainText('Not available there');
    await expect(question).not.toContainText(place.named('water'));
  };
  await goDowntown();
  await question.getByRole('button', { name: 'Keep basket' }).click();
  await expect(page).toHaveURL(shopAddress(place, 'pickup'));
  await expect(page.getByRole('link', { name: /^View basket, 2 items/ })).toBeVisible();

  await goDowntown();
  await question.getByRole('button', { name: 'Switch' }).click();
  await expect(page).toHaveURL(shopAddress(place, 'pickup', second.name));
  await expect(page.getByRole('link', { name: 'View basket, 1 item, AED 5.78' })).toBeVisible();
});

test('decreasing stops at one on a dish, and removes the line in the basket, with Undo (C16)', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  const panel = await openDish(page, place.named('burger'));
  const fewer = panel.getByRole('button', { name: 'Decrease' });
  const more = panel.getByRole('button', { name: 'Increase' });
  await expect(fewer).toBeDisabled();
  for (const button of [fewer, more]) {
    const box = (await button.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  await more.click();
  await expect(panel.getByRole('status').filter({ hasText: '2' })).toBeVisible();
  await fewer.press('Enter');
  await expect(fewer).toBeDisabled();
  await expect(fewer).toBeFocused();
  await panel.getByRole('button', { name: 'Close' }).click();

  await addWater(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  const count = page.getByRole('group', { name: place.named('water') });
  for (const button of await count.getByRole('button').all()) {
    const box = (await button.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  }
  await count.getByRole('button', { name: 'Increase' }).click();
  await expect(count.getByRole('status')).toHaveText('2');
  await count.getByRole('button', { name: 'Decrease' }).click();
  await count.getByRole('button', { name: `Remove ${place.named('water')}` }).press('Enter');
  await expect(page.getByText('Your basket is empty')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`1 × ${place.named('water')}`)).toBeVisible();
});

test('the menu and a dish are readable without any script', async ({ openWindow, openRestaurant }) => {
  const place = await openRestaurant();
  const page = await openWindow({ viewport: phone, javaScriptEnabled: false });
  await page.goto(`/${place.slug}/menu`);
  await expect(page.getByRole('heading', { name: place.name, level: 1 })).toBeVisible();
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: place.named('burger') }),
  ).toContainText('AED 18.00');
  await page.goto(`${shopAddress(place, 'pickup')}/item?itemId=${place.items.burger}`);
  await expect(page.getByRole('heading', { name: place.named('burger') })).toBeVisible();
  await expect(page.getByRole('group', { name: place.named('Choose a size') })).toContainText('+AED 4.50');
  await page.goto(`/${place.slug}/delivery`);
  await expect(page.locator('[aria-busy]')).toBeHidden();
});

test('on a wide window the basket is beside the menu', async ({ openWindow, openRestaurant }) => {
  const place = await openRestaurant();
  const page = await openWindow({ viewport: desktop });
  await openShop(page, shopAddress(place, 'pickup'));
  const rail = page.getByRole('complementary', { name: 'Basket' });
  await expect(rail).toContainText('Your basket is empty');
  await addBurger(page, place);
  await expect(rail).toContainText(`1 × ${place.named('burger')}`);
  await addWater(page, place);
  await rail.getByRole('button', { name: `Remove ${place.named('water')}` }).press('Enter');
  await expect(rail.getByRole('link', { name: `Edit ${place.named('burger')}` })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(rail.getByRole('link', { name: `Edit ${place.named('burger')}` })).toBeFocused();
  await rail.getByRole('button', { name: `Remove ${place.named('water')}` }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await rail.getByRole('link', { name: 'Review order AED 27.04' }).click();
  await expect(page.getByRole('heading', { name: 'Your order', level: 1 })).toBeVisible();
  // It went with the page, and not because its time was over.
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

function bottomOf(box: { y: number; height: number } | null): number {
  return box === null ? Number.NaN : box.y + box.height;
}
