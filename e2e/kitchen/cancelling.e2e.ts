/** Staff cancel an order on Live orders (M07). */
import { signInGuest } from '../support/guest.ts';
import { openLiveOrders, orderOf, placeOrder, row } from '../support/kitchen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

test('cancelling asks for a reason, which the guest reads (M07)', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await guest.goto(`/${place.slug}/order/${order._id}`);

  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await cancel.click();
  await expect(dialog.getByRole('radio')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(cancel).toBeFocused();
  expect((await orderOf(call, place, order._id)).status).toBe('New');

  await cancel.click();
  const confirm = dialog.getByRole('button', { name: 'Cancel this order' });
  await expect(confirm).toBeDisabled();
  for (const reason of ['Item unavailable', 'Too busy', 'Closing early', 'Other']) {
    await expect(dialog.getByRole('radio', { name: reason })).toBeVisible();
  }
  await dialog.getByRole('radio', { name: 'Too busy' }).check();
  await confirm.click();
  await expect(row(page, order.orderNumber)).toHaveCount(0);
  await expect(guest.getByRole('status')).toHaveText('This order was cancelled: Too busy.');
});

test('an order that another device moves is not cancelled by a dialog that stood open (M07)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const to = (status: 'Confirmed' | 'Ready' | 'Completed') =>
    call('POST /order/update-order-status', { body: { orderId: order._id, status } }, place.owner.token);
  await openLiveOrders(page, place);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await dialog.getByRole('radio', { name: 'Item unavailable' }).check();
  await to('Confirmed');
  await to('Ready');
  await expect(dialog.getByRole('alert')).toHaveText(
    `#${order.orderName} is now Ready, so nothing was cancelled here.`,
  );
  await expect(dialog.getByRole('button', { name: 'Cancel this order' })).toBeHidden();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  expect((await orderOf(call, place, order._id)).status).toBe('Ready');

  // The same with an order that came to its end, whose bar of buttons is gone.
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await to('Completed');
  await expect(dialog.getByRole('alert')).toHaveText(
    `#${order.orderName} is now Completed, so nothing was cancelled here.`,
  );
});
