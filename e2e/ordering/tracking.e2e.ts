/** The guest follows the order: by itself, at a tap, and without the stream (C13; decisions 32 and 36). */
import { MINUTE, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { signInGuest, openShop } from '../support/guest.ts';
import { placeOrder } from '../support/kitchen.ts';
import { type Call, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });

async function move(call: Call, place: Place, { _id }: Order, status: OrderStatus, reason?: string): Promise<void> {
  await call('POST /order/update-order-status', { body: { orderId: _id, status, reason } }, place.owner.token);
}

test('a pickup order shows its four steps as they happen (C13)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.getByText(`Order #${order.orderNumber}`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('list').first().getByRole('listitem')).toHaveText([
    /^Your order has been sent/,
    /^Your order is being prepared/,
    /^You can now pick up your order/,
    /^Your order has been collected/,
  ]);
  const tops = await page
    .getByRole('main')
    .getByRole('list')
    .first()
    .getByRole('listitem')
    .evaluateAll((steps) => steps.map((step) => step.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(new Set(tops).size).toBe(4);
  const current = page.locator('[aria-current=step]');
  const said = page.getByRole('status');
  await expect(current).toHaveText(/^Your order has been sent/);
  await move(call, place, order, 'Confirmed');
  await expect(current).toHaveText(/^Your order is being prepared/);
  await expect(said).toHaveText('Your order is being prepared');
  await move(call, place, order, 'Ready');
  await expect(current).toHaveText(/^You can now pick up your order/);
  await move(call, place, order, 'Completed');
  await expect(current).toHaveText(/^Your order has been collected/);
  await expect(said).toHaveText('Your order has been collected');
});

test('a delivery order has words of its own (decision 32)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const input = deliveryOrder(place, [largeBurger(place, 2)], 50.94);
  const { order } = await call('POST /order/create-order', { body: { order: input } }, place.guest.token);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  const current = page.locator('[aria-current=step]');
  await expect(current).toHaveText(/^Your order has been sent/);
  // The outlet takes 15 minutes, and 40 to the door.
  await expect(page.getByText('40 - 50 min after the restaurant accepts')).toBeVisible();
  const accepting = { orderId: order._id, status: 'Confirmed', preparationTime: 20 } as const;
  const { order: accepted } = await call('POST /order/update-order-status', { body: accepting }, place.owner.token);
  const atTheDoor = new Date(Date.parse(accepted.statusChangedAt) + (20 + 25) * MINUTE);
  const time = timeOfMinutes(wallTime(atTheDoor, 'Asia/Dubai').minuteOfDay);
  const promise = page.getByText(`With you by about ${time}`);
  await expect(promise).toBeVisible();
  for (const address of [`checkout/${order._id}`, 'orders', 'menu']) {
    await page.goto(`/${place.slug}/${address}`);
    await expect(promise).toBeVisible();
  }
  await page.goto(`/${place.slug}/order/${order._id}`);
  await move(call, place, order, 'Ready');
  await expect(current).toHaveText(/^Your order is on its way/);
  await move(call, place, order, 'Completed');
  await expect(current).toHaveText(/^Your order has been delivered/);
});

test('without the stream a tap on refresh shows the present step at once (C13)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await page.route('**/api/v1/events*', (route) => route.abort());
  await page.clock.install();
  await page.goto(`/${place.slug}/order/${order._id}`);
  const current = page.locator('[aria-current=step]');
  await expect(current).toHaveText(/^Your order has been sent/);
  // Nothing is polled while the time stands still.
  await page.clock.pauseAt(Date.now() + 60_000);
  await move(call, place, order, 'Confirmed');
  await page.getByRole('button', { name: 'Refresh status' }).click();
  await expect(current).toHaveText(/^Your order is being prepared/);
  // Polling brings the change without a tap.
  await page.clock.resume();
  await move(call, place, order, 'Ready');
  await expect(current).toHaveText(/^You can now pick up your order/);
});

test('an order whose connection is lost says so on its own page and on that of thanks, until it is back', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  const stream = '**/api/v1/events*';
  const reading = '**/api/v1/order/get-order-details/*';
  for (const address of [`order/${order._id}`, `checkout/${order._id}`]) {
    await page.route(stream, (route) => route.abort());
    await page.goto(`/${place.slug}/${address}`);
    await expect(page.getByText(`Order #${order.orderNumber}`)).toBeVisible();
    await page.route(reading, (route) => route.abort());
    await expect(page.getByRole('alert')).toHaveText('No connection. What you see may be out of date.');
    await page.unroute(stream);
    await page.unroute(reading);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('the menu leads to the order on its way, and says how it stands (C13)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await page.clock.install();
  await openShop(page, `/${place.slug}/menu`);
  const strip = page.getByRole('link', { name: `Order #${order.orderNumber}:` });
  await expect(strip).toContainText('Your order has been sent');
  for (const status of ['Confirmed', 'Ready'] as const) await move(call, place, order, status);
  await page.clock.fastForward('00:10');
  await expect(strip).toContainText('You can now pick up your order');
  await strip.click();
  await expect(page).toHaveURL(`/${place.slug}/order/${order._id}`);
  await expect(page.getByRole('heading', { name: 'Track your order', level: 1 })).toBeVisible();
});

test("the order on its way covers no restaurant's name, and no logo covers it", async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await placeOrder(call, place);
  await signInGuest(page, place);
  await openShop(page, `/${place.slug}/menu`);
  const strip = page.getByRole('link', { name: /Your order has been sent/ });
  await expect(strip).toBeVisible();
  const box = (await strip.boundingBox())!;
  const heading = page.getByRole('heading', { level: 1 }).locator('bdi');
  const name = (await heading.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(name.y);
  const covered = await strip.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const corners = [left + 12, right - 12].flatMap((x) => [top + 12, bottom - 4].map((y) => ({ x, y })));
    return corners.filter(({ x, y }) => !element.contains(document.elementFromPoint(x, y)));
  });
  expect(covered).toEqual([]);

  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const large = { strip: (await strip.boundingBox())!, name: (await heading.boundingBox())! };
  expect(large.strip.y + large.strip.height, 'in letters of twice the size').toBeLessThanOrEqual(large.name.y);
  expect(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('a cancelled order shows the reason, and the menu says so until the guest closes that', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.locator('[aria-current=step]')).toBeVisible();
  await move(call, place, order, 'Cancelled', 'item_unavailable');
  const sentence = 'This order was cancelled: Item unavailable.';
  await expect(page.getByRole('paragraph').filter({ hasText: sentence })).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(sentence);
  await expect(page.locator('[aria-current=step]')).toHaveCount(0);
  await expect(page.getByText('There is nothing to pay.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose something else' }).click();
  await expect(page.getByRole('heading', { name: 'Basket', level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(
    `${order.cart[0]!.quantity} × ${order.cart[0]!.name}`,
  );

  // The device on which it was placed last.
  await page.evaluate(
    ([key, value]) => localStorage.setItem(key!, value!),
    [`basket.${place.id}`, JSON.stringify({ orderId: order._id })],
  );
  await openShop(page, `/${place.slug}/menu`);
  const strip = page.getByRole('alert');
  await expect(strip).toHaveText(`Your order #${order.orderNumber} was cancelled: Item unavailable.`);
  await expect(strip.getByRole('link')).toHaveAttribute('href', `/${place.slug}/order/${order._id}`);
  await strip.getByRole('button', { name: 'Close' }).click();
  await expect(strip).toHaveCount(0);
  const answered = page.waitForResponse(/get-all-orders/);
  await page.reload();
  await answered;
  await expect(strip).toHaveCount(0);
});

test("another guest's order is not accessible", async ({ page, openRestaurant, call, complaints }) => {
  complaints.expect(/status of 404/);
  const [place, other] = [await openRestaurant(), await openRestaurant()];
  const order = await placeOrder(call, other);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.getByText('Log in to see your order.')).toBeVisible();
  // Nor is anybody thanked for it.
  await page.goto(`/${place.slug}/checkout/${order._id}`);
  await expect(page.getByText('Log in to see your order.')).toBeVisible();
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/checkout/${order._id}`);
  await expect(page.getByText('No record found')).toBeVisible();
  await expect(page).toHaveURL(`/${place.slug}/order/${order._id}`);
  await page.goto(`/${place.slug}/order/${order._id}`);
  // Said once, in place of the order, where nothing covers the title.
  await expect(page.getByRole('alert').filter({ hasText: 'No record found' })).toBeVisible();
  await expect(page.getByText('No record found')).toHaveCount(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No record found')).toHaveCount(1);
  await page.getByRole('heading', { name: 'Track your order', level: 1 }).click({ trial: true });
  await expect(page.getByText(`Order #${order.orderNumber}`)).toHaveCount(0);
});
