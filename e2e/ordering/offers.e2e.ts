/** A code for one use and free delivery: two guests meet both, in English on a phone and in Arabic on a computer. */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { ordersOf, placeButton } from '../support/checkout.ts';
import { addBurger, amountOf, giveAddress, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test('a guest uses the last of a code without being asked about the price, and the next is told', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  test.setTimeout(180_000);
  const place = await openRestaurant();
  const twenty = { name: 'A fifth off', nameTranslations: { ar: 'خصم الخمس' }, code: 'FIFTH', usesMax: 1 };
  await call(
    'POST /offer/add-offer',
    { body: { ...twenty, benefit: { kind: 'percent', percent: 20 } } },
    place.owner.token,
  );
  await call(
    'POST /offer/add-offer',
    { body: { name: 'Free delivery from 40', benefit: { kind: 'free_delivery' }, minimumSubtotal: 40 } },
    place.owner.token,
  );
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);

  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, `/${place.slug}/menu`);
  await giveAddress(guest, place.named('Harbour'), '1204');
  await addBurger(guest, place);
  await guest.getByRole('link', { name: /^View basket/ }).click();
  // 25.75 of 40.00.
  await expect(guest.getByText(/^Add AED\s14\.25 more for “Free delivery from 40”\.$/)).toBeVisible();
  await expectAccessible(guest, 'a basket below the minimum of an offer');
  await guest.getByRole('button', { name: 'Increase' }).click();
  await expect(amountOf(guest, 'Delivery fee')).toHaveText('Free');
  await guest.getByRole('button', { name: 'Review order' }).click();
  await expect(guest.getByRole('heading', { name: 'Your order', level: 1 })).toBeVisible();

  // 43.75 and 5 %.
  await expect(amountOf(guest, 'Total')).toHaveText('AED 45.94');
  await guest.getByRole('button', { name: 'Have a code?' }).click();
  const code = guest.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await code.fill('nothing');
  await code.press('Enter');
  await expect(guest.getByText('No offer has the code “NOTHING”.')).toBeVisible();
  await expect(amountOf(guest, 'Total')).toHaveText('AED 45.94');
  await guest.getByRole('button', { name: 'Remove', exact: true }).click();
  await code.fill('fif th');
  await guest.getByRole('button', { name: 'Apply' }).click();
  await expect(guest.getByText('The code is applied.')).toBeVisible();
  await expect(amountOf(guest, 'A fifth off')).toHaveText('−AED 8.75');
  await expect(amountOf(guest, 'Total')).toHaveText('AED 36.75');
  await guest.getByRole('radio', { name: 'Cash on delivery' }).check();
  await expectAccessible(guest, 'checkout with offers', { hasDark: true });

  await guest.reload();
  await placeButton(guest).click();
  await expect(guest.getByText('Your order has been sent')).toBeVisible();
  const [order] = await ordersOf(call, place);
  expect(order).toMatchObject({ discount: 8.75, deliveryFee: 0, totalPrice: 36.75 });
  await guest.getByRole('link', { name: 'Track order' }).click();
  await expect(amountOf(guest, 'A fifth off')).toHaveText('−AED 8.75');
  await expect(amountOf(guest, 'Delivery fee')).toHaveText('Free');
  await expect(amountOf(guest, 'Total')).toHaveText('AED 36.75');
  await guest.goto(`/${place.slug}/order/${order!._id}/receipt`);
  await expect(amountOf(guest, 'A fifth off')).toHaveText('−AED 8.75');
  await expectAccessible(guest, 'a receipt with offers');

  await office.goto(`/dashboard/orders/${order!._id}`);
  await expect(office.getByRole('definition').filter({ hasText: '-AED 8.75' })).toBeVisible();
  await expect(office.getByText('Delivery fee (Free delivery from 40)')).toBeVisible();

  const { ar } = wordsOf;
  const other = await openWindow({ viewport: desktop });
  await openShop(other, shopAddress(place, 'pickup'));
  await addBurger(other, place);
  await other.goto(`/${place.slug}/checkout?lang=ar`);
  await other.getByRole('button', { name: ar.haveCode }).click();
  await other.getByRole('textbox', { name: ar.offerCode }).fill('fifth');
  await other.getByRole('button', { name: ar.applyCode }).click();
  await expect(other.getByText('نفد العرض «خصم الخمس».')).toBeVisible();
  await expectAccessible(other, 'a code that was used up, in Arabic');
});
