/** The guest's site with the text twice as large as usual, as a browser's setting makes it: everything grows and nothing is cut. */
import type { Page } from '@playwright/test';
import { addWater, goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { expect, test } from '../support/test.ts';
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
