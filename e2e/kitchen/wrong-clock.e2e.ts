/** A device of the kitchen whose own clock is wrong. */
import { openLiveOrders, placeOrder } from '../support/kitchen.ts';
import { expect, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

test('a tablet whose clock is wrong counts by that of the server', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const accepted = { orderId: order._id, status: 'Confirmed', preparationTime: 20 } as const;
  await call('POST /order/update-order-status', { body: accepted }, place.owner.token);
  await page.clock.install({ time: Date.now() - 2 * 60 * 60_000 });
  const heard = page.waitForResponse('**/api/v1/device/heartbeat');
  await openLiveOrders(page, place);
  await (await heard).finished();
  await page.getByRole('button', { name: 'Change time' }).click();
  const dialog = page.getByRole('dialog', { name: `New time for #${order.orderName}` });
  await expect(dialog.getByRole('status')).toHaveText('20 min');
});
