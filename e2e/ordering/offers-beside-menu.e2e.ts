/** The total after offers stands beside the menu already, and an order of free dishes is placed without a payment. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { OfferInput } from '#contract/ordering/offers/offers.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { ordersOf, placeButton } from '../support/checkout.ts';
import { addBurger, addWater, amountOf, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { type Call, desktop, expect, phone, type Place, test } from '../support/test.ts';

async function takeOff(call: Call, place: Place, percent: number): Promise<void> {
  const body = OfferInput.parse({
    name: 'Opening week',
    nameTranslations: { ar: 'أسبوع الافتتاح' },
    benefit: { kind: 'percent', percent },
  });
  await call('POST /offer/add-offer', { body }, place.owner.token);
}

/** Remembers every total that the element has shown, and how often the server was asked. */
async function watchTotals(page: Page, selector: string) {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/order/quote-order')) asked++;
  });
  await page.evaluate((wanted) => {
    const shown: string[] = [];
    Object.assign(window, { shownTotals: shown });
    const note = () => {
      const text = document.querySelector(wanted)?.textContent;
      if (text !== undefined && text !== null && text !== shown.at(-1)) shown.push(text);
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, selector);
  return {
    asked: () => asked,
    shown: () => page.evaluate(() => (window as unknown as { shownTotals: string[] }).shownTotals),
  };
}

test('the bar and the rail show what the guest will pay, without showing more first', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  await takeOff(call, place, 20);
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  const watched = await watchTotals(guest, 'aside a [aria-hidden]:last-child');
  await addBurger(guest, place);
  // 25.75 less a fifth is 20.60, and 5 %.
  const bar = guest.getByRole('link', { name: /^View basket/ });
  await expect(bar).toHaveAccessibleName(/, AED\s21\.63$/);
  await addWater(guest, place);
  // 31.25 less a fifth is 25.00, and 5 %.
  await expect(bar).toHaveAccessibleName(/, AED\s26\.25$/);
  expect((await watched.shown()).map((text) => text.replace(/\s/g, ' '))).toEqual(['…', 'AED 21.63', 'AED 26.25']);
  expect(watched.asked()).toBe(2);
  await expectAccessible(guest, 'a menu with a basket after offers', { hasDark: true });
  await bar.click();
  await expect(amountOf(guest, 'Total')).toHaveText('AED 26.25');

  // Quick taps are asked about together, and the rail never shows more than is to be paid.
  const { ar } = wordsOf;
  const wide = await openWindow({ viewport: desktop });
  await openShop(wide, `${shopAddress(place, 'pickup')}?lang=ar`, ar);
  await addWater(wide, { ...place, named: (word) => place.named(`${word} ar`) }, ar);
  const rail = wide.getByRole('complementary', { name: ar.basket }).filter({ has: wide.getByRole('term') });
  const total = rail.getByRole('term').filter({ hasText: ar.total }).locator('+ dd');
  // 5.50 less a fifth is 4.40, and 5 %.
  await expect(total).toContainText('4.62');
  await expect(rail.getByRole('term').filter({ hasText: 'أسبوع الافتتاح' })).toBeVisible();
  const onRail = await watchTotals(wide, 'dl > div:last-child dd');
  const more = rail.getByRole('button', { name: ar.increase });
  for (let tap = 0; tap < 4; tap++) await more.click({ noWaitAfter: true });
  await expect(total).toContainText('23.10');
  // One to five waters after the offer, and at no moment the 11.55, 17.33 or 28.88 of before.
  const afterOffer = ['4.62', '9.24', '13.86', '18.48', '23.10'];
  const shown = (await onRail.shown()).map((text) => /\d+\.\d\d/.exec(text)?.[0]);
  expect(shown.filter((amount) => !afterOffer.includes(amount ?? ''))).toEqual([]);
  expect(shown.toSorted((one, other) => Number(one) - Number(other))).toEqual(shown);
  expect(onRail.asked()).toBeLessThanOrEqual(4);
  await expectAccessible(wide, 'a menu with a basket after offers, in Arabic', { widths: [768, 1280] });
});

test('a restaurant without offers is asked nothing while its guest chooses', async ({ openRestaurant, openWindow }) => {
  const place = await openRestaurant();
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  const watched = await watchTotals(guest, 'aside a [aria-hidden]:last-child');
  await addBurger(guest, place);
  await expect(guest.getByRole('link', { name: /^View basket/ })).toHaveAccessibleName(/, AED\s27\.04$/);
  await guest.waitForTimeout(600);
  expect(watched.asked()).toBe(0);
});

test('an order of free dishes is placed without a payment, although the guest would pay online', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const body = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await call('POST /restaurant/connect-gateway', { body }, place.owner.token);
  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  await addWater(guest, place);
  await guest.goto(`/${place.slug}/checkout`);
  await guest.getByRole('radio', { name: 'Pay online now' }).check();
  await takeOff(call, place, 100);
  await guest.reload();
  await expect(amountOf(guest, 'Total')).toHaveText('AED 0.00');
  await expect(guest.getByText('There is nothing to pay.')).toBeVisible();
  await expect(guest.getByRole('radio', { name: 'Pay online now' })).toBeHidden();
  await expectAccessible(guest, 'checkout of free dishes', { hasDark: true });
  await guest.goto(`/${place.slug}/checkout?lang=ar`);
  await expect(guest.getByText(wordsOf.ar.nothingToPay)).toBeVisible();
  await guest.goto(`/${place.slug}/checkout?lang=en`);
  await placeButton(guest).click();
  await expect(guest.getByText('Your order has been sent')).toBeVisible();
  expect(await ordersOf(call, place)).toMatchObject([
    { totalPrice: 0, discount: 5.5, paymentMethod: 'cash on pickup', status: 'New' },
  ]);
});
