/** The guest's site, and pages of Order Manager, with the text twice as large as usual, as a browser's setting makes it: everything grows and nothing is cut. */
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { cutTexts } from '../support/cut-texts.ts';
import { addWater, goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { orderDetails, signInWithToken } from '../support/kitchen.ts';
import { saveButton, visit } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';

for (const width of [320, 375]) {
  for (const language of ['en', 'ar'] as const) {
    test(`nothing is cut at 200 % of the text size, ${width} px, ${language}`, async ({ page, openRestaurant }) => {
      await page.setViewportSize({ width, height: 740 });
      const place = await openRestaurant();
      await signInGuest(page, place);
      await page.addInitScript(() => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = '200%';
        });
      });
      const examine = async (name: string) => {
        await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
        expect(await cutTexts(page), name).toEqual([]);
      };
      await page.goto(`${shopAddress(place, 'pickup')}?lang=${language}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // A size that did not follow would be that of the browser's default.
      const size = await page
        .getByRole('heading', { level: 1 })
        .evaluate((element) => getComputedStyle(element).fontSize);
      expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(44);
      await examine('menu');
      if (language === 'en') {
        await openShop(page, shopAddress(place, 'pickup'));
        const panel = await openDish(page, place.named('burger'));
        await examine('dish');
        await panel.getByRole('button', { name: 'Close' }).click();
        await addWater(page, place);
        await examine('menu with a basket');
        await page.getByRole('link', { name: /^View basket/ }).click();
        await examine('basket');
        await page.getByRole('link', { name: /^Add more/ }).click();
        await goToCheckout(page);
        await examine('checkout');
        await page.getByRole('radio', { name: 'Cash on pickup' }).check();
        await page.getByRole('button', { name: /^Place order/ }).click();
        await expect(page.getByText('Your order has been sent')).toBeVisible();
        await examine('placed');
        const dish = page.getByRole('listitem').filter({ hasText: place.named('water') });
        const name = (await dish.locator('bdi').boundingBox())!;
        const amount = (await dish.getByText(/^AED/).boundingBox())!;
        expect(amount.y, 'it leaves the dish the line').toBeGreaterThan(name.y);
      } else {
        await openShop(page, `${shopAddress(place, 'pickup')}?lang=en`);
        await addWater(page, place);
        await page.goto(`${shopAddress(place, 'pickup')}?lang=ar`);
        await expect(page.getByRole('link', { name: wordsOf.ar.viewBasket })).toBeVisible();
        await examine('menu with a basket');
        await page.goto(`/${place.slug}/basket?lang=ar`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await examine('basket');
      }
      await page.goto(`/${place.slug}/orders?lang=${language}`);
      await examine('orders');
      await page.goto(`/${place.slug}/delivery?lang=${language}`);
      await examine('delivery');
    });
  }
}

test('at 200 % of the text size fields, tabs, tickets and buttons of Order Manager keep their words', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const delivery = deliveryOrder(place, [largeBurger(place, 2)], 50.94);
  const { order: delivered } = await call('POST /order/create-order', { body: { order: delivery } }, place.guest.token);
  await call(
    'POST /order/update-order-status',
    { body: { orderId: delivered._id, status: 'Confirmed' } },
    place.owner.token,
  );
  await page.setViewportSize(phone);
  await signInWithToken(page, place.owner.token);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  const wizard = '/dashboard/outlets/edit/ordering-services';
  await page.goto(`/dashboard/outlets/edit/basic-info?id=${place.outletId}`);
  const code = page.getByRole('combobox', { name: 'Country code' });
  await expect(code).toHaveValue('AE +971');
  expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'the code is whole').toBe(0);
  await visit(page, '/dashboard/orders/live');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(5);
  const cut = (elements: Element[]) =>
    elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent);
  expect(await tabs.evaluateAll(cut), 'no tab is narrower than its longest word').toEqual([]);
  await page.setViewportSize(desktop);
  // Two columns of this height would show nothing but buttons: the order has the page to itself.
  await visit(page, `/dashboard/orders/live?order=${delivered._id}`);
  await expect(orderDetails(page).getByText(place.named('burger'))).toBeInViewport({ ratio: 1 });
  // The navigation has a list of this name too.
  await expect(page.getByRole('main').getByRole('list', { name: 'Orders', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Move to Ready' })).toBeInViewport({ ratio: 1 });
  await visit(page, '/dashboard/orders/kitchen');
  const ticket = page.getByRole('article', { name: `#${delivered.orderNumber}`, exact: true });
  await expect
    .poll(async () => (await ticket.boundingBox())!.width, 'as wide as its letters need')
    .toBeGreaterThan(560);
  await page.setViewportSize(tablet);
  await visit(page, '/dashboard/items');
  expect(await page.getByRole('table').locator('..').evaluateAll(cut), 'wide lists are cards').toEqual([]);
  // A phone on its side has as few lines as letters of twice the size leave.
  await page.setViewportSize({ width: 740, height: 360 });
  await visit(page, '/dashboard/modifier-lists/create');
  await expect(saveButton(page)).toBeVisible();
  await expect(saveButton(page), 'it covers no field').not.toBeInViewport();
  await page.setViewportSize(phone);
  await visit(page, '/dashboard/reports');
  const edge = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())!.x;
  expect(await edge('Outlet'), 'each has its line, for all of its words').toBe(await edge('Days'));
  await visit(page, `${wizard}/delivery?id=${place.outletId}`);
  const copy = page.getByRole('button', { name: 'Copy to all days' });
  const beyond = (button: Element) =>
    button.getBoundingClientRect().right - button.parentElement!.getBoundingClientRect().right;
  expect(await copy.evaluate(beyond), 'it stays in its card').toBeLessThanOrEqual(0);
  const opens = page.getByLabel('Sunday, period 1, opens').first();
  const room = (input: Element) => input.clientWidth / Number.parseFloat(getComputedStyle(input).fontSize);
  expect(await opens.evaluate(room), 'the hour is read').toBeGreaterThan(3.5);
});
