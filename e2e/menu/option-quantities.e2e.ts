/** Extra cheese twice: allowed by the owner, counted by the guest, and said wherever the order is read (decision 97). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { expectAccessible } from '../support/accessible.ts';
import { goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { openLiveOrders, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';

test('cheese is chosen twice on a phone, and everybody reads it', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const office = await openWindow({ viewport: tablet });
  await signInWithToken(office, place.owner.token);
  await office.goto(`/dashboard/modifier-lists/edit?id=${place.lists.extras}`);
  const times = office.getByRole('textbox', { name: 'Times per modifier' });
  await expect(times).toHaveValue('1');
  await times.fill('11');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('Use at most 10')).toBeVisible();
  await times.fill('2');
  await expectAccessible(office, 'modifier list with times', { hasDark: true, widths: [375, 768] });
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(office.getByText('The record is successfully updated')).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  const extras = panel.getByRole('group', { name: place.named('extras') });
  await expect(extras).toContainText('each up to twice');
  const add = panel.getByRole('button', { name: /^Add 1 to basket/ });
  await panel.getByRole('radio', { name: place.named('regular') }).check();
  await expect(extras.getByRole('button', { name: 'Increase' })).toHaveCount(0);
  await panel.getByRole('checkbox', { name: place.named('cheese') }).focus();
  await guest.keyboard.press('Space');
  await expect(add).toContainText('AED 21.25');
  const cheese = extras.getByRole('group', { name: place.named('cheese') });
  await expect(cheese.getByRole('button', { name: 'Decrease' })).toBeDisabled();
  // A button at the end of its range keeps its place among the stops.
  await guest.keyboard.press('Tab');
  await guest.keyboard.press('Tab');
  await guest.keyboard.press('Enter');
  await expect(cheese.getByRole('status')).toHaveText('2');
  await expect(add).toContainText('AED 24.50');
  await expect(cheese.getByRole('button', { name: 'Increase' })).toBeDisabled();
  await expectAccessible(guest, 'dish with a counted option', { hasDark: true, widths: [375, 768] });
  await guest.setViewportSize(phone);
  await add.click();
  await expect(panel).toBeHidden();
  await goToCheckout(guest);
  await expect(guest.getByRole('main')).toContainText(`2 × ${place.named('cheese')}`);
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  await guest.getByRole('button', { name: /^Place order/ }).click();
  await expect(guest).toHaveURL(/\/checkout\/[0-9a-f-]+$/);
  await expect(guest.getByText(`2 × ${place.named('cheese')}`)).toBeVisible();
  const { order } = await call('GET /order/get-all-orders', { query: {} }, place.guest.token);
  // 18.00 + 6.50 and 5 %.
  expect(order[0]!.totalPrice).toBe(25.73);
  await guest.goto(`/${place.slug}/order/${order[0]!._id}/receipt`);
  await expect(guest.getByRole('row', { name: place.named('burger') })).toContainText(
    `2 × ${place.named('cheese')} +AED 6.50`,
  );

  await office.setViewportSize(desktop);
  await openLiveOrders(office, place);
  await office
    .getByRole('button', { name: new RegExp(`#${order[0]!.orderName}`) })
    .first()
    .click();
  await expect(office.getByText(`2 × ${place.named('cheese')}`).first()).toBeVisible();
  const accept = { orderId: order[0]!._id, status: 'Confirmed' as const };
  await call('POST /order/update-order-status', { body: accept }, place.owner.token);
  await visit(office, '/dashboard/orders/kitchen');
  await expect(office.getByText(`2 × ${place.named('cheese')}`).first()).toBeVisible();
});

test('in Arabic the dish counts it, and staff count it on the telephone', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const body = { maxPerModifier: 3 };
  await call('POST /menu/update-modifier-list/:id', { params: { id: place.lists.extras }, body }, place.owner.token);
  const { ar } = wordsOf;
  const guest = await openWindow({ viewport: tablet });
  await openShop(guest, `${shopAddress(place, 'pickup')}?lang=ar`, ar);
  const panel = await openDish(guest, place.named('burger ar'));
  await panel.getByRole('checkbox', { name: place.named('bacon ar') }).check();
  await panel.getByRole('button', { name: ar.increase }).first().click();
  await expect(panel.getByRole('group', { name: place.named('extras') }).first()).toContainText('كل خيار حتى 3 مرات');
  await expectAccessible(guest, 'dish with a counted option in Arabic');

  const office = await openWindow({ viewport: phone });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/orders/new');
  await office.getByRole('searchbox', { name: 'Search dishes' }).fill('burg');
  await office.getByRole('button', { name: /^burger/ }).click();
  await office.getByRole('radio', { name: /^large/ }).check();
  await office.getByRole('checkbox', { name: /^cheese/ }).check();
  await office.getByRole('button', { name: /^More of cheese/ }).click();
  await office.getByRole('button', { name: /^More of cheese/ }).click();
  await expect(office.getByRole('button', { name: /^More of cheese/ })).toBeDisabled();
  await expectAccessible(office, 'a phone order with a counted option', { hasDark: true, widths: [375, 768] });
  await office.setViewportSize(phone);
  await office.getByRole('button', { name: 'Choose' }).click();
  await expect(office.getByRole('list', { name: 'Ordered dishes' })).toContainText(`3 × ${place.named('cheese')}`);
});

test('a dish has up to twenty options: it says so before, and keeps the guest from a refusal', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const body = { maxPerModifier: 10 };
  await call('POST /menu/update-modifier-list/:id', { params: { id: place.lists.extras }, body }, place.owner.token);
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  const panel = await openDish(guest, place.named('burger'));
  await expect(panel.getByText('Up to 20 options in all. An option chosen twice counts twice.')).toBeVisible();
  const extras = panel.getByRole('group', { name: place.named('extras') }).first();
  const add = async (word: string, times: number) => {
    await extras.getByRole('checkbox', { name: place.named(word) }).check();
    const stepper = extras.getByRole('group', { name: place.named(word) });
    for (let time = 1; time < times; time += 1) await stepper.getByRole('button', { name: 'Increase' }).click();
    await expect(stepper.getByRole('status')).toHaveText(String(times));
    return stepper;
  };
  await add('cheese', 10);
  const bacon = await add('bacon', 9);
  await expect(bacon.getByRole('button', { name: 'Increase' })).toBeDisabled();
  await expect(extras.getByRole('checkbox', { name: place.named('onion') })).toBeDisabled();
  // The size that is required has its place.
  await panel.getByRole('radio', { name: place.named('regular') }).check();
  await expect(extras).toContainText('A dish has up to 20 options. Take one off to choose another.');
  await expectAccessible(guest, 'dish that is full', { hasDark: true, widths: [375, 768, 1280] });
  await guest.setViewportSize(phone);
  // The size can still be another one.
  await panel.getByRole('radio', { name: place.named('large') }).check();
  await panel.getByRole('button', { name: /^Add 1 to basket/ }).click();
  await goToCheckout(guest);
  // 18.00 + 4.50 + 32.50 + 33.75.
  await expect(guest.getByRole('main')).toContainText('AED 88.75');
});
