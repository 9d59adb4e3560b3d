/** A list that an option opens: asked right below the option, and said in its place (decision 106). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { openLiveOrders, signInWithToken } from '../support/kitchen.ts';
import { nestExtras } from '../support/nested-lists.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';

test('a guest is asked below the option, by keyboard, and loses what it opened with it', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  await nestExtras(call, place);
  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  const extras = panel.getByRole('group', { name: place.named('extras') });
  const add = panel.getByRole('button', { name: /^Add 1 to basket/ });
  await panel.getByRole('radio', { name: place.named('regular') }).check();
  await expect(extras).toBeHidden();
  await guest.keyboard.press('ArrowDown');
  const large = panel.getByRole('radio', { name: place.named('large') });
  await expect(large).toBeChecked();
  await expect(large).toBeFocused();
  await expect(extras).toBeVisible();
  await expect(panel.getByRole('status').first()).toHaveText(/^Below it, also choose: /);
  await guest.keyboard.press('Tab');
  await expect(extras.getByRole('checkbox').first()).toBeFocused();
  await add.click();
  await expect(extras.getByRole('alert')).toBeVisible();
  await extras.getByRole('checkbox', { name: place.named('cheese') }).check();
  await expect(add).toContainText('AED 25.75');
  await expectAccessible(guest, 'dish with a nested list', { hasDark: true, widths: everyWidth });
  await guest.setViewportSize(phone);
  await panel.getByRole('radio', { name: place.named('regular') }).check();
  await expect(add).toContainText('AED 18.00');
  await large.check();
  await expect(extras.getByRole('checkbox', { name: place.named('cheese') })).not.toBeChecked();
  await extras.getByRole('checkbox', { name: place.named('bacon') }).check();
  await add.click();
  await expect(panel).toBeHidden();
  await goToCheckout(guest);
  await expect(guest.getByRole('main')).toContainText(`${place.named('large')}, ${place.named('bacon')}`);
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  await guest.getByRole('button', { name: /^Place order/ }).click();
  await expect(guest).toHaveURL(/\/checkout\/[0-9a-f-]+$/);
  await expect(guest.getByRole('main')).toContainText(`${place.named('large')}, ${place.named('bacon')}`);
  const { order } = await call('GET /order/get-all-orders', { query: {} }, place.guest.token);
  expect(order[0]!.cart[0]!.options.map(({ depth }) => depth)).toEqual([undefined, 1]);
  await guest.goto(`/${place.slug}/orders`);
  await guest.getByRole('button', { name: 'Order again' }).click();
  await expect(guest.getByRole('heading', { name: 'Basket' })).toBeVisible();
  await expect(guest.getByRole('main')).toContainText(`${place.named('large')}, ${place.named('bacon')}`);
  // 18.00, 4.50 and 3.75, and 1.31 of VAT.
  await expect(guest.getByRole('button', { name: /^Review order/ })).toContainText('27.56');

  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await openLiveOrders(office, place);
  await office
    .getByRole('button', { name: new RegExp(`#${order[0]!.orderName}`) })
    .first()
    .click();
  await expect(office.getByText(`${place.named('large')} · ${place.named('bacon')}`)).toBeVisible();
});

test('in Arabic it is asked as well, and staff are asked on the telephone', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  await nestExtras(call, place);
  const { ar } = wordsOf;
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, `${shopAddress(place, 'pickup')}?lang=ar`, ar);
  const panel = await openDish(guest, place.named('burger ar'));
  await panel.getByRole('radio', { name: place.named('large ar') }).check();
  await expect(panel.getByRole('status').first()).toHaveText(new RegExp(`^${ar.alsoAsked('')}`));
  await expect(panel.getByRole('checkbox', { name: place.named('bacon ar') })).toBeVisible();
  await expectAccessible(guest, 'dish with a nested list in Arabic', { hasDark: true, widths: everyWidth });

  const office = await openWindow({ viewport: tablet });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/orders/new');
  await office.getByRole('searchbox', { name: 'Search dishes' }).fill('burg');
  await office.getByRole('button', { name: /^burger/ }).click();
  await office.getByRole('radio', { name: /^regular/ }).check();
  await expect(office.getByRole('checkbox', { name: /^cheese/ })).toBeHidden();
  await office.getByRole('radio', { name: /^large/ }).check();
  await expect(office.getByRole('button', { name: 'Choose', exact: true })).toBeDisabled();
  await office.getByRole('checkbox', { name: /^cheese/ }).check();
  await expectAccessible(office, 'a phone order with a nested list', { hasDark: true, widths: everyWidth });
  await office.getByRole('button', { name: 'Choose', exact: true }).click();
  const ordered = office.getByRole('list', { name: 'Ordered dishes' });
  await expect(ordered).toContainText(`${place.named('large')} · ${place.named('cheese')}`);
});
