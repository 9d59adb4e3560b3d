/** Live orders, the kitchen's screen: orders arrive, ring, age and move (M01 to M07, M09, M10). */
import type { Page } from '@playwright/test';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { signInGuest } from '../support/guest.ts';
import { goBackTo } from '#server/test/data/go-back.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import {
  countByOwnClock,
  orderDetails,
  openLiveOrders,
  orderOf,
  placeOrder,
  pressStatusButton,
  row,
  signInWithToken,
} from '../support/kitchen.ts';
import { keepMessages } from '../support/screen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

const moving = '**/api/v1/order/update-order-status';
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const headingOf = (page: Page, { orderNumber }: Order) =>
  orderDetails(page).getByRole('heading', { name: `#${orderNumber}`, exact: true });

test('orders arrive, are counted and announced (M01, M03)', async ({ page, openRestaurant, call, db }) => {
  const place = await openRestaurant();
  await openLiveOrders(page, place);
  await expect(page.getByRole('heading', { name: 'No live orders' }).first()).toBeVisible();
  await expect(page).toHaveTitle('Live Orders – Order Manager');
  await tab(page, 'New 0').click();

  const first = await placeOrder(call, place);
  await expect(row(page, first.orderNumber)).toBeVisible();
  const second = await placeOrder(call, place, 2);
  await expect(row(page, second.orderNumber)).toContainText('New');
  await expect(tab(page, 'New 2')).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) /);
  await expect(page.getByRole('link', { name: /^Live Orders.*2 new orders$/ })).toBeVisible();
  await expect(page.getByText(`New order ${second.orderNumber}, Pickup, AED 88.20`)).toBeAttached();
  // The one that waits for longest is on top, and selected.
  await expect(
    page.getByRole('main').getByRole('list', { name: 'Orders', exact: true }).getByRole('listitem'),
  ).toHaveText([new RegExp(`^#${first.orderNumber}`), new RegExp(`^#${second.orderNumber}`)]);
  await expect(row(page, first.orderNumber)).toHaveAttribute('aria-current', 'true');

  // One key for each order: the next one that waits is selected by itself, and has the focus at its heading.
  const accept = page.getByRole('button', { name: 'Move to preparation', exact: true });
  await expect(accept).toBeEnabled();
  await accept.press('Enter');
  await expect(row(page, second.orderNumber)).toHaveAttribute('aria-current', 'true');
  await expect(headingOf(page, second)).toBeFocused();
  await pressStatusButton(page, 'Move to preparation');
  await expect(tab(page, 'New 0')).toBeVisible();
  await expect(tab(page, 'In Kitchen 2')).toBeVisible();
  await expect(page).toHaveTitle('Live Orders – Order Manager');

  // After a failover to a copy that was behind, the next events have numbers that the screen has seen before.
  await goBackTo(db, place.id, 0);
  const third = await placeOrder(call, place);
  await expect(row(page, third.orderNumber)).toBeVisible();
  const fourth = await placeOrder(call, place);
  await expect(row(page, fourth.orderNumber)).toBeVisible();
});

test('a blocked stream is replaced by polling (M01)', async ({ page, openRestaurant, call, complaints }) => {
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  await page.route('**/api/v1/events*', (route) => route.abort());
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/live');
  await expect(page.getByText('Slow updates')).toBeVisible();
  const order = await placeOrder(call, place);
  await expect(row(page, order.orderNumber)).toBeVisible();
  await call('POST /order/cancel-own-order', { body: { orderId: order._id } }, place.guest.token);
  await expect(row(page, order.orderNumber)).toBeHidden();
  await expect(page.getByText(`The guest has cancelled #${order.orderName}`)).toBeVisible();
});

test('a change of the menu that polling passed over is read (M01)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  await page.route('**/api/v1/events*', (route) => route.abort());
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items');
  const dish = page.getByRole('main').getByText(place.named('special'));
  await expect(dish).toBeVisible();
  const form = { name: 'Renamed special' };
  const params = { id: place.items.special };
  await call('POST /menu/update-items-modifier/:id', { params, form }, place.owner.token);
  await expect(page.getByRole('main').getByText('Renamed special')).toBeVisible();
  await expect(dish).toBeHidden();
});

test('a lost connection is shown, and missed orders are there after it (M04)', async ({
  page,
  context,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const place = await openRestaurant();
  await openLiveOrders(page, place);
  await context.setOffline(true);
  const alert = page.getByRole('alert').filter({ hasText: 'Connection lost' });
  await expect(alert).toBeVisible();
  const missed = await placeOrder(call, place);
  await expect(row(page, missed.orderNumber)).toHaveCount(0);
  await context.setOffline(false);
  await expect(alert).toBeHidden();
  await expect(row(page, missed.orderNumber)).toBeVisible();
});

test('each state has one button, at once and undoable (M05)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await keepMessages(page);
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route(
    moving,
    async (route) => {
      await isAnswered;
      await route.continue();
    },
    { times: 1 },
  );
  await expect(orderDetails(page)).toContainText('New');
  await pressStatusButton(page, 'Move to preparation');
  // The screen has moved the order before the server knows.
  await expect(row(page, order.orderNumber)).toContainText('In Kitchen');
  expect((await orderOf(call, place, order._id)).status).toBe('New');
  answer();
  await expect.poll(async () => (await orderOf(call, place, order._id)).status).toBe('Confirmed');

  const message = page.getByRole('status').filter({ hasText: `#${order.orderNumber} is now In Kitchen` });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, order.orderNumber)).toContainText('New');
  await expect.poll(async () => (await orderOf(call, place, order._id)).status).toBe('New');

  for (const [button, chip] of [
    ['Move to preparation', 'In Kitchen'],
    ['Move to Ready', 'Ready'],
    ['Complete', 'Completed'],
  ] as const) {
    await expect(page.getByRole('button', { name: /^(Move to preparation|Move to Ready|Complete)$/ })).toHaveCount(1);
    await pressStatusButton(page, button);
    await expect(orderDetails(page)).toContainText(chip);
  }
  // The last button has gone, and the focus has not gone with it.
  await expect(headingOf(page, order)).toBeFocused();
  await expect(row(page, order.orderNumber)).toHaveCount(0);
  // The screen is ahead of the server.
  await expect
    .poll(async () =>
      (await orderOf(call, place, order._id)).history.map(({ to, isUndo }) => (isUndo ? `${to} again` : to)),
    )
    .toEqual(['New', 'Confirmed', 'New again', 'Confirmed', 'Ready', 'Completed']);
});

test('a failed move is undone, with the reason (M12)', async ({ page, openRestaurant, call, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  await page.route(moving, (route) => route.fulfill({ status: 500, body: '' }));
  await pressStatusButton(page, 'Move to preparation');
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(row(page, order.orderNumber)).toContainText('New');
  await expect(page.getByRole('button', { name: 'Move to preparation' })).toBeVisible();
});

test('the slower person reads who moved it (decision 32)', async ({ page, openRestaurant, call, complaints }) => {
  complaints.expect(/status of 409/);
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  await page.route(
    moving,
    async (route) => {
      const body = { orderId: order._id, status: 'Cancelled', reason: 'Too busy' } as const;
      await call('POST /order/update-order-status', { body }, place.owner.token);
      await route.continue();
    },
    { times: 1 },
  );
  await pressStatusButton(page, 'Move to preparation');
  await expect(page.getByRole('alert')).toHaveText(
    `#${order.orderName} · Sara Khan moved this order to Cancelled already.`,
  );
  await expect(orderDetails(page)).toContainText('Cancelled');
  await expect(row(page, order.orderNumber)).toHaveCount(0);
});

test('the promised minutes reach the guest (M06)', async ({ page, openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  const minutes = page.getByRole('status').filter({ hasText: /^\d+ min$/ });
  await expect(minutes).toHaveText('15 min');
  await page.getByRole('button', { name: 'Less time' }).click();
  await expect(minutes).toHaveText('10 min');
  for (let tap = 0; tap < 3; tap += 1) await page.getByRole('button', { name: 'More time' }).click();
  await expect(minutes).toHaveText('25 min');

  const inZone = (at: number) => timeOfMinutes(wallTime(new Date(at), 'Asia/Dubai').minuteOfDay);
  const acceptedAt = Date.now();
  await pressStatusButton(page, 'Move to preparation');
  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await guest.goto(`/${place.slug}/order/${order._id}`);
  const promise = guest.getByText(/^Ready by about/);
  await expect(promise).toBeVisible();
  const around = [24, 25, 26].map((after) => `Ready by about ${inZone(acceptedAt + after * 60_000)}`);
  expect(around).toContain(await promise.textContent());

  // The kitchen needs longer, and the page that the guest has open says so.
  await page.getByRole('button', { name: 'Change time' }).click();
  const dialog = page.getByRole('dialog', { name: `New time for #${order.orderNumber}` });
  for (let tap = 0; tap < 3; tap += 1) await dialog.getByRole('button', { name: 'More time' }).click();
  await expect(dialog.getByRole('status')).toHaveText('40 min');
  await dialog.getByRole('button', { name: 'Promise it' }).click();
  await expect(dialog).toBeHidden();
  const changedAt = Date.now();
  await expect
    .poll(async () =>
      [39, 40, 41]
        .map((after) => `Ready by about ${inZone(changedAt + after * 60_000)}`)
        .includes((await promise.textContent())!),
    )
    .toBe(true);
});

test('the usual promises are one touch away (LO-08)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  await page.getByRole('button', { name: 'Ready in 30 min' }).click();
  await expect(page.getByRole('button', { name: 'Ready in 30 min' })).toHaveAttribute('aria-pressed', 'true');
  await pressStatusButton(page, 'Move to preparation');
  await expect.poll(async () => (await orderOf(call, place, order._id)).status).toBe('Confirmed');
  const { promisedAt, statusChangedAt } = await orderOf(call, place, order._id);
  expect(Date.parse(promisedAt!) - Date.parse(statusChangedAt)).toBe(30 * 60_000);
});

test('an order is found by its dishes, and leads to everything about it (LO-01)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const special = await placeOrder(call, place);
  const body = { order: pickupOrder(place, [{ itemId: place.items.water, quantity: 1 }], 5.78) };
  const { order: water } = await call('POST /order/create-order', { body }, place.guest.token);
  await openLiveOrders(page, place);
  await page.getByRole('textbox', { name: 'Search orders' }).fill('water');
  await expect(row(page, water.orderNumber)).toBeVisible();
  await expect(row(page, special.orderNumber)).toHaveCount(0);
  await row(page, water.orderNumber).click();
  await orderDetails(page).getByRole('link', { name: 'Order page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${water.orderNumber}`);
});

test("a dish is marked as sold out on the order that has it, and the kitchen's progress is visible", async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  await pressStatusButton(page, 'Move to preparation');
  await orderDetails(page).getByRole('button', { name: 'Mark as sold out' }).click();
  const dialog = page.getByRole('dialog', { name: "What's sold out?" });
  await dialog.getByRole('button', { name: `Sold out: ${place.named('special')}` }).click();
  await page.getByRole('menuitem', { name: 'Until I turn it back on' }).click();
  // The button is called so from the beginning; the mark comes with the answer.
  const marks = dialog
    .getByRole('listitem')
    .filter({ hasText: place.named('special') })
    .getByText('Sold out');
  await expect(marks).toHaveCount(2);
  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await guest.goto(`/${place.slug}/menu`);
  await expect(guest.getByText('Sold out').first()).toBeVisible();
  await dialog.getByRole('button', { name: `Sold out: ${place.named('special')}` }).click();
  await page.getByRole('menuitem', { name: 'Back in stock' }).click();
  await expect(marks).toHaveCount(1);
  await expect(dialog.getByRole('listitem')).not.toContainText(['Sold out until']);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await call('POST /order/bump-lines', { body: { orderId: order._id, lines: [1] } }, place.owner.token);
  await expect(orderDetails(page)).toContainText('Made');
  await expect(orderDetails(page)).toContainText('Ready');
});

test('a waiting order says so in words (M09)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await page.clock.install();
  await countByOwnClock(page);
  await openLiveOrders(page, place);
  const order = await placeOrder(call, place);
  await expect(row(page, order.orderNumber)).toContainText('0 min');
  await page.clock.fastForward('05:05');
  await expect(row(page, order.orderNumber)).toContainText('5 min');
  await expect(row(page, order.orderNumber)).toContainText('Waiting 5 min');
  await expect(orderDetails(page)).toContainText('Waiting 5 min');
  await page.clock.fastForward('05:00');
  await expect(row(page, order.orderNumber)).toContainText('10 min');
  await expect(row(page, order.orderNumber)).toContainText('Late');
});
