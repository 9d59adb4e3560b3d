/** An order without a pointer: by Tab, arrows, Space and Enter alone (X12; WCAG 2.1.1, 2.4.3). */
import type { Page } from '@playwright/test';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { signInGuest, openShop, shopAddress } from '../support/guest.ts';
import { tabTo } from '../support/keyboard-walk.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

const windows = [
  ['phone', phone, 'en'],
  ['desktop', desktop, 'en'],
  ['phone, from right to left', phone, 'ar'],
] as const;

/** Notes whether an announcement can be heard: while a dialog is open, everything outside it is silent. */
async function noteAnnouncements(page: Page): Promise<void> {
  await page.locator('#announcements').evaluate((region) => {
    new MutationObserver(() => {
      region.dataset['heard'] = String(document.querySelector('dialog:modal') === null);
    }).observe(region, { childList: true });
  });
}

for (const [window, viewport, language] of windows) {
  const words = wordsOf[language];
  test(`a guest orders by keyboard alone, from the menu to the confirmation (${window})`, async ({
    page,
    openRestaurant,
    call,
  }) => {
    const place = await openRestaurant();
    const named = (word: string) => place.named(language === 'en' ? word : `${word} ar`);
    await page.setViewportSize(viewport);
    await signInGuest(page, place);
    await openShop(page, `${shopAddress(place, 'pickup')}?lang=${language}`, words);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'en' ? 'ltr' : 'rtl');
    // The section cuts what reaches beyond it, and not the ring around a plus: 2 px wide, and 2 px away.
    const plus = page.getByRole('main').getByRole('button', { name: words.addDish(named('water')) });
    const isRingWhole = await plus.evaluate((button) => {
      const [ring, section] = [button, button.closest('section')!].map((part) => part.getBoundingClientRect());
      return ring!.left - 4 >= section!.left && ring!.right + 4 <= section!.right;
    });
    expect(isRingWhole).toBe(true);
    const dish = page.getByRole('main').getByRole('link', { name: named('burger') });
    await tabTo(page, dish);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: named('burger') });
    // Its script may be on its way, and a Tab meanwhile goes on through the menu.
    await expect(panel).toBeVisible();
    await tabTo(page, panel.getByRole('radio', { name: named('regular') }));
    await page.keyboard.press('ArrowDown');
    await expect(panel.getByRole('radio', { name: named('large') })).toBeChecked();
    await tabTo(page, panel.getByRole('checkbox', { name: named('cheese') }));
    await page.keyboard.press('Space');
    await tabTo(page, panel.getByRole('button', { name: words.increase }));
    await page.keyboard.press('Enter');
    await tabTo(page, panel.getByRole('button', { name: words.addToBasket(2) }));
    await noteAnnouncements(page);
    await page.keyboard.press('Enter');
    await expect(panel).toBeHidden();
    // The focus is back on the dish.
    await expect(dish).toBeFocused();
    await expect(page.locator('#announcements')).toHaveAttribute('data-heard', 'true');

    // The basket beside the menu of a desktop has been read; that of a phone is a page.
    const steps =
      viewport === desktop
        ? [page.getByRole('link', { name: words.reviewOrder })]
        : [page.getByRole('link', { name: words.viewBasket }), page.getByRole('button', { name: words.reviewOrder })];
    for (const step of steps) {
      await expect(step).toBeVisible();
      await tabTo(page, step);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('heading', { name: words.yourOrder, level: 1 })).toBeVisible();
    await tabTo(page, page.getByRole('radio', { name: words.payments['cash on pickup'] }));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: words.placeOrder }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(words.orderSent)).toBeVisible();
    // The checkout has the same heading.
    await expect(page).toHaveTitle(new RegExp(`^${words.orderSent} – `));
    await expect(page.getByRole('main', { name: words.orderSent })).toBeFocused();
    const { order } = await call('GET /order/get-all-orders', { query: {} }, place.guest.token);
    expect(order.map(({ totalPrice, cart }) => [totalPrice, cart[0]?.quantity])).toEqual([[45.94, 2]]);
  });
}
