/** A restaurant switches tips on; a guest tips a tenth and pays online; the kitchen rejects, and all of it is released. */
import { randomUUID } from 'node:crypto';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { ordersOf } from '../support/checkout.ts';
import { addBurger, addWater, amountOf, goToCheckout, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

/** The kitchen can undo before money moves, so this takes half a minute of a real clock. */
const movedMs = 60_000;

test('a guest tips a tenth online, the kitchen rejects, and all of it is released', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const connecting = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await call('POST /restaurant/connect-gateway', { body: connecting }, place.owner.token);

  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/branding#tips');
  const percents = office.getByRole('textbox', { name: 'Suggested tips in percent' });
  await expect(percents).toHaveValue('5, 10, 15');
  await percents.fill('10, 60');
  await office.getByRole('switch', { name: 'With pickups' }).check();
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('Use at most 50')).toBeVisible();
  await percents.fill('10, 15, 20');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('Use at most 50')).toBeHidden();
  await expectAccessible(office, 'tips in the settings', { hasDark: true });

  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  await addBurger(guest, place);
  await goToCheckout(guest);
  const tips = guest.getByRole('radiogroup', { name: 'Tip' });
  await expect(tips.getByRole('radio', { name: 'No tip' })).toBeChecked();
  await expect(tips.getByRole('radio')).toHaveCount(5);
  // The whole tile within its border is the radio button.
  const isFilled = await tips
    .locator('label')
    .first()
    .evaluate((tile) => {
      const { clientWidth, clientHeight } = tile;
      const { width, height } = tile.querySelector('input')!.getBoundingClientRect();
      return Math.abs(width - clientWidth) < 1 && Math.abs(height - clientHeight) < 1;
    });
  expect(isFilled).toBe(true);
  const total = amountOf(guest, 'Total');
  // 25.75, with 5 %.
  await expect(total).toHaveText('AED 27.04');

  await tips.getByRole('radio', { name: 'Other amount' }).check();
  const own = guest.getByRole('textbox', { name: 'Tip in AED' });
  await own.fill('100');
  await expect(own).toHaveAttribute('aria-invalid', 'true');
  await expect(own).toHaveAccessibleDescription(/^AED\s25\.75 at most$/);
  // It is refused, so it is not in the total.
  await expect(total).toHaveText('AED 27.04');
  await expectAccessible(guest, 'a tip above the subtotal');
  // Text that is no amount is no order without a tip: the press leads to it.
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  for (const typed of ['1,250', 'abc', '0,555']) {
    await own.fill(typed);
    await expect(own).toHaveAccessibleDescription('Use an amount such as 5.00');
    await expect(total).toHaveText('AED 27.04');
    await guest.getByRole('button', { name: /^Place order/ }).click();
    await expect(own).toBeFocused();
  }
  await own.fill('٣٫٥');
  await expect(amountOf(guest, 'Tip')).toHaveText('AED 3.50');
  await tips.getByRole('radio', { name: /^10%/ }).check();
  await expect(amountOf(guest, 'Tip')).toHaveText('AED 2.58');
  await expect(total).toHaveText('AED 29.62');
  await guest.getByRole('radio', { name: 'Pay online now' }).check();
  await expectAccessible(guest, 'checkout with a tip');

  await guest.getByRole('button', { name: /^Pay AED\s29\.62$/ }).click();
  await guest.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(guest.getByText('Your order has been sent')).toBeVisible();
  const [order] = await ordersOf(call, place);
  expect(order).toMatchObject({ tip: 2.58, totalPrice: 29.62, paymentMethod: 'online on pickup' });
  await guest.getByRole('link', { name: 'Track order' }).click();
  await expect(guest.getByText(/^AED\s29\.62 is held\./)).toBeVisible();
  await expect(amountOf(guest, 'Tip')).toHaveText('AED 2.58');

  await visit(office, `/dashboard/orders/${order!._id}`);
  await expect(office.getByRole('definition').filter({ hasText: 'AED 2.58' })).toBeVisible();
  const body = { orderId: order!._id, status: 'Cancelled', reason: 'too_busy' } as const;
  await call('POST /order/update-order-status', { body }, place.owner.token);
  await expect(guest.getByText(/^Nothing was charged\. AED\s29\.62 .* is released\.$/)).toBeVisible({
    timeout: movedMs,
  });

  await guest.goto(`/${place.slug}/order/${order!._id}/receipt`);
  await expect(amountOf(guest, 'Tip')).toHaveText('AED 2.58');
  await expectAccessible(guest, 'a receipt with a tip');
});

test('a tip that fewer dishes have made too large is named at the checkout, and the basket leads there', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  await call('POST /restaurant/update-settings', { body: { tipModes: ['pickup'] } }, place.owner.token);
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  await addBurger(guest, place);
  await addWater(guest, place);
  await goToCheckout(guest);
  const own = guest.getByRole('textbox', { name: 'Tip in AED' });
  await guest.getByRole('radio', { name: 'Other amount' }).check();
  await own.fill('20');
  await expect(amountOf(guest, 'Tip')).toHaveText('AED 20.00');
  await guest.goBack();
  const asked = guest.waitForResponse(
    (answer) =>
      answer.url().endsWith('/order/quote-order') && !answer.request().postData()!.includes(place.items.burger),
  );
  const burger = guest.getByRole('listitem').filter({ hasText: place.named('burger') });
  await burger.getByRole('button', { name: /^Remove/ }).click();
  await asked;
  await guest.getByRole('button', { name: 'Review order' }).click();
  await expect(own).toHaveAccessibleDescription(/^AED\s5\.50 at most$/);
  await expect(own).toHaveValue('20');
  await expect(amountOf(guest, 'Total')).toHaveText('AED 5.78');
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  await guest.getByRole('button', { name: /^Place order/ }).click();
  await expect(own).toBeFocused();
});
