/** Dishes that go well with those in the basket: offered below its lines, added with a tap, refused for good (decision 107). */
import type { Locator, Page } from '@playwright/test';
import type { ItemId } from '#contract/base/ids.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import type { Words } from '../../storefront/words/words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { addBurger, addWater, dish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { openTables } from '../support/restaurant.ts';
import { type Call, desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });

const { en, ar } = wordsOf;
const offered = (page: Page, words: Words = en) => page.getByRole('region', { name: words.suggestions.title });
const rows = (page: Page, words: Words = en) => offered(page, words).getByRole('listitem');
const plus = (page: Page, name: string, words: Words = en) =>
  offered(page, words).getByRole('button', { name: words.addDish(name) });
const openBasket = (page: Page, words: Words = en) =>
  page.getByRole('link', { name: new RegExp(`^${words.viewBasket}`) }).click();

async function change(call: Call, place: Place, id: ItemId, form: object): Promise<void> {
  await call('POST /menu/update-items-modifier/:id', { params: { id }, form }, place.owner.token);
}

async function topOf(part: Locator): Promise<number> {
  return (await part.boundingBox())!.y;
}

test('a dish that goes with another is added with a tap, and stays under the thumb', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const { burger, special, water } = place.items;
  await change(call, place, burger, { goesWith: [special, water] });
  await change(call, place, special, { modePrices: { pickup: 39.5 } });
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await openBasket(page);
  await expect(rows(page)).toHaveText([new RegExp(place.named('special')), new RegExp(place.named('water'))]);
  await expect(rows(page).first()).toContainText('AED 39.50');
  // Below the lines, and above what follows them.
  const steps = page.getByRole('main').getByRole('group', { name: place.named('burger') });
  expect(await topOf(steps)).toBeLessThan(await topOf(offered(page)));
  await expectAccessible(page, 'basket with suggestions', { hasDark: true, widths: everyWidth });

  const first = plus(page, place.named('special'));
  await first.scrollIntoViewIfNeeded();
  const before = await topOf(first);
  await first.click();
  await expect(page.getByText(`${place.named('special')} added, 2 items`)).toBeAttached();
  await expect(page.getByRole('group', { name: place.named('special') })).toBeAttached();
  await expect.poll(async () => Math.abs((await topOf(first)) - before)).toBeLessThanOrEqual(1);
  // A second tap at the same spot is a second portion.
  await first.click();
  await expect(page.getByRole('group', { name: place.named('special') })).toContainText('2');
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveText([new RegExp(place.named('water'))]);
  // 18.00, 4.50 and 3.25, two specials of 39.50, and 5 %.
  await expect(page.getByRole('button', { name: /^Review order/ })).toContainText('109.99');
});

test('a dish with a choice is opened, and the way back is to the basket', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await change(call, place, place.items.water, { goesWith: [place.items.burger] });
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  await openBasket(page);
  await expect(rows(page)).toContainText(['From AED 18.00']);
  await offered(page)
    .getByRole('link', { name: place.named('burger') })
    .click();
  const panel = dish(page, place.named('burger'));
  await panel.getByRole('radio', { name: place.named('large') }).check();
  await panel.getByRole('button', { name: en.addToBasket(1) }).click();
  await expect(page).toHaveURL(/\/basket$/);
  await expect(page.getByRole('group', { name: place.named('burger') })).toBeVisible();
  await expect(offered(page)).toBeHidden();
});

test('“No, thanks” is for this basket, on all its pages and after a reload; the next one is asked again', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await change(call, place, place.items.burger, { goesWith: [place.items.water] });
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await openBasket(page);
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expectAccessible(page, 'checkout with suggestions');
  await page.goBack();
  await offered(page).getByRole('button', { name: en.suggestions.dismiss }).click();
  await expect(offered(page)).toBeHidden();
  await expect(page.getByText(en.suggestions.hidden)).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: en.addMoreDishes })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('group', { name: place.named('burger') })).toBeVisible();
  await expect(offered(page)).toBeHidden();
  await page.getByRole('button', { name: 'Review order' }).click();
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await expect(offered(page)).toBeHidden();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();

  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await openBasket(page);
  await expect(rows(page)).toHaveCount(1);
});

test('a dish that sells out meanwhile is said to be, and offered no more', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const { burger, special, water } = place.items;
  await change(call, place, burger, { goesWith: [special, water] });
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await openBasket(page);
  await expect(rows(page)).toHaveCount(2);
  const body = { outletId: place.outletId, quantity: 0 };
  await call('POST /menu/update-outlet-quantity/:id', { params: { id: special }, body }, place.owner.token);
  await plus(page, place.named('special')).click();
  await expect(page.getByText(en.lineSoldOut)).toBeVisible();
  await expect(rows(page)).toHaveText([new RegExp(place.named('water'))]);
  await page.getByRole('button', { name: en.remove, exact: true }).click();
  await expect(page.getByRole('button', { name: /^Review order/ })).toBeEnabled();
});

test('a guest who does without milk is offered none', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const { burger, special, water } = place.items;
  await change(call, place, burger, { goesWith: [special, water], allergens: ['gluten'] });
  await change(call, place, special, { allergens: ['milk'] });
  await change(call, place, water, { allergens: ['celery'] });
  await openShop(page, shopAddress(place, 'pickup'));
  await page.getByRole('searchbox').click();
  await page
    .getByRole('list', { name: en.foodFilter })
    .getByRole('button', { name: en.withoutFood('milk'), exact: true })
    .click();
  await page.getByRole('button', { name: en.close, exact: true }).click();
  await addBurger(page, place);
  await openBasket(page);
  await expect(rows(page)).toHaveText([new RegExp(place.named('water'))]);
  await page.reload();
  await expect(rows(page)).toHaveText([new RegExp(place.named('water'))]);
});

test('in Arabic, by keyboard alone', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  await change(call, place, place.items.burger, { goesWith: [place.items.water, place.items.special] });
  const page = await openWindow({ viewport: phone, locale: 'ar-AE' });
  await openShop(page, shopAddress(place, 'pickup'), ar);
  const named = (word: string) => `${word} ar ${place.canary}`;
  await page
    .getByRole('main')
    .getByRole('link', { name: named('burger') })
    .click();
  const panel = dish(page, named('burger'));
  await panel.getByRole('radio', { name: named('large') }).check();
  await panel.getByRole('button', { name: ar.addToBasket(1) }).click();
  await openBasket(page, ar);
  await expect(rows(page, ar)).toHaveCount(2);
  await expectAccessible(page, 'basket with suggestions, in Arabic', { widths: everyWidth });
  await offered(page, ar).getByRole('button', { name: ar.suggestions.dismiss }).focus();
  await page.keyboard.press('Tab');
  await expect(offered(page, ar).getByRole('link', { name: named('water') })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: named('water') })).toBeAttached();
  await expect(plus(page, named('water'), ar)).toBeFocused();
  await offered(page, ar).getByRole('button', { name: ar.suggestions.dismiss }).press('Enter');
  await expect(offered(page, ar)).toBeHidden();
  await expect(page.getByText(ar.suggestions.hidden)).toBeAttached();
});

test('the basket beside the menu offers them too', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  await change(call, place, place.items.burger, { goesWith: [place.items.special, place.items.water] });
  const page = await openWindow({ viewport: desktop });
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  const rail = page.getByRole('complementary', { name: en.basket });
  await expect(rail.getByRole('region', { name: en.suggestions.title }).getByRole('listitem')).toHaveCount(2);
  const first = plus(page, place.named('special'));
  await first.scrollIntoViewIfNeeded();
  const before = await topOf(first);
  await first.click();
  await expect(rail.getByRole('group', { name: place.named('special') })).toBeAttached();
  await expect.poll(async () => Math.abs((await topOf(first)) - before)).toBeLessThanOrEqual(1);
  await expectAccessible(page, 'basket beside the menu, with suggestions', { hasDark: true });
});

test('at a table they go with what everybody has chosen', async ({ page: sara, openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  const { burger, special, water } = place.items;
  await change(call, place, burger, { goesWith: [special, water] });
  const address = new URL(table!.address).pathname;
  await sara.goto(address);
  await addBurger(sara, place);
  const omar = await openWindow({ viewport: phone });
  await omar.goto(address);
  await expect(omar.getByRole('link', { name: /^View basket, 1 item/ })).toBeVisible();
  await addWater(omar, place);
  await openBasket(omar);
  await expect(rows(omar)).toHaveText([new RegExp(place.named('special'))]);
  await openBasket(sara);
  await expect(rows(sara)).toHaveText([new RegExp(place.named('special'))]);
  await plus(omar, place.named('special')).click();
  await expect(omar.getByRole('group', { name: place.named('special') })).toBeAttached();
  // The other phone has it in the basket of the table.
  await expect(offered(sara)).toBeHidden();
  // High enough for everything: the bar at the bottom lies over nothing.
  await expectAccessible(omar, 'shared basket with suggestions', { height: 1600 });
});
