/** The guest's site, and pages of Order Manager, with the text twice as large as usual, as a browser's setting makes it: everything grows and nothing is cut. */
import type { Page } from '@playwright/test';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { addWater, goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { addOffer } from '../support/offers.ts';
import { saveButton } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';

/** Texts that lie outside of their boxes or of the window, which nobody can scroll to. */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    // The bar of the basket is hidden from screen readers alone, who get its words as one sentence.
    const unseen = '.visually-hidden, noscript, [aria-hidden]:not(aside *)';
    const isScrolled = (element: Element): boolean => {
      for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') return true;
      }
      return false;
    };
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (!element.checkVisibility() || element.closest(unseen) !== null) continue;
      const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      if (!ownText) continue;
      const { overflow, webkitLineClamp } = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const isOutside = (box.left < -1 || box.right > innerWidth + 1) && box.width > 2 && !isScrolled(element);
      const isCut =
        overflow !== 'visible' && webkitLineClamp === 'none' && element.scrollWidth > element.clientWidth + 1;
      if (isOutside || isCut) found.push(`${element.tagName} ${element.className}: ${element.textContent?.trim()}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    return found;
  });
}

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

test('at 200 % of the text size no page of Order Manager with long words and tables is wider than a phone', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const delivery = deliveryOrder(place, [largeBurger(place, 2)], 50.94);
  const { order: delivered } = await call('POST /order/create-order', { body: { order: delivery } }, place.guest.token);
  await call(
    'POST /order/update-order-status',
    { body: { orderId: delivered._id, status: 'Confirmed' } },
    place.owner.token,
  );
  const offer = await addOffer(call, place);
  await page.setViewportSize(phone);
  await signInWithToken(page, place.owner.token);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    });
  });
  const wizard = '/dashboard/outlets/edit/ordering-services';
  for (const address of [
    '/dashboard/alarms',
    '/dashboard/guest-messages',
    '/dashboard/branding',
    '/dashboard/reports',
    '/dashboard/reports?tab=payments',
    '/dashboard/offers',
    `/dashboard/offers/edit?id=${offer._id}`,
    '/dashboard/online-payments',
    '/dashboard/company-login',
    '/dashboard/staff',
    '/dashboard/orders',
    '/dashboard/customers',
    `/dashboard/customers/${place.guest.customerId}`,
    `${wizard}/delivery?id=${place.outletId}`,
    `${wizard}/delivery-area?id=${place.outletId}`,
    `/dashboard/outlets/delivery-areas/create?id=${place.outletId}`,
    '/dashboard/outlets/edit/basic-info',
    '/dashboard/modifier-lists/create',
    '/dashboard/inventory',
    `/dashboard/orders/live?order=${order._id}`,
    `/dashboard/orders/live?order=${delivered._id}`,
    '/dashboard/orders/live',
    '/dashboard/orders/kitchen',
    '/dashboard/modifier-lists',
  ]) {
    await page.goto(address);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, address).toBe(phone.width);
  }
  await page.goto('/dashboard/outlets/edit/basic-info');
  const code = page.getByRole('combobox', { name: 'Country code' });
  await expect(code).toHaveValue('AE +971');
  expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'the code is whole').toBe(0);
  await page.goto('/dashboard/orders/live');
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(5);
  const cut = (elements: Element[]) =>
    elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent);
  expect(await tabs.evaluateAll(cut), 'no tab is narrower than its longest word').toEqual([]);
  await page.setViewportSize(desktop);
  await page.goto('/dashboard/orders/kitchen');
  const ticket = page.getByRole('article', { name: `#${delivered.orderNumber}`, exact: true });
  await expect
    .poll(async () => (await ticket.boundingBox())!.width, 'as wide as its letters need')
    .toBeGreaterThan(560);
  await page.setViewportSize(tablet);
  await page.goto('/dashboard/items');
  expect(await page.getByRole('table').locator('..').evaluateAll(cut), 'wide lists are cards').toEqual([]);
  // A phone on its side has as few lines as letters of twice the size leave.
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/dashboard/modifier-lists/create');
  await expect(saveButton(page)).toBeVisible();
  await expect(saveButton(page), 'it covers no field').not.toBeInViewport();
  await page.setViewportSize(phone);
  await page.goto('/dashboard/reports');
  const edge = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())!.x;
  expect(await edge('Outlet'), 'each has its line, for all of its words').toBe(await edge('Days'));
  await page.goto(`${wizard}/delivery?id=${place.outletId}`);
  const copy = page.getByRole('button', { name: 'Copy to all days' });
  const beyond = (button: Element) =>
    button.getBoundingClientRect().right - button.parentElement!.getBoundingClientRect().right;
  expect(await copy.evaluate(beyond), 'it stays in its card').toBeLessThanOrEqual(0);
});
