/** Half and half: set by the owner, chosen by the guest, and said wherever the order is read (decision 97). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { openLiveOrders, signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';

test('a guest has a half of each, at the price of the dearer one', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: tablet });
  await signInWithToken(office, place.owner.token);
  await office.goto(`/dashboard/modifier-lists/edit?id=${place.lists.extras}`);
  await office.getByRole('button', { name: 'Half and half' }).click();
  await expect(office.getByText('Guests may choose 1, or 2 for half and half, or none.')).toBeVisible();
  await expect(office.getByRole('textbox', { name: 'Max Selection' })).toBeDisabled();
  await expectAccessible(office, 'modifier list of halves', { hasDark: true, widths: [375, 768] });
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('The record is successfully updated')).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  const extras = panel.getByRole('group', { name: place.named('extras') });
  await expect(extras).toContainText('Choose 1, or 2 for half and half');
  await panel.getByRole('radio', { name: place.named('regular') }).check();
  const add = panel.getByRole('button', { name: /^Add 1 to basket/ });
  await extras.getByRole('checkbox', { name: place.named('cheese') }).check();
  await expect(add).toContainText('AED 21.25');
  await expect(extras).not.toContainText('½');
  await extras.getByRole('checkbox', { name: place.named('bacon') }).focus();
  await guest.keyboard.press('Space');
  await expect(add).toContainText('AED 21.75');
  await expect(extras.getByRole('checkbox', { name: `½ ${place.named('cheese')}` })).toBeChecked();
  await expect(extras.getByRole('checkbox', { name: place.named('onion') })).toBeDisabled();
  await expectAccessible(guest, 'dish with halves', { hasDark: true, widths: [375, 768] });
  await guest.setViewportSize(phone);
  await add.click();
  await expect(panel).toBeHidden();
  await goToCheckout(guest);
  await expect(guest.getByRole('main')).toContainText(`½ ${place.named('cheese')}, ½ ${place.named('bacon')}`);
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  await guest.getByRole('button', { name: /^Place order/ }).click();
  await expect(guest).toHaveURL(/\/checkout\/[0-9a-f-]+$/);
  await expect(guest.getByRole('main')).toContainText(`½ ${place.named('cheese')}, ½ ${place.named('bacon')}`);
  const { order } = await call('GET /order/get-all-orders', { query: {} }, place.guest.token);
  // 18.00 + 3.75 and 5 %.
  expect(order[0]!.totalPrice).toBe(22.84);

  await office.setViewportSize(desktop);
  await openLiveOrders(office, place);
  await office
    .getByRole('button', { name: new RegExp(`#${order[0]!.orderName}`) })
    .first()
    .click();
  await expect(office.getByText(`½ ${place.named('cheese')} · ½ ${place.named('bacon')}`)).toBeVisible();
});

test('in Arabic the dish says it, and staff choose halves on the telephone', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const body = { halves: true };
  await call('POST /menu/update-modifier-list/:id', { params: { id: place.lists.extras }, body }, place.owner.token);
  const { ar } = wordsOf;
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, `${shopAddress(place, 'pickup')}?lang=ar`, ar);
  const panel = await openDish(guest, place.named('burger ar'));
  await panel.getByRole('checkbox', { name: place.named('bacon ar') }).check();
  await panel.getByRole('checkbox', { name: place.named('onion ar') }).check();
  await expect(panel.getByRole('group', { name: place.named('extras') }).first()).toContainText(ar.halves);
  await expectAccessible(guest, 'dish with halves in Arabic');

  const office = await openWindow({ viewport: phone });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/orders/new');
  await office.getByRole('searchbox', { name: 'Search dishes' }).fill('burg');
  await office.getByRole('button', { name: /^burger/ }).click();
  await expect(office.getByText('Optional, 1 or 2 halves')).toBeVisible();
  await office.getByRole('radio', { name: /^large/ }).check();
  await office.getByRole('checkbox', { name: /^cheese/ }).check();
  await office.getByRole('checkbox', { name: /^bacon/ }).check();
  await expectAccessible(office, 'a phone order with halves', { hasDark: true, widths: [375, 768] });
  await office.getByRole('button', { name: 'Choose' }).click();
  const ordered = office.getByRole('list', { name: 'Ordered dishes' });
  await expect(ordered).toContainText(`½ ${place.named('cheese')} · ½ ${place.named('bacon')}`);
});
