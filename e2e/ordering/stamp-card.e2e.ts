/** A stamp card: an owner adds one and corrects it, a guest fills it with an order and uses it at the checkout (decision 83). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { ordersOf, placeButton } from '../support/checkout.ts';
import { addBurger, amountOf, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test('a guest fills a stamp card, uses it, and reads where the stamps are', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/offers/create');
  const field = (name: string) => office.getByRole('textbox', { name, exact: true });
  await office.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Ten off');
  await field('Name in Arabic').fill('خصم عشرة');
  await field('Code').fill('forgotten');
  await office.getByRole('switch', { name: 'Reward of a full stamp card' }).click();
  await expect(field('Code')).toBeHidden();
  await expect(field('Stamps of a full card')).toHaveValue('9');
  await field('Stamps of a full card').fill('0');
  await field('An order earns a stamp from').fill('20');
  await field('Months until stamps expire').fill('6');
  await office.getByRole('combobox', { name: 'Kind' }).selectOption('An amount');
  await field('Amount').fill('10');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByText('Use at least 1')).toBeVisible();
  await expectAccessible(office, 'the form of a stamp card', { hasDark: true });
  await office.setViewportSize(desktop);
  await field('Stamps of a full card').fill('2');
  await office.getByRole('button', { name: 'Save' }).click();
  await expect(office.getByRole('row', { name: /Ten off AED\s10\.00 off A card with 2 stamps 0 On/ })).toBeVisible();

  const order = await placeOrder(call, place, 2);
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) {
    await call('POST /order/update-order-status', { body: { orderId: order._id, status } }, place.owner.token);
  }
  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByRole('link', { name: '1 of 2 stamps' })).toBeVisible();
  await guest.getByRole('link', { name: '1 of 2 stamps' }).click();
  const card = guest.getByRole('region', { name: 'Stamp card' });
  await expect(card).toContainText(/1 of 2 stamps.*A full card: AED\s10\.00 off\..*AED\s20\.00 or more.*good until/);
  await expectAccessible(guest, 'my orders with a stamp card', { hasDark: true });

  await visit(office, `/dashboard/customers/${place.guest.customerId}`);
  const stamps = office.locator('section').filter({ has: office.getByRole('heading', { name: 'Stamp card' }) });
  await expect(stamps).toContainText('1 of 2 stamps');
  await stamps.getByRole('button', { name: 'Correct stamps' }).click();
  const dialog = office.getByRole('dialog', { name: 'Correct stamps' });
  await expect(dialog.getByRole('textbox', { name: 'Stamps to give' })).toHaveValue('1');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Dinner before there were cards');
  await expectAccessible(office, 'correcting stamps', { hasDark: true });
  await office.setViewportSize(desktop);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(stamps).toContainText('2 of 2 stamps');
  await expect(stamps.getByRole('listitem').first()).toContainText(/\+1Given.*Dinner before there were cards/);
  await expectAccessible(office, 'a guest with a stamp card', { hasDark: true });

  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByRole('link', { name: 'Your card is full' })).toBeVisible();
  await addBurger(guest, place, 2);
  await guest.goto(`/${place.slug}/checkout`);
  await expect(amountOf(guest, 'Total')).toHaveText('AED 45.94');
  await guest.getByRole('checkbox', { name: /^Use my full card for “Ten off”/ }).check();
  await expect(amountOf(guest, 'Ten off')).toHaveText('−AED 10.00');
  await expect(amountOf(guest, 'Total')).toHaveText('AED 35.44');
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  await expectAccessible(guest, 'a checkout with a full card', { hasDark: true });
  await placeButton(guest).click();
  await expect(guest.getByText('Your order has been sent')).toBeVisible();
  const used = (await ordersOf(call, place)).find(({ _id }) => _id !== order._id)!;
  expect(used).toMatchObject({ discount: 10, totalPrice: 35.44 });
  await guest.getByRole('link', { name: 'Track order' }).click();
  await expect(card).toContainText('0 of 2 stamps');
  await expectAccessible(guest, 'an order with a stamp card', { hasDark: true });

  // The kitchen rejects: the card is full again, and an Arabic guest reads it on the menu.
  const body = { orderId: used._id, status: 'Cancelled', reason: 'Kitchen closed' } as const;
  await call('POST /order/update-order-status', { body }, place.owner.token);
  await expect(card).toContainText('Your card is full');
  const { ar } = wordsOf;
  await guest.goto(`/${place.slug}/orders?lang=ar`);
  await expect(guest.getByRole('region', { name: ar.stampCard })).toContainText(ar.cardFull);
  await expectAccessible(guest, 'my orders with a full card, in Arabic');
});
