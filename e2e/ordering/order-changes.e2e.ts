/** An accepted order changes with its guest's consent (decision 89). */
import { expectAccessible } from '../support/accessible.ts';
import { signInGuest } from '../support/guest.ts';
import { openLiveOrders, orderDetails, placeOrder, row } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: phone });

test('staff take a portion off and add a dish, and the guest agrees on a phone', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place, 2);
  const accepting = { orderId: order._id, status: 'Confirmed' } as const;
  await call('POST /order/update-order-status', { body: accepting }, place.owner.token);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.locator('[aria-current=step]')).toBeVisible();

  const kitchen = await openWindow({ viewport: phone, timezoneId: 'Asia/Dubai' });
  await openLiveOrders(kitchen, place);
  await row(kitchen, order.orderNumber).click();
  await kitchen.getByRole('button', { name: 'Change order' }).click();
  const dialog = kitchen.getByRole('dialog', { name: `Change order #${order.orderNumber}` });
  await expect(dialog.getByRole('button', { name: 'Ask the guest' })).toBeDisabled();
  await dialog.getByRole('button', { name: /^Less of special/ }).click();
  await dialog.getByRole('button', { name: 'Add a dish' }).click();
  await dialog.getByRole('searchbox', { name: 'Search dishes' }).fill('burger');
  await dialog.getByRole('button', { name: /^burger/ }).click();
  await expect(dialog.getByRole('button', { name: 'Choose' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^large/ }).check();
  // Where list and panel stand side by side is another screen, which would begin anew.
  await expectAccessible(kitchen, 'changing an order', { widths: [375] });
  await dialog.getByRole('button', { name: 'Choose' }).click();
  await expect(dialog.getByRole('button', { name: 'Add a dish' })).toBeFocused();
  await dialog.getByRole('textbox', { name: 'Note to the guest' }).fill('One special is left.');
  // 42.00 + 22.50 and 5 % of VAT.
  await expect(dialog.getByText(/Total AED\s88\.20 → AED\s67\.73/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ask the guest' }).click();
  await expect(dialog).toBeHidden();
  await expect(orderDetails(kitchen).getByText(/^Asked the guest, who can answer until \d\d:\d\d$/)).toBeVisible();
  await kitchen.setViewportSize(tablet);

  const question = page.getByRole('region', { name: 'May we change your order?' });
  await expect(question.getByText('One special is left.')).toBeVisible();
  await expect(page.locator('#announcements')).toHaveText('May we change your order?');
  await expect(question.getByText(/AED\s67\.73 instead of AED\s88\.20/)).toBeVisible();
  await expectAccessible(page, 'a question about the order', { hasDark: true, widths: [375, 768, 1280] });
  await question.getByRole('button', { name: 'Yes, change it' }).focus();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText(/^Your order was changed at \d\d:\d\d, as you agreed\.$/)).toBeVisible();
  await expect(page.getByText(/AED\s67\.73/).first()).toBeVisible();

  await expect(orderDetails(kitchen).getByText('Changed as the guest agreed')).toBeVisible();
  await visit(kitchen, `/dashboard/orders/${order._id}`);
  await expect(kitchen.getByRole('region', { name: 'Changes' })).toContainText('Note: One special is left.');
  await expectAccessible(kitchen, 'an order that was changed', { hasDark: true, widths: [375, 768, 1280] });
});

test('a change that is being entered stays in sight until it is put away', async ({
  page: kitchen,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place, 2);
  const to = (status: 'Confirmed' | 'Ready') =>
    call('POST /order/update-order-status', { body: { orderId: order._id, status } }, place.owner.token);
  await to('Confirmed');
  await openLiveOrders(kitchen, place);
  await row(kitchen, order.orderNumber).click();
  const change = kitchen.getByRole('button', { name: 'Change order' });
  await change.click();
  const dialog = kitchen.getByRole('dialog', { name: `Change order #${order.orderNumber}` });
  await expect(dialog.getByRole('button', { name: 'Ask the guest' })).toHaveAccessibleDescription(
    'Change a dish or the time to ask the guest.',
  );
  await kitchen.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await change.click();
  await dialog.getByRole('button', { name: /^Less of special/ }).click();
  await kitchen.keyboard.press('Escape');
  await expect(dialog.getByText(/^Total /)).toBeVisible();
  await to('Ready');
  await expect(dialog.getByRole('alert')).toHaveText(`#${order.orderName} is now Ready. It can no longer be changed.`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await expect(change).toBeHidden();
});

test('a dish and the time change with one question', async ({ page, openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place, 2);
  const accepting = { orderId: order._id, status: 'Confirmed', preparationTime: 20 } as const;
  await call('POST /order/update-order-status', { body: accepting }, place.owner.token);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  const kitchen = await openWindow({ viewport: phone, timezoneId: 'Asia/Dubai' });
  await openLiveOrders(kitchen, place);
  await row(kitchen, order.orderNumber).click();
  await kitchen.getByRole('button', { name: 'Change order' }).click();
  const dialog = kitchen.getByRole('dialog', { name: `Change order #${order.orderNumber}` });
  const ask = dialog.getByRole('button', { name: 'Ask the guest' });
  await dialog.getByRole('button', { name: /^Less of special/ }).click();
  await expect(dialog.getByText(/^Total /)).toBeVisible();
  await expect(dialog.getByText(/^New time/)).toBeHidden();
  await dialog.getByRole('checkbox', { name: 'Change the time as well' }).press('Space');
  await dialog.getByRole('button', { name: 'Ready in 45 min' }).click();
  await expect(dialog.getByText(/^New time: \d\d:\d\d$/)).toBeVisible();
  await expectAccessible(kitchen, 'changing an order and its time', { hasDark: true, widths: [375] });
  await ask.click();
  await expect(dialog).toBeHidden();

  const question = page.getByRole('region', { name: 'May we change your order?' });
  await expect(question.getByText(/AED\s44\.10 instead of AED\s88\.20/)).toBeVisible();
  const params = { id: order._id };
  const read = async () => (await call('GET /order/get-order-details/:id', { params }, place.owner.token)).order;
  const [change] = (await read()).changes;
  const minutes = (Date.parse(change!.after.promisedAt!) - Date.parse(change!.proposedAt)) / 60_000;
  expect(Math.abs(minutes - 45)).toBeLessThanOrEqual(5);
  await question.getByRole('button', { name: 'Yes, change it' }).click();
  await expect(question).toBeHidden();
  expect(await read()).toMatchObject({ totalPrice: 44.1, promisedAt: change!.after.promisedAt });
});

test('in Arabic the guest declines, and the order stays', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place, 2);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}?lang=ar`);
  const lines = [{ lineNumber: 1, quantity: 1 }];
  await call('POST /order/propose-change', { body: { orderId: order._id, lines } }, place.owner.token);
  const question = page.getByRole('region', { name: 'هل يمكننا تعديل طلبك؟' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'a question about the order in Arabic', { hasDark: true });
  await question.getByRole('button', { name: 'لا، اتركوه كما هو' }).click();
  await expect(question).toBeHidden();
  const params = { id: order._id };
  const { order: after } = await call('GET /order/get-order-details/:id', { params }, place.owner.token);
  expect(after).toMatchObject({ totalPrice: order.totalPrice, changes: [{ state: 'declined' }] });
});

test('a guest whose phone is two hours ahead is asked by the clock of the server', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place, 2);
  const lines = [{ lineNumber: 1, quantity: 1 }];
  await call('POST /order/propose-change', { body: { orderId: order._id, lines } }, place.owner.token);
  await signInGuest(page, place);
  await page.clock.install({ time: Date.now() + 2 * 60 * 60_000 });
  await page.goto(`/${place.slug}/order/${order._id}`);
  const question = page.getByRole('region', { name: 'May we change your order?' });
  await question.getByRole('button', { name: 'Yes, change it' }).click();
  await expect(page.getByText(/^Your order was changed at \d\d:\d\d, as you agreed\.$/)).toBeVisible();
});
