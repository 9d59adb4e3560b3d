/** A guest takes an order back until the restaurant has accepted it (decision 89). */
import { expectAccessible } from '../support/accessible.ts';
import { signInGuest } from '../support/guest.ts';
import { openLiveOrders, placeOrder, row } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test('a guest cancels before the restaurant accepts, and the kitchen is told', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const kitchen = await openWindow({ viewport: desktop });
  await openLiveOrders(kitchen, place);
  await expect(row(kitchen, order.orderNumber)).toBeVisible();

  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel your order?' });
  // The first button, which a careless second tap or Enter hits, keeps the order.
  await expect(question.getByRole('button').first()).toHaveText('Keep my order');
  await expectAccessible(page, 'whether to cancel', { hasDark: true });
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Cancel this order' }).click();
  await question.getByRole('button', { name: 'Yes, cancel it' }).click();

  await expect(page.getByRole('paragraph').filter({ hasText: 'You cancelled this order.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel this order' })).toBeHidden();
  await expect(kitchen.getByText(`The guest has cancelled #${order.orderNumber}`)).toBeVisible();
  await expect(row(kitchen, order.orderNumber)).toBeHidden();
  await visit(kitchen, `/dashboard/orders/${order._id}`);
  await expect(kitchen.getByText('Reason: Cancelled by the guest')).toBeVisible();
});

test('an accepted order has no such button, in Arabic too', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}?lang=ar`);
  const button = page.getByRole('button', { name: 'إلغاء هذا الطلب' });
  await button.click();
  await expect(page.getByRole('dialog', { name: 'هل تريد إلغاء طلبك؟' })).toBeVisible();
  await page.getByRole('button', { name: 'أبقِ طلبي' }).click();
  const body = { orderId: order._id, status: 'Confirmed' } as const;
  await call('POST /order/update-order-status', { body }, place.owner.token);
  await expect(button).toBeHidden();
});
