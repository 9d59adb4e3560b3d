/** The page of one order (order-operations 5 and 9; OH-04, OH-05). */
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { openLiveOrders, orderOf, placeOrder, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

test("an order's page has the snapshot, the amounts line by line, and its whole timeline (OH-05, LO-16)", async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const lines = [
    { ...largeBurger(place, 2), note: '2 كولا بدون ثلج.' },
    { itemId: place.items.special, quantity: 1 },
  ];
  const body = { order: deliveryOrder(place, lines, 95.04, { specialInstruction: 'No cutlery' }) };
  const { order } = await call('POST /order/create-order', { body }, place.guest.token);
  const move = (status: 'Confirmed' | 'Cancelled', reason?: string) =>
    call('POST /order/update-order-status', { body: { orderId: order._id, status, reason } }, place.owner.token);
  await move('Confirmed');
  await move('Cancelled', 'Closing early');
  // Later changes of name and price do not matter.
  const params = { id: place.items.special };
  await call(
    'POST /menu/update-items-modifier/:id',
    { params, form: { name: 'Renamed', price: 99 } },
    place.owner.token,
  );

  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders?status=Cancelled&size=5');
  await page.getByRole('link', { name: `#${order.orderNumber}` }).click();
  await expect(page).toHaveURL(`/dashboard/orders/${order._id}`);
  await expect(page.getByRole('heading', { name: `Order #${order.orderNumber}`, level: 1 })).toBeFocused();
  const dishes = page.getByRole('region', { name: 'Dishes' });
  await expect(dishes).toContainText(place.named('special'));
  await expect(dishes).not.toContainText('Renamed');
  await expect(dishes).toContainText('2 × AED 18.00');
  // Names and notes are kept apart from the words around them, or Arabic words would change places with those.
  await expect(dishes.locator('bdi')).toHaveText([
    'No cutlery',
    place.named('burger'),
    '2 كولا بدون ثلج.',
    place.named('special'),
  ]);
  await expect(dishes.locator('dl > div')).toHaveText([
    /^SubtotalAED\s85\.75$/,
    /^VAT 5%AED\s4\.29$/,
    /^Delivery feeAED\s5\.00$/,
    /^TotalAED\s95\.04$/,
  ]);
  const guest = page.getByRole('region', { name: 'Guest', exact: true });
  await expect(guest).toContainText(order.customerName);
  await expect(guest).toContainText('4 Harbour Road');
  const facts = page.getByRole('region', { name: 'Order', exact: true });
  await expect(facts).toContainText('Card on Delivery');
  await expect(facts).toContainText('OrderManager');
  const stored = await orderOf(call, place, order._id);
  expect(stored.history).toHaveLength(3);
  const timeline = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  await expect(timeline).toHaveText([
    /^Placed by the guest/,
    /^Moved to In Kitchen.*by Sara Khan$/,
    /^Cancelled.*by Sara KhanReason: Closing early$/,
  ]);
  await page.getByRole('button', { name: 'Print ticket' }).click();
  await expect(page.getByRole('dialog', { name: `Ticket #${order.orderNumber}` })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('main').getByRole('link', { name: 'Order history' }).click();
  await expect(page).toHaveURL('/dashboard/orders?status=Cancelled&size=5');
});

test("a live order's page changes by itself, with the messages to its guest, and leads to Live orders", async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await openLiveOrders(page, place);
  await visit(page, '/dashboard/restaurant');
  await page.getByRole('main').getByRole('link', { name: 'Messages to guests' }).click();
  const text = page.getByRole('switch', { name: 'Order accepted, Text message' });
  await expect(text).not.toBeChecked();
  await text.click();
  await expect(page.getByText('The record is successfully updated')).toBeVisible();
  await page.getByRole('button', { name: 'Show what guests read: Order accepted' }).click();
  await page.getByRole('combobox', { name: 'Language of the examples' }).selectOption('Arabic');
  await expect(page.getByRole('figure').filter({ hasText: 'Text message, Delivery' })).toContainText('يصلك نحو الساعة');
  await visit(page, `/dashboard/orders/${order._id}`);
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(1);
  const body = { orderId: order._id, status: 'Confirmed' as const };
  await call('POST /order/update-order-status', { body }, place.owner.token);
  await expect(page.getByRole('list', { name: 'Timeline' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Messages to the guest' }).getByRole('listitem')).toHaveText([
    /^Order accepted, EmailWaiting to be sent/,
    /^Order accepted, Text messageWaiting to be sent/,
  ]);
  await page.getByRole('link', { name: 'Open in Live orders' }).click();
  await expect(page).toHaveURL(`/dashboard/orders/live?order=${order._id}`);
});

test('an unknown order is reported', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 404/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  for (const id of ['0198c0de-0000-7000-8000-00000000ffff', 'nonsense']) {
    await visit(page, `/dashboard/orders/${id}`);
    await expect(page.getByRole('heading', { name: 'This record was not found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to Order history' }).click();
  await expect(page).toHaveURL('/dashboard/orders');
});
