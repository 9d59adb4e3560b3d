/** The choice of an outlet above the live orders, on a phone and with larger letters. */
import type { Locator } from '@playwright/test';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { addOutlet } from '../support/restaurant.ts';
import { expect, phone, test } from '../support/test.ts';

/** Pixels that the chosen words of a list lack. */
const missingWidth = (list: Locator): Promise<number> =>
  list.evaluate((select: HTMLSelectElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const words = document.createElement('span');
    Object.assign(words.style, { font, position: 'absolute', whiteSpace: 'nowrap' });
    words.textContent = select.selectedOptions[0]!.text;
    document.body.append(words);
    const { width } = words.getBoundingClientRect();
    words.remove();
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.max(0, Math.ceil(width - room));
  });

for (const [locale, all] of [
  ['en', 'All outlets'],
  ['ar', 'كل الفروع'],
] as const) {
  test(`the words for all outlets are whole in letters of any size, in ${locale}`, async ({
    db,
    openRestaurant,
    openWindow,
    call,
  }) => {
    const place = await openRestaurant();
    await addOutlet(db, place, { name: 'Creek', without: place.items.water });
    await placeOrder(call, place);
    const page = await openWindow({ viewport: phone, locale });
    await signInWithToken(page, place.owner.token);
    await page.goto('/dashboard/orders/live');
    const list = page.getByRole('combobox').filter({ has: page.getByText(all, { exact: true }) });
    await expect(list).toBeVisible();
    for (const size of ['100%', '150%', '200%']) {
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      await expect.poll(() => missingWidth(list), size).toBe(0);
    }
  });
}
