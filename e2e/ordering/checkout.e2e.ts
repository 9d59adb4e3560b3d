/**
 * The checkout, from the basket to the order: honest amounts, possible payments, one order whatever happens (C07, C11,
 * C12; decision 34).
 */
import type { Request } from '@playwright/test';
import { minorUnits } from '#contract/base/money.ts';
import { OfferInput } from '#contract/ordering/offers/offers.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import {
  addBurger,
  addWater,
  amountOf,
  giveAddress,
  goToCheckout,
  signInGuest,
  openDish,
  openShop,
  shopAddress,
} from '../support/guest.ts';
import { creating, ordersOf, placeButton, readyToPlace, removeAndPlace } from '../support/checkout.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test('the amounts are the same in the basket, at the checkout and in the order, and add up (C07)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await signInGuest(page, place);
  await openShop(page, `/${place.slug}/menu`);
  await giveAddress(page, place.named('Harbour'), 'Villa 7');
  await addBurger(page, place, 2);
  await addWater(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  const seeAmounts = async () => {
    // 2 x 18.00, 4.50 and 3.25 once, 5.50; 5 % of that, rounded half up; the fee of the area.
    await expect(amountOf(page, 'Subtotal')).toHaveText('AED 49.25');
    await expect(amountOf(page, 'VAT (5%)')).toHaveText('AED 2.46');
    await expect(amountOf(page, 'Delivery fee')).toHaveText('AED 5.00');
    await expect(amountOf(page, 'Total')).toHaveText('AED 56.71');
    await expect(page.getByRole('term')).toHaveCount(4);
  };
  await seeAmounts();
  await page.getByLabel('Special instructions').fill('No onions, please');
  await page.getByRole('button', { name: 'Review order' }).click();
  await seeAmounts();
  await expect(page.getByText('No onions, please')).toBeVisible();
  await page.getByRole('radio', { name: 'Card on delivery' }).check();
  await expect(placeButton(page)).toHaveText('Place orderAED 56.71');
  await placeButton(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();

  const [order, ...others] = await ordersOf(call, place);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    subtotal: 49.25,
    taxRate: 5,
    taxAmount: 2.46,
    deliveryFee: 5,
    totalPrice: 56.71,
    deliveryMode: 'delivery',
    paymentMethod: 'card on delivery',
    specialInstruction: 'No onions, please',
    areaName: place.named('Harbour'),
    address: { location: place.named('Harbour'), floor: 'Villa 7', instruction: '', nickName: 'Home' },
  });
});

test('included VAT adds nothing to the total (C07)', async ({ page, openRestaurant }) => {
  const place = await openRestaurant({ taxInclusive: true });
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(amountOf(page, 'Subtotal')).toHaveText('AED 25.75');
  await expect(amountOf(page, 'Total')).toHaveText('AED 25.75');
  // 25.75 minus 25.75 / 1.05.
  await expect(amountOf(page, 'VAT included (5%)')).toHaveText('AED 1.23');
});

test('only payments that the outlet takes are offered, a single one is chosen, and one must be (C11)', async ({
  page,
  openRestaurant,
  db,
  call,
}) => {
  const place = await openRestaurant();
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('outlet_modes').set({ takes_card: false }).where('outlet_id', '=', place.outletId).execute(),
  );
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await goToCheckout(page);
  const payments = page.getByRole('radiogroup', { name: 'Payment' });
  await expect(payments.getByRole('radio')).toHaveCount(1);
  const cash = payments.getByRole('radio', { name: 'Cash on pickup' });
  await expect(cash).toBeChecked();
  await cash.click();
  await expect(cash).not.toBeChecked();
  await placeButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Choose a payment method');
  await expect(cash).toBeFocused();
  expect(await ordersOf(call, place)).toEqual([]);
  await cash.check();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a mode that is off is changed from the basket, unless the other one is off as well', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  const change = (modes: readonly ('pickup' | 'delivery')[], accepts_orders: boolean) =>
    changeMenu(db, place.id, (tx) =>
      tx
        .updateTable('outlet_modes')
        .set({ accepts_orders })
        .where('outlet_id', '=', place.outletId)
        .where('mode', 'in', modes)
        .execute(),
    );
  const showsAtBasket = (role: 'button' | 'paragraph', text: string) =>
    expect(async () => {
      await page.goto(`/${place.slug}/basket`);
      await expect(page.getByRole(role).filter({ hasText: text })).toBeVisible({ timeout: 10_000 });
    }).toPass();
  await change(['pickup', 'delivery'], false);
  await showsAtBasket('paragraph', 'This outlet is not taking orders now');
  await expect(page.getByText('please change mode')).toHaveCount(0);
  await change(['delivery'], true);
  const sentence = 'We are sorry pickup is not available at this outlet please change mode to delivery';
  await showsAtBasket('button', sentence);
  await page.getByRole('button', { name: sentence }).click();
  await expect(page.getByRole('button', { name: sentence })).toBeHidden();
  await expect(page).toHaveURL(`/${place.slug}/basket`);
  await expect(page.getByRole('button', { name: /Select Delivery Address/ })).toBeVisible();
});

test('a mode that is off at the checkout, or has no payment, offers the other one (C11)', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await readyToPlace(page, place);
  const sentence = 'We are sorry pickup is not available at this outlet please change mode to delivery';
  const switchMode = page.getByRole('button', { name: sentence });
  const change = async (terms: { accepts_orders?: boolean; takes_cash?: boolean; takes_card?: boolean }) => {
    await changeMenu(db, place.id, (tx) =>
      tx
        .updateTable('outlet_modes')
        .set(terms)
        .where('outlet_id', '=', place.outletId)
        .where('mode', '=', 'pickup')
        .execute(),
    );
  };
  const reloadUntil = (isOff: boolean) =>
    expect(async () => {
      await page.reload();
      await expect(isOff ? switchMode : page.getByRole('radio').first()).toBeVisible({ timeout: 10_000 });
    }).toPass();
  await change({ takes_cash: false, takes_card: false });
  await reloadUntil(true);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await change({ takes_cash: true, takes_card: true });
  await reloadUntil(false);
  await change({ accepts_orders: false });
  await reloadUntil(true);
  await expect(placeButton(page)).toBeDisabled();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await switchMode.click();
  await expect(switchMode).toBeHidden();
  await expect(page.getByRole('region', { name: 'Delivery' }).getByRole('button')).toHaveText(
    'Select Delivery Address',
  );
  await expect(page.getByText(`1 ×${place.named('burger')}`)).toBeVisible();
});

test('two taps while the answer is slow make one order (C12)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await readyToPlace(page, place);
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(creating, async (route) => {
    await isSeen;
    await route.continue();
  });
  const button = placeButton(page);
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).toHaveText('Placing your orderAED 27.04');
  goOn();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect(await ordersOf(call, place)).toHaveLength(1);
  await page.getByRole('link', { name: 'Back to menu' }).click();
  await expect(page.getByRole('link', { name: /^View basket/ })).toBeHidden();
});

test('a failure keeps the basket and is shown for 5 seconds (C12)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await readyToPlace(page, place);
  await page.route(creating, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  // The test advances the page's time from here on.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await placeButton(page).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Server Error' });
  await expect(toast).toBeVisible();
  // The toast comes from above into the top left corner.
  const { x, y } = (await toast.boundingBox())!;
  expect(x).toBe(12);
  expect(y).toBeLessThanOrEqual(12);
  await expect(placeButton(page)).toHaveText('Place orderAED 27.04');
  await page.clock.runFor(4900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
  await page.clock.resume();
  expect(await ordersOf(call, place)).toEqual([]);
  await placeButton(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
});

test('without a connection nothing is lost, and the order is sent once it is back', async ({
  page,
  context,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const place = await openRestaurant();
  await readyToPlace(page, place);
  await context.setOffline(true);
  await placeButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You are offline. Your order was not sent, and your basket is kept.',
  );
  await context.setOffline(false);
  await placeButton(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect(await ordersOf(call, place)).toHaveLength(1);
});

function isQuoteWithTip(request: Request, tip: number): boolean {
  return request.url().endsWith('/order/quote-order') && (request.postDataJSON() as { tip?: number }).tip === tip;
}

test('a total that changed meanwhile is shown once, and the order is placed at the new one with its tip', async ({
  page,
  openRestaurant,
  db,
  call,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const place = await openRestaurant();
  await call('POST /restaurant/update-settings', { body: { tipModes: ['pickup'] } }, place.owner.token);
  const lunch = OfferInput.parse({ name: 'Lunch', benefit: { kind: 'amount', amount: 5.75 } });
  const { offer } = await call('POST /offer/add-offer', { body: lunch }, place.owner.token);
  await readyToPlace(page, place);
  // The page asks for the price with the tip, too, and must not hear of the changes before the tap.
  const quoted = page.waitForResponse((answer) => isQuoteWithTip(answer.request(), 2));
  await page.getByRole('radiogroup', { name: 'Tip' }).getByRole('radio', { name: /^10%/ }).check();
  await quoted;
  // 25.75 less 5.75, 5 % of VAT on top, and a tenth.
  await expect(amountOf(page, 'Total')).toHaveText('AED 23.00');
  const { _id: id, uses: _, ...fields } = offer;
  const over = { params: { id }, body: { ...fields, isPaused: true } };
  await call('POST /offer/update-offer/:id', over, place.owner.token);
  await changeMenu(db, place.id, (tx) =>
    tx
      .updateTable('items')
      .set({ price_minor: minorUnits(2000) })
      .where('id', '=', place.items.burger)
      .execute(),
  );
  await placeButton(page).click();
  const question = page.getByRole('dialog', { name: 'The price has changed' });
  // 27.75 and 5 %, rounded half up, and the tip that was chosen.
  await expect(question).toContainText('The total was AED 23.00 and is now AED 31.14.');
  expect(await ordersOf(call, place)).toEqual([]);
  await question.getByRole('button', { name: 'Place order at AED 31.14' }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect((await ordersOf(call, place)).map(({ totalPrice, tip }) => [totalPrice, tip])).toEqual([[31.14, 2]]);
});

test('the basket shows what has changed since, line by line (decision 34)', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  const panel = await openDish(page, place.named('special'));
  await panel.getByRole('button', { name: 'Increase' }).click();
  await panel.getByRole('button', { name: 'Add 2 to basket' }).click();
  await changeMenu(db, place.id, async (tx) => {
    await tx
      .updateTable('items')
      .set({ price_minor: minorUnits(600) })
      .where('id', '=', place.items.water)
      .execute();
    await tx.updateTable('items').set({ quantity: 1 }).where('id', '=', place.items.special).execute();
  });
  await page.getByRole('link', { name: /^View basket/ }).click();
  const review = page.getByRole('button', { name: 'Review order' });
  const line = (name: string) =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: place.named(name) });
  await expect(line('water')).toContainText('The price has changed from AED 5.50 to AED 6.00');
  await expect(page.getByText('Some prices have changed since you chose.')).toBeVisible();
  await expect(line('special')).toContainText('Only 1 left');
  await expect(review).toBeDisabled();
  await expect(page.getByText('Some dishes need your attention.')).toBeVisible();

  await line('water').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Some prices have changed since you chose.')).toBeHidden();
  await line('special').getByRole('button', { name: 'Decrease' }).click();
  await expect(review).toBeEnabled();
  await expect(amountOf(page, 'Subtotal')).toHaveText('AED 48.00');

  // Sold out at the checkout: the line says so, and the order goes out without it by one tap.
  await signInGuest(page, place);
  await page.reload();
  await review.click();
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('items').set({ quantity: 0 }).where('id', '=', place.items.special).execute(),
  );
  await page.reload();
  await expect(line('special')).toContainText('Sold out');
  await expectAccessible(page, 'a checkout with a dish that is sold out');
  await removeAndPlace(page, place.named('special'));
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Track order' })).toBeVisible();
});
