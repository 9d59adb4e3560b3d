/**
 * A scheduled order, from the guest's choice of a time to the kitchen's list (decision 21, LO-17, CP-11); its ringing
 * is in `shifted-clock.e2e.ts`.
 */
import type { OrderId } from '#contract/base/ids.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, signInGuest, openDish, openShop, settled, shopAddress } from '../support/guest.ts';
import { countPlays, orderDetails, openLiveOrders, orderOf, row } from '../support/kitchen.ts';
import { takeTomorrow } from '../support/restaurant.ts';
import { expect, phone, tablet, test } from '../support/test.ts';
import { expectTouchTargets } from '../support/touch-targets.ts';

test.use({ viewport: phone });

test('a guest schedules an order, and the kitchen has it in a separate list, silently', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
}) => {
  const place = await openRestaurant();
  await takeTomorrow(db, place);
  const kitchen = await openWindow({ viewport: tablet, timezoneId: 'Asia/Dubai' });
  const plays = await countPlays(kitchen);
  await openLiveOrders(kitchen, place);
  await kitchen.getByRole('button', { name: 'Enable sound' }).click();
  await expect.poll(plays).toBe(1);

  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await page.getByRole('button', { name: /^Order type/ }).click();
  const types = page.getByRole('dialog', { name: 'Order type' });
  await types.getByRole('button', { name: 'When As soon as possible' }).click();
  const when = page.getByRole('dialog', { name: 'When' });
  await expect(when.getByRole('button', { name: /^As soon as possible/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, 'the drawer of the time');
  // The last one: the next may pass during this test, and "Tomorrow" takes the most room at every hour of the day.
  await expect(when.getByRole('listitem').getByRole('button').first()).toBeVisible();
  await when.locator('summary').last().click();
  const slot = when.locator('details').last().getByRole('button').last();
  const label = await slot.getAttribute('aria-label');
  expect(label).toMatch(/^Tomorrow - \d\d:\d\d$/);
  await slot.click();
  await expect(when).toBeHidden();
  const phrase = `For ${label!.replace(' - ', ' at ').toLowerCase()}`;
  await expect(page.getByRole('button', { name: phrase })).toBeVisible();

  await addWater(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(page.getByRole('region', { name: 'When' })).toContainText(label!);
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(page.getByRole('region', { name: 'When' })).toContainText(label!);
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await expectAccessible(page, 'the checkout of an order for later');
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  await expect(page.getByText(phrase)).toBeVisible();
  const orderId = page.url().split('/').at(-1)! as OrderId;
  await page.getByRole('link', { name: 'Track order' }).click();
  await expect(page.getByText(phrase)).toBeVisible();

  const order = await orderOf(call, place, orderId);
  expect(order).toMatchObject({ status: 'New', firedAt: null });
  await expect(kitchen.getByRole('tab', { name: 'Later 1' })).toBeVisible();
  await expect(kitchen.getByRole('tab', { name: 'New 0' })).toBeVisible();
  await expect(kitchen.getByText('1 order is scheduled for later.')).toBeVisible();
  await kitchen.getByRole('button', { name: 'Show Later' }).click();
  await row(kitchen, order.orderNumber).click();
  await expect(orderDetails(kitchen)).toContainText(`For ${label}`);
  await expect(orderDetails(kitchen)).toContainText(/Starts automatically at \d\d:\d\d/);
  await expect(kitchen.getByRole('button', { name: 'Start now' })).toBeVisible();
  await expectTouchTargets(kitchen);
  await expectAccessible(kitchen, 'orders for later', { hasDark: true });
  await kitchen.setViewportSize(tablet);
  expect(await plays()).toBe(1);
});

test('a slot that has passed, or that the outlet does not have, is reported with the next one', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  await takeTomorrow(db, place);
  await signInGuest(page, place);
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(new Date());
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(page.getByRole('region', { name: 'When' })).toContainText('As soon as possible');

  await page.evaluate((key) => {
    const record = JSON.parse(localStorage.getItem(key)!) as Record<string, unknown>;
    localStorage.setItem(key, JSON.stringify({ ...record, orderDate: '2026-01-02T09:00:00.000Z' }));
  }, `basket.${place.id}`);
  await page.reload();
  await expect(page.getByText(/^Your time, .* at 13:00, is no longer possible\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review order' })).toBeDisabled();
  await expectAccessible(page, 'a basket whose time is over');
  await page.getByRole('button', { name: /^Order for (Today|Tomorrow) - \d\d:\d\d$/ }).click();
  await expect(page.getByText('is no longer possible')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Review order' })).toBeEnabled();
  await page.getByRole('region', { name: 'When' }).getByRole('button', { name: 'Change' }).click();
  await page
    .getByRole('dialog', { name: 'When' })
    .getByRole('button', { name: /^As soon as possible/ })
    .click();

  const body = { startsOn: today, open: false, reason: 'Stocktaking' };
  await call('POST /outlet/update-special-day/:id', { params: { id: place.outletId }, body }, place.owner.token);
  await page.reload();
  await expect(page.getByText(/^Closed: Stocktaking/)).toBeVisible();
  // A dish sold out for today can be ordered for tomorrow.
  const soldOut = { length: 'end-of-day' } as const;
  await call('POST /menu/sell-out/:id', { params: { id: place.items.special }, body: soldOut }, place.owner.token);
  const dishRow = page.getByRole('main').getByRole('listitem');
  const special = dishRow.filter({ hasText: place.named('special') });
  await expect(async () => {
    await page.goto(shopAddress(place, 'pickup'));
    await expect(special).toContainText('Sold out', { timeout: 10_000 });
  }).toPass();
  await settled(page);
  const water = await openDish(page, place.named('water'));
  await expect(water.getByRole('button', { name: /^Closed: Stocktaking/ })).toBeDisabled();
  await page.goBack();
  await page.getByRole('button', { name: 'Order for later' }).click();
  const tomorrow = page.getByRole('dialog', { name: 'When' }).getByRole('region', { name: 'Tomorrow' });
  await tomorrow.locator('summary').last().click();
  await tomorrow
    .getByRole('button', { name: /^Tomorrow - / })
    .last()
    .click();
  await expect(special).not.toContainText('Sold out');
  const panel = await openDish(page, place.named('special'));
  await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
  await page.getByRole('link', { name: 'View basket, 2 items' }).click();
  await page.getByRole('button', { name: 'Review order' }).click();
  await expect(page.getByRole('region', { name: 'When' })).toContainText('Tomorrow - ');
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
});
