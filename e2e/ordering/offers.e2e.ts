/** A code for one use and free delivery: two guests meet both, in English on a phone and in Arabic on a computer. */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { ordersOf, placeButton } from '../support/checkout.ts';
import { addBurger, amountOf, giveAddress, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { addOffer } from '../support/offers.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test('a guest uses the last of a code without being asked about the price, and the next is told', async ({
  openRestaurant,
  openWindow,
  call,
  complaints,
}) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/offers');
  await expect(office.getByText('No offers yet')).toBeVisible();
  await expectAccessible(office, 'no offers', { hasDark: true });
  // The check of accessibility leaves the window as narrow as a phone.
  await office.setViewportSize(desktop);
  const field = (name: string) => office.getByRole('textbox', { name, exact: true });
  const save = office.getByRole('button', { name: 'Save' });
  await office.getByRole('link', { name: 'Add offer' }).click();
  await office.getByRole('textbox', { name: /^Name(?! in)/ }).fill('A fifth off');
  await field('Name in Arabic').fill('خصم الخمس');
  await field('Code').fill('fifth');
  await field('Percentage').fill('200');
  await field('Most uses in all').fill('1');
  await save.click();
  await expect(office.getByText('Use at most 100')).toBeVisible();
  await field('Percentage').fill('20');
  await save.click();
  await expect(office.getByRole('row', { name: /A fifth off 20% off FIFTH 0 of 1 On/ })).toBeVisible();

  await office.getByRole('link', { name: 'Add offer' }).click();
  await office.getByRole('textbox', { name: /^Name(?! in)/ }).fill('Free delivery from 40');
  await field('Code').fill('Fifth');
  await office.getByRole('combobox', { name: 'Kind' }).selectOption('Buy some, get more free');
  await save.click();
  await expect(office.getByText('Choose at least one dish or category')).toBeVisible();
  await expectAccessible(office, 'an offer of chosen dishes', { hasDark: true });
  await office.setViewportSize(desktop);
  await office.getByRole('combobox', { name: 'Kind' }).selectOption('Free delivery');
  await field('From a subtotal of').fill('40');
  complaints.expect(/status of 409 .*add-offer/);
  await save.click();
  await expect(field('Code')).toHaveAccessibleDescription(/^The offer A fifth off has this code\./);
  await field('Code').fill('');
  await save.click();
  await expect(
    office.getByRole('row', { name: /Free delivery from 40 Free delivery Applies by itself 0 On/ }),
  ).toBeVisible();
  await expectAccessible(office, 'the offers', { hasDark: true });

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

  await visit(office, `/dashboard/orders/${order!._id}`);
  await expect(office.getByRole('definition').filter({ hasText: '-AED 8.75' })).toBeVisible();
  await expect(office.getByText('Delivery fee (Free delivery from 40)')).toBeVisible();

  await office.setViewportSize(desktop);
  await office.goto('/dashboard/offers');
  await expect(office.getByRole('row', { name: /A fifth off 20% off FIFTH 1 of 1 Used up/ })).toBeVisible();

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

  // Somebody else changes the offer while its form is open: what was entered stays until theirs is asked for.
  await office.getByRole('link', { name: 'A fifth off' }).click();
  const name = office.getByRole('textbox', { name: /^Name(?! in)/ });
  await name.fill('Mine');
  const { offers } = await call('GET /offer/get-offers', {}, place.owner.token);
  const { _id: id, uses: _, ...fields } = offers.find((offer) => offer.code === 'FIFTH')!;
  const theirs = { params: { id }, body: { ...fields, name: 'Theirs' } };
  await call('POST /offer/update-offer/:id', theirs, place.owner.token);
  complaints.expect(/status of 409 .*update-offer/);
  await save.click();
  await expect(office.getByText('What you entered stays until you look at theirs.')).toBeVisible();
  await expect(name).toHaveValue('Mine');
  await office.getByRole('button', { name: 'Show theirs' }).click();
  await expect(name).toHaveValue('Theirs');
  await office.goto('/dashboard/offers');

  await office.getByRole('button', { name: 'Actions for Free delivery from 40' }).click();
  await office.getByRole('menuitem', { name: 'Delete' }).click();
  await office.getByRole('button', { name: 'Delete offer' }).click();
  await expect(office.getByRole('heading', { name: 'Offers (1)' })).toBeVisible();
});

test('an offer for deleted dishes says that none is left, and lets them be taken out', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await page.setViewportSize(desktop);
  const scope = { items: [place.items.water, place.items.special], categories: [] };
  const offer = await addOffer(call, place, { scope });
  const deleteItem = (id: typeof place.items.water) =>
    call('DELETE /menu/delete-items-modifier/:id', { params: { id } }, place.owner.token);
  await deleteItem(place.items.water);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/offers');
  await expect(page.getByRole('row', { name: /A tenth off/ })).toContainText('On');
  await deleteItem(place.items.special);
  await expect(page.getByRole('row', { name: /A tenth off/ })).toContainText('No dish left');

  await page.getByRole('link', { name: 'A tenth off' }).click();
  const deleted = page.getByRole('button', { name: 'Remove A deleted dish' });
  await expect(deleted).toHaveCount(2);
  await page.getByRole('button', { name: 'Choose dishes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose dishes' });
  await dialog.getByRole('checkbox', { name: /burger/ }).check();
  await dialog.getByRole('button', { name: /^Add/ }).click();
  await deleted.first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /A tenth off/ })).toContainText('On');
  const { offers } = await call('GET /offer/get-offers', {}, place.owner.token);
  expect(offers.find(({ _id }) => _id === offer._id)!.scope!.items).toEqual([place.items.special, place.items.burger]);
});
