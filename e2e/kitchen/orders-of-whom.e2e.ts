/** A screen shows and rings for the orders of whoever stands before it, and says what it does not show. */
import type { Page } from '@playwright/test';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openLiveOrders, placeCompleted, placeOrder, row, signInWithToken } from '../support/kitchen.ts';
import { addOutlet } from '../support/restaurant.ts';
import { type Call, expect, type Place, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Orders', exact: true }).getByRole('button', { name: /^#/ });

async function orderAt(call: Call, place: Place, outletId: Place['outletId']): Promise<void> {
  const order = pickupOrder(place, [{ itemId: place.items.special, quantity: 1 }], 44.1, { outletId });
  await call('POST /order/create-order', { body: { order } }, place.guest.token);
}

async function takeOver(page: Page, name: string, pin: string): Promise<void> {
  await page.getByRole('button', { name: 'Take over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name }).click();
  await dialog.getByLabel('PIN', { exact: true }).fill(pin);
  await dialog.getByLabel('PIN', { exact: true }).press('Enter');
  await expect(page.getByText(`${name} is using this tablet`)).toBeVisible();
}

test('a shared tablet has the orders of the outlets at which the person works who uses it', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  const creek = await addOutlet(db, place, { name: 'Creek', without: place.items.water });
  const cook = await makeOwner(db, place.id, 'staff', [place.outletId]);
  await db.updateTable('users').set({ first_name: 'Omar' }).where('id', '=', cook.userId).execute();
  for (const [token, pin] of [
    [place.owner.token, '1357'],
    [cook.token, '2468'],
  ] as const)
    await call('POST /auth/set-pin', { body: { password: ownersPassword, pin } }, token);
  await call('POST /auth/share-tablet', { body: { lockMinutes: 10 } }, place.owner.token);
  await placeOrder(call, place);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/live');
  const lock = page.getByRole('button', { name: 'Lock', exact: true });
  await expect(rows(page)).toHaveCount(1);
  await lock.click();

  await takeOver(page, 'Omar Khan', '2468');
  await orderAt(call, place, creek.id);
  const own = await placeOrder(call, place, 2);
  await expect(rows(page).filter({ hasText: `#${own.orderName}` })).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await lock.click();
  await expect(rows(page)).toHaveCount(3);
  await takeOver(page, 'Omar Khan', '2468');
  await expect(rows(page)).toHaveCount(2);
});

test('a list of one outlet says what waits at the others', async ({ page, openRestaurant, call, db }) => {
  const place = await openRestaurant();
  const creek = await addOutlet(db, place, { name: 'Creek', without: place.items.water });
  await openLiveOrders(page, place);
  await page.getByRole('combobox', { name: 'Outlet' }).selectOption(place.outletName);
  await expect(page.getByText('No new orders at other outlets')).toBeVisible();
  await orderAt(call, place, creek.id);
  await expect(page.getByText('1 new order at another outlet, waiting 0 min')).toBeVisible();
  await expectAccessible(page, 'new orders at another outlet', { hasDark: true, widths: [375, 768] });
  await page.setViewportSize(tablet);
  await page.getByRole('button', { name: 'All outlets' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText(/new orders? at (an)?other outlet/)).toHaveCount(0);
});

test('a mail about an order that is over opens no other order in its place', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const over = await placeCompleted(call, place);
  const waiting = await placeOrder(call, place);
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/orders/live?order=${over._id}`);
  await expect(page.getByRole('heading', { name: 'This order is no longer live' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move to preparation' })).toHaveCount(0);
  await expectAccessible(page, 'an order that is over', { hasDark: true, widths: [375, 768] });
  await page.setViewportSize(tablet);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(row(page, waiting.orderNumber)).toBeVisible();
  await page.goto(`/dashboard/orders/live?order=${over._id}`);
  await page.getByRole('link', { name: 'Order page' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/orders/${over._id}$`));
});
