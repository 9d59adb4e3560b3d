/** The sound of a new order: unlocked, rung on every page, muted (M02). */
import {
  countByOwnClock,
  countPlays,
  openLiveOrders,
  placeOrder,
  pressStatusButton,
  row,
  signInWithToken,
} from '../support/kitchen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

test('the sound is unlocked once, rings until handled, and can be muted (M02)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await page.clock.install();
  const plays = await countPlays(page);
  await openLiveOrders(page, place);
  await expect(page.getByText('Sound is off')).toBeVisible();
  await page.getByRole('button', { name: 'Enable sound' }).click();
  await expect(page.getByRole('button', { name: 'Sound: on' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable sound' })).toBeHidden();
  const unlocked = 1;
  await expect.poll(plays).toBe(unlocked);

  const order = await placeOrder(call, place);
  await expect(row(page, order.orderNumber)).toBeVisible();
  await expect.poll(plays).toBeGreaterThan(unlocked);
  await page.clock.runFor(14_000);
  await expect.poll(async () => (await plays()) - unlocked).toBeGreaterThanOrEqual(3);
  // A move without an answer in time is undone, and the order rings: the clock waits for the answer.
  const moved = page.waitForResponse('**/order/update-order-status');
  await pressStatusButton(page, 'Move to preparation');
  await (await moved).finished();
  await expect(page.getByRole('tab', { name: 'New 0' })).toBeVisible();
  const handled = await plays();
  await page.clock.runFor(10_000);
  expect(await plays()).toBe(handled);

  await page.getByRole('button', { name: 'Sound: on' }).click();
  await expect(page.getByRole('button', { name: 'Sound: off' })).toBeVisible();
  await placeOrder(call, place);
  await expect(page.getByRole('tab', { name: 'New 1' })).toBeVisible();
  await page.clock.runFor(6000);
  expect(await plays()).toBe(handled);
});

test('every page says that orders wait, and rings from the first click on it (M02)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await page.setViewportSize(phone);
  await page.clock.install();
  await countByOwnClock(page);
  const plays = await countPlays(page);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/settings');
  await expect(page.getByText('Sound is off')).toBeVisible();
  await page.getByRole('button', { name: 'Test sound' }).click();
  await expect.poll(plays).toBe(1);

  await placeOrder(call, place);
  await placeOrder(call, place);
  await page.goto('/dashboard/items');
  await expect(page.getByText('2 new orders, oldest 0 min')).toBeVisible();
  await page.clock.runFor(3 * 60_000);
  await expect(page.getByText('2 new orders, oldest 3 min')).toBeVisible();
  await expect(page.getByText('Sound is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable sound' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open navigation, 2 new orders' })).toHaveText('2');
  expect(await plays()).toBe(0);
  // The test advances the time from here on.
  await page.clock.pauseAt(Date.now() + 4 * 60_000);

  await page.getByRole('heading', { level: 1 }).click();
  await expect(page.getByText('Sound is off')).toBeHidden();
  // One ring every five seconds, here as on the pages of the kitchen.
  await expect.poll(plays).toBe(1);
  await page.clock.runFor(5000);
  await expect.poll(plays).toBe(2);
  await page.getByRole('main').getByRole('link', { name: 'Live Orders' }).click();
  await expect(page.getByRole('heading', { name: 'Live orders' })).toBeVisible();
  await expect(page.getByText('2 new orders, oldest')).toBeHidden();
  await page.clock.runFor(5000);
  await expect.poll(plays).toBe(3);
});

test('a sound that cannot be fetched is no sound, and is fetched again at the next tap', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  await page.route('**/new-order*.wav', (route) => route.abort());
  await openLiveOrders(page, place);
  await page.getByRole('button', { name: 'Enable sound' }).click();
  await expect(page.getByText('Sound is off')).toBeVisible();
  await page.unroute('**/new-order*.wav');
  await page.getByRole('button', { name: 'Enable sound' }).click();
  await expect(page.getByRole('button', { name: 'Sound: on' })).toBeVisible();
});
