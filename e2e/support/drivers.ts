/** Drivers and the orders that they take out. */
import type { Locator, Page } from '@playwright/test';
import type { Order } from '#contract/ordering/orders.ts';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import type { Call, Place } from './test.ts';

/** A delivery that the kitchen has finished, in cash: 43.75 with 2.19 VAT and 5.00 for the way. */
export async function readyDelivery(
  call: Call,
  place: Place,
  more: Parameters<typeof deliveryOrder>[3] = {},
): Promise<Order> {
  const order = deliveryOrder(place, [largeBurger(place, 2)], 50.94, { paymentMethod: 'cash on delivery', ...more });
  const { order: placed } = await call('POST /order/create-order', { body: { order } }, place.guest.token);
  for (const status of ['Confirmed', 'Ready'] as const)
    await call('POST /order/update-order-status', { body: { orderId: placed._id, status } }, place.owner.token);
  return placed;
}

/** A new driver, with the link and the code that open their page. */
export function addDriver(call: Call, place: Place, name: string) {
  const body = { name, phone: '+971501112233', outletIds: null };
  return call('POST /delivery/add-driver', { body }, place.owner.token);
}

/** Opens the page of a driver in a window, and types the code. */
export async function openDriver(
  page: Page,
  { link, code }: { link: string; code: string },
  codeLabel = 'Your code',
): Promise<void> {
  await page.goto(link.replace(/^https?:\/\/[^/]+/, ''));
  await page.getByLabel(codeLabel).fill(code);
  await page.keyboard.press('Enter');
}

/** An order on the page of a driver. */
export function cardOf(page: Page, { orderName }: Order): Locator {
  return page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: orderName, exact: true }) });
}
