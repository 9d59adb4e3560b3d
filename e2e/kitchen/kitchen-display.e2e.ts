/** The kitchen display: lines are made, bumped and recalled on two tablets (LO-13). */
import type { Page } from '@playwright/test';
import type { Order } from '#contract/ordering/orders.ts';
import { largeBurger, pickupOrder, type TestLine } from '#server/test/data/orders.ts';
import { expectAccessible } from '../support/accessible.ts';
import { countByOwnClock, orderOf, row, signInWithToken } from '../support/kitchen.ts';
import { addOutlet } from '../support/restaurant.ts';
import { type Call, desktop, expect, type Place, tablet, test } from '../support/test.ts';
import { expectTouchTargets } from '../support/touch-targets.ts';

test.use({ viewport: desktop });

async function openKitchen(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/kitchen');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}

const portions = {
  burger: (place: Place) => largeBurger(place),
  specials: (place: Place, quantity = 2): TestLine => ({ itemId: place.items.special, quantity }),
  water: (place: Place): TestLine => ({ itemId: place.items.water, quantity: 1 }),
};

/** An accepted order, promised in this many minutes. */
async function accepted(call: Call, place: Place, items: TestLine[], total: number, minutes = 30): Promise<Order> {
  const order = pickupOrder(place, items, total);
  const placed = (await call('POST /order/create-order', { body: { order } }, place.guest.token)).order;
  const body = { orderId: placed._id, status: 'Confirmed', preparationTime: minutes } as const;
  return (await call('POST /order/update-order-status', { body }, place.owner.token)).order;
}

/** A large burger with cheese, two specials and a water. */
const threeLines = (call: Call, place: Place, minutes?: number) =>
  accepted(call, place, [portions.burger(place), portions.specials(place), portions.water(place)], 121.01, minutes);
const oneWater = (call: Call, place: Place, minutes?: number) =>
  accepted(call, place, [portions.water(place)], 5.78, minutes);

const ticket = (page: Page, { orderNumber }: Order) =>
  page.getByRole('article', { name: `#${orderNumber}`, exact: true });
const line = (page: Page, order: Order, name: string) => ticket(page, order).getByRole('button', { name });
const bump = (page: Page, { orderNumber }: Order, name = 'Ready') =>
  page.getByRole('button', { name: `${name}, #${orderNumber}`, exact: true });

test('two tablets bump, agree and recall', async ({ page, openWindow, openRestaurant, call }) => {
  const place = await openRestaurant();
  const other = await openWindow({ viewport: tablet });
  await openKitchen(page, place);
  await expect(page.getByRole('heading', { name: 'Nothing to make' })).toBeVisible();
  await openKitchen(other, place);
  const order = await threeLines(call, place);
  for (const window of [page, other]) {
    await expect(ticket(window, order)).toContainText('On time');
    await expect(ticket(window, order).getByRole('listitem')).toHaveCount(3);
  }
  // A tablet has one line for all tools.
  const middleOf = async (role: 'button' | 'link', name: string) => {
    const { y, height } = (await other.getByRole('main').getByRole(role, { name }).boundingBox())!;
    return Math.round(y + height / 2);
  };
  expect(await middleOf('link', 'Live Orders')).toBe(await middleOf('button', 'All dishes'));
  await expect(line(page, order, place.named('burger'))).toContainText(place.named('cheese'));

  // One dish on the one tablet, the rest on the other.
  await line(page, order, place.named('burger')).click();
  await expect(line(page, order, place.named('burger'))).toHaveAttribute('aria-pressed', 'true');
  await expect(line(other, order, place.named('burger'))).toHaveAttribute('aria-pressed', 'true');
  await bump(other, order).click();
  await expect(ticket(other, order)).toBeHidden();
  await expect(ticket(page, order)).toBeHidden();
  await expect.poll(async () => (await orderOf(call, place, order._id)).status).toBe('Ready');

  // The last bump is recalled with one touch, and the order with it.
  await page.getByRole('button', { name: `Recall #${order.orderNumber}` }).click();
  for (const window of [page, other]) {
    await expect(line(window, order, place.named('burger'))).toHaveAttribute('aria-pressed', 'true');
    await expect(line(window, order, place.named('special'))).toContainText('Again');
  }
  await expect.poll(async () => (await orderOf(call, place, order._id)).status).toBe('Confirmed');

  // Live orders show the kitchen's progress.
  await other.goto('/dashboard/orders/live');
  await expect(row(other, order.orderNumber)).toContainText('1 of 3 made');
  await other.goBack();

  // Bumped lines stay bumped after a reload.
  await page.reload();
  await expect(line(page, order, place.named('burger'))).toHaveAttribute('aria-pressed', 'true');
  await line(page, order, place.named('burger')).click();
  await expect(line(other, order, place.named('burger'))).toHaveAttribute('aria-pressed', 'false');
});

test('a recall after the guest was told leaves the order Ready, with the lines to be made again', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await threeLines(call, place);
  await call('POST /order/bump-lines', { body: { orderId: order._id, lines: [1, 2, 3] } }, place.owner.token);
  await openKitchen(page, place);
  // The order is as after the undo time of a tablet: completed, and taken back to Ready.
  for (const status of ['Completed', 'Ready'] as const) {
    await call('POST /order/update-order-status', { body: { orderId: order._id, status } }, place.owner.token);
  }
  await page.getByRole('button', { name: 'Recall list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Recall list' });
  await dialog.getByRole('button', { name: `Recall #${order.orderNumber}` }).click();
  await expect(dialog).toBeHidden();
  await expect(ticket(page, order)).toContainText('Make again');
  expect((await orderOf(call, place, order._id)).status).toBe('Ready');
  await bump(page, order, 'Made again').click();
  await expect(ticket(page, order)).toBeHidden();
});

test('a station shows its dishes, and the order is ready when every station is done', async ({
  page,
  openWindow,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const bar = await openWindow({ viewport: desktop });
  const order = await threeLines(call, place);
  await openKitchen(page, place);
  await openKitchen(bar, place);
  for (const [window, elsewhere] of [
    [page, 'drinks'],
    [bar, 'mains'],
  ] as const) {
    await window.getByRole('button', { name: 'All dishes' }).click();
    await window.getByRole('checkbox', { name: place.named(elsewhere) }).uncheck();
    await window.getByRole('button', { name: 'Close' }).click();
    await expect(window.getByRole('button', { name: /1 of 2 categories/ })).toBeVisible();
  }
  await expect(ticket(bar, order).getByRole('listitem')).toHaveCount(1);
  await expect(ticket(bar, order)).toContainText('2 more at other stations');
  await bump(bar, order, 'Done here').click();
  await expect(ticket(bar, order)).toBeHidden();
  await expect
    .poll(async () => (await orderOf(call, place, order._id)).cart.map(({ madeAt }) => madeAt !== null))
    .toEqual([false, false, true]);
  await expect(ticket(page, order)).not.toContainText('other station');
  // The device remembers its station.
  await page.reload();
  await expect(ticket(page, order).getByRole('listitem')).toHaveCount(2);
  await bump(page, order).click();
  await expect.poll(async () => (await orderOf(call, place, order._id)).status).toBe('Ready');
});

test('the all-day count has the lines still to be made', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await openKitchen(page, place);
  const first = await threeLines(call, place);
  await threeLines(call, place);
  await page.getByRole('button', { name: 'All day 8' }).click();
  const counts = page.getByRole('region', { name: 'All day' });
  await expect(counts).toContainText(`4 ×${place.named('special')}`);
  await expect(counts).toContainText(`2 ×${place.named('cheese')}`);
  await line(page, first, place.named('special')).click();
  await expect(counts).toContainText(`2 ×${place.named('special')}`);
  await expect(page.getByRole('button', { name: 'All day 6' })).toBeVisible();
});

test('tickets age in words, in the order of their due times', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await page.clock.install();
  await countByOwnClock(page);
  const later = await oneWater(call, place, 30);
  const sooner = await oneWater(call, place, 10);
  await openKitchen(page, place);
  const numbers = () => page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents();
  await expect.poll(numbers).toEqual([`#${sooner.orderNumber}`, `#${later.orderNumber}`]);
  await expect(ticket(page, sooner)).toContainText('On time');
  await page.clock.fastForward('06:00');
  await expect(ticket(page, sooner)).toContainText('Due soon');
  await expect(ticket(page, sooner)).toContainText('6 min');
  await page.clock.fastForward('07:00');
  await expect(ticket(page, sooner)).toContainText('Late 3 min');
  await expect(ticket(page, later)).toContainText('On time');
});

test('tickets fill the height in columns, in letters of the chosen size', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const [first, second] = [await oneWater(call, place, 20), await oneWater(call, place, 21)];
  await openKitchen(page, place);
  const box = async (order: Order) => (await ticket(page, order).boundingBox())!;
  await expect(ticket(page, second)).toBeVisible();
  const [above, below] = [await box(first), await box(second)];
  expect(below.x).toBe(above.x);
  expect(Math.round(below.y - above.y - above.height)).toBe(12);

  const letters = () =>
    line(page, first, place.named('water')).evaluate((button) =>
      Math.max(...[...button.querySelectorAll('span')].map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
    );
  expect(await letters()).toBe(26);
  await page.getByRole('button', { name: 'Letters: M' }).click();
  expect(await letters()).toBe(52);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Letters: L' })).toBeVisible();
  expect(await letters()).toBe(52);
});

test('a bump bar works by numbers, arrows, space, R and the page keys', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  // One ticket in each column.
  await page.setViewportSize({ width: 1280, height: 480 });
  const orders: Order[] = [];
  for (let minutes = 20; minutes < 26; minutes += 1) orders.push(await oneWater(call, place, minutes));
  await openKitchen(page, place);
  const [first, second, third] = orders as [Order, Order, Order];
  await expect(bump(page, second)).toBeEnabled();
  await page.keyboard.press('2');
  await expect(bump(page, second)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(line(page, second, place.named('water'))).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(bump(page, first)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(ticket(page, second)).toBeHidden();
  // The next ticket takes the same place, and the focus moves to it.
  await expect(bump(page, third)).toBeFocused();
  await page.keyboard.press('r');
  await expect(ticket(page, second)).toBeVisible();
  // Held, Enter bumps the ticket that it was pressed on, and not those that take its place.
  await page.keyboard.press('1');
  await page.keyboard.down('Enter');
  await expect(bump(page, second)).toBeFocused();
  await expect(bump(page, second)).toBeEnabled();
  for (let repeats = 0; repeats < 2; repeats += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(ticket(page, second)).toBeVisible();
  await page.keyboard.press('r');
  await expect(ticket(page, first)).toBeVisible();

  await expect(page.getByText('1–4 of 6')).toBeVisible();
  await page.keyboard.press('PageDown');
  await expect(page.getByText('5–6 of 6')).toBeVisible();
  await expect(ticket(page, orders[5]!)).toBeVisible();
  await page.getByRole('button', { name: 'Previous tickets' }).click();
  await expect(ticket(page, first)).toBeVisible();

  // In Arabic the tickets follow each other to the left.
  await page.addInitScript(() => localStorage.setItem('order-manager-language', 'ar'));
  await page.reload();
  const slots = page.getByRole('article');
  await expect(slots.nth(2)).toBeVisible();
  await page.keyboard.press('2');
  await expect(slots.nth(1).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(slots.nth(2).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(slots.nth(1).locator(':focus')).toHaveCount(1);
});

test('a cancelled order says stop, and a new one that it waits for acceptance', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await oneWater(call, place);
  await openKitchen(page, place);
  await expect(ticket(page, order)).toBeVisible();
  const body = { orderId: order._id, status: 'Cancelled', reason: 'Too busy' } as const;
  await call('POST /order/update-order-status', { body }, place.owner.token);
  await expect(ticket(page, order)).toContainText('Cancelled');
  // Nobody has taken note of it yet.
  await page.reload();
  await expect(ticket(page, order)).toContainText('Cancelled');
  await bump(page, order, 'Stopped').click();
  await expect(ticket(page, order)).toBeHidden();
  await page.reload();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(ticket(page, order)).toBeHidden();

  const next = pickupOrder(place, [portions.water(place)], 5.78);
  await call('POST /order/create-order', { body: { order: next } }, place.guest.token);
  await expect(page.getByText('1 new order, waiting 0 min')).toBeVisible();
  await page.getByRole('link', { name: 'Live orders' }).first().click();
  await expect(page.getByRole('heading', { name: 'Live orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Kitchen display' }).first().click();
  await expect(page.getByRole('heading', { name: 'Kitchen display', exact: true })).toBeVisible();
});

test('a failed bump is taken back, and a lost connection is shown', async ({
  page,
  context,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of 500|ERR_INTERNET_DISCONNECTED/);
  const place = await openRestaurant();
  const order = await threeLines(call, place);
  await openKitchen(page, place);
  await page.route('**/order/bump-lines', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await bump(page, order).click();
  await expect(
    page.getByRole('alert').filter({ hasText: new RegExp(`^#${order.orderName} is unchanged: server error`) }),
  ).toBeVisible();
  await expect(ticket(page, order)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByRole('alert').filter({ hasText: 'Connection lost' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('each outlet has a display of its own', async ({ page, db, openRestaurant, call }) => {
  const place = await openRestaurant();
  const harbour = await addOutlet(db, place, { name: 'Harbour', without: place.items.special });
  const here = await oneWater(call, place);
  const there = await oneWater(call, { ...place, outletId: harbour.id });
  await openKitchen(page, place);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article').filter({ hasText: 'Harbour' })).toHaveCount(1);
  await page.getByRole('button', { name: 'All dishes' }).click();
  await page.getByRole('radio', { name: 'Harbour' }).check();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Harbour · All dishes' })).toBeVisible();
  expect([here.outletId, there.outletId]).toEqual([place.outletId, harbour.id]);
});

test('the display is large enough for a thumb, and accessible', async ({ page, openRestaurant, call, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await threeLines(call, place, 4);
  const order = await threeLines(call, place);
  await oneWater(call, place, 40);
  await page.setViewportSize(tablet);
  await openKitchen(page, place);
  await line(page, order, place.named('burger')).click();
  await expect(page.getByRole('button', { name: `Recall #${order.orderNumber}` })).toBeVisible();
  await expectTouchTargets(page);
  await expectAccessible(page, 'kitchen display', { hasDark: true });
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: /^All day/ }).click();
  await expectTouchTargets(page);
  await expectAccessible(page, 'kitchen display, all day', { hasDark: true });
  await page.getByRole('button', { name: 'Recall list' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'recall list', { hasDark: true });
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'All dishes' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'station', { hasDark: true });
});
