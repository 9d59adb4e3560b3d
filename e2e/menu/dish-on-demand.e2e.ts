/** The panel of a dish: loaded while the guest reads the menu, before the tap and before a connection is lost. */
import { basketLimits } from '#contract/ordering/basket-limits.ts';
import { addWater, dish, giveAddress, openDish, openShop, shopAddress } from '../support/guest.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test('a dish opens without a connection, once the menu has been read for a second', async ({
  page,
  context,
  complaints,
  openRestaurant,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const place = await openRestaurant();
  const loaded = Promise.all([page.waitForResponse(/item-panel/), page.waitForResponse(/en-lazy/)]);
  await openShop(page, shopAddress(place, 'pickup'));
  for (const response of await loaded) await response.finished();
  await context.setOffline(true);
  await page
    .getByRole('main')
    .getByRole('link', { name: place.named('burger') })
    .click();
  const panel = page.getByRole('dialog', { name: place.named('burger') });
  await expect(panel.getByRole('radio', { name: place.named('large') })).toBeVisible();
});

test('a dish that is opened before its panel has come shows its place, and then the dish', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/item-panel/, async (route) => {
    await held;
    await route.continue();
  });
  await openShop(page, shopAddress(place, 'pickup'));
  await page
    .getByRole('main')
    .getByRole('link', { name: place.named('burger') })
    .click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Loading' }).or(page.getByText('Loading')).first(),
  ).toBeAttached();
  release();
  await expect(page.getByRole('dialog', { name: place.named('burger') })).toBeVisible();
});

test('a full basket is told in the dish, where a screen reader hears it', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  await page.evaluate(
    ([key, most]) => {
      const basket = JSON.parse(localStorage.getItem(key)!) as { items: [{ id: string; note: string }] };
      const [line] = basket.items;
      const items = Array.from({ length: most }, (_, n) => ({ ...line, id: `${line.id}${n}`, note: `Glass ${n}` }));
      localStorage.setItem(key, JSON.stringify({ ...basket, items }));
    },
    [`basket.${place.id}`, basketLimits.basketLinesMax] as const,
  );
  await openShop(page, shopAddress(place, 'pickup'));
  const panel = await openDish(page, place.named('burger'));
  await panel.getByRole('radio', { name: place.named('large') }).check();
  await panel.getByRole('button', { name: /^Add 1 to basket/ }).click();
  await expect(panel.getByRole('alert')).toHaveText('The basket is full. Place this order first.');
});

test('a dish is in the page that the server sends, for readers without a script', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  const address = `${shopAddress(place, 'pickup')}/item?itemId=${place.items.burger}`;
  const html = await (await page.request.get(address)).text();
  expect(html).toMatch(new RegExp(`<dialog[^>]* open[^]*${place.named('large')}`));
});

test('a dish whose guest turned away from the choice of a place is not opened by a later one', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await openShop(page, `/${place.slug}/menu`);
  const burger = page.getByRole('main').getByRole('link', { name: place.named('burger') });
  const question = page.getByRole('heading', { name: 'Where should we deliver the order?' });
  await burger.click();
  await expect(question).toBeVisible();
  await page.goBack();
  await giveAddress(page, place.named('Harbour'), '1204');
  await expect(page.getByRole('button', { name: new RegExp(`^${place.named('Harbour')}`) })).toBeVisible();
  await expect(page).toHaveURL(shopAddress(place, 'delivery'));
  await expect(dish(page, place.named('burger'))).toHaveCount(0);
});

test('a dish that was written for comes back with its note, also from the menu', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  const panel = await openDish(page, place.named('water'));
  await panel.getByRole('textbox').fill('No ice');
  await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: `Remove ${place.named('water')}` }).click();
  await expect(page.getByRole('link', { name: /^View basket/ })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(page.getByText('No ice')).toBeVisible();
});
