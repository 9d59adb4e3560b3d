/** The list of Live orders: arrivals, outlets, and what a narrow screen shows of an order. */
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { openLiveOrders, orderDetails, placeOrder, pressStatusButton, row } from '../support/kitchen.ts';
import { addOutlet } from '../support/restaurant.ts';
import { changeAtOnce } from '../support/screen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

test('arrivals move nothing, and are one touch away', async ({ page, openRestaurant, call, db }) => {
  const place = await openRestaurant();
  const placed = [];
  for (let count = 0; count < 2; count += 1) {
    const guest = await makeCustomer(db, place.id);
    for (let times = 0; times < 3; times += 1) placed.push(await placeOrder(call, { ...place, guest }));
  }
  const guest = await makeCustomer(db, place.id);
  await page.setViewportSize({ width: 1280, height: 600 });
  await openLiveOrders(page, place);
  await expect(row(page, placed[0]!.orderNumber)).toBeVisible();
  // The bands above the page come after it.
  await expect(page.getByRole('button', { name: 'Enable sound' })).toBeVisible();
  await page.evaluate(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    // The orders count; the band and the counts above them may say more than before.
    const orders = document.querySelector('main [aria-label="Orders"]')!;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        if (sources.some(({ node }) => orders.contains(node))) seen.shift += value;
      }
    }).observe({ type: 'layout-shift' });
  });
  const before = await row(page, placed[3]!.orderNumber).boundingBox();
  const latest = [await placeOrder(call, { ...place, guest }), await placeOrder(call, { ...place, guest })];
  const pill = page.getByRole('button', { name: '2 new orders' });
  await expect(pill).toBeVisible();
  expect(await row(page, placed[3]!.orderNumber).boundingBox()).toEqual(before);
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.001);
  await pill.click();
  await expect(row(page, latest[0]!.orderNumber)).toBeInViewport();
  await expect(pill).toBeHidden();
});

test('orders of two outlets are told apart, and shown one outlet at a time', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  const { id } = await addOutlet(db, place, { name: 'Downtown', without: place.items.water });
  const marina = await placeOrder(call, place);
  const downtown = await placeOrder(call, { ...place, outletId: id });
  expect([marina.orderNumber, downtown.orderNumber]).toEqual([1, 1]);
  expect([marina.orderName, downtown.orderName]).toEqual(['M-1', 'D-1']);
  await openLiveOrders(page, place);
  const rows = page.getByRole('main').getByRole('list', { name: 'Orders', exact: true }).getByRole('listitem');
  await expect(rows).toHaveText([/^#M-1.*Marina/, /^#D-1.*Downtown/]);
  await page.getByRole('textbox', { name: 'Search orders' }).fill('1');
  await expect(rows).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Search orders' }).fill('');
  await changeAtOnce(
    page,
    [page.getByRole('tab', { name: /^New/ })],
    [page.getByRole('combobox', { name: 'Outlet' }), id],
  );
  await expect(page).toHaveURL(`/dashboard/orders/live?tab=new&outlet=${id}`);
  await expect(rows).toHaveText([/^#D-1/]);
  await expect(page.getByRole('tab', { name: 'New 1', exact: true })).toBeVisible();
  await rows.getByRole('button').click();
  await pressStatusButton(page, 'Move to preparation');
  await expect(page.getByText('#D-1 is now In Kitchen')).toBeVisible();
});

test('a phone shows the dishes of an order, and a tablet its list beside a rail of icons', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  const rail = page.getByRole('navigation', { name: 'Main' });
  expect((await rail.boundingBox())!.width).toBeLessThan(100);
  await expect(page.getByRole('link', { name: /^Live Orders/ })).toBeVisible();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(page.getByRole('link', { name: 'Menus' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.setViewportSize(phone);
  await row(page, order.orderNumber).click();
  await expect(orderDetails(page).getByRole('listitem').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^Devices/ })).toBeHidden();
  const next = await page.getByRole('button', { name: 'Move to preparation' }).boundingBox();
  const more = await page.getByRole('button', { name: 'More time' }).boundingBox();
  expect(Math.abs(next!.y + next!.height / 2 - (more!.y + more!.height / 2))).toBeLessThan(2);
});

test('ten thousand orders open at once, and each can be reached', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const most = 10_000;
  const idOf = (number: number) => `${order._id.slice(0, -8)}${number.toString(16).padStart(8, '0')}`;
  // The server's own answer, with more orders than a test could place.
  await page.route('**/order/get-all-orders?scope=live', async (route) => {
    const response = await route.fetch();
    const snapshot = (await response.json()) as { order: (typeof order)[] };
    const copies = Array.from({ length: most }, (_, index) => ({
      ...snapshot.order[0]!,
      _id: idOf(index + 1),
      orderNumber: index + 1,
      orderName: String(index + 1),
    }));
    await route.fulfill({ response, json: { ...snapshot, order: copies } });
  });
  await page.setViewportSize({ width: 1280, height: 800 });
  await openLiveOrders(page, place);
  const rows = page.getByRole('list', { name: 'Orders', exact: true }).getByRole('button');
  await expect(row(page, 1).first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(200);
  const before = await rows.count();
  await rows.last().scrollIntoViewIfNeeded();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  await expect(page.getByRole('tab', { name: `New ${most}` })).toBeVisible();

  await page.getByRole('textbox', { name: 'Search orders' }).fill(String(most));
  await expect(rows).toHaveCount(1);
  await rows.click();
  await expect(orderDetails(page)).toContainText(`#${most}`);
});
