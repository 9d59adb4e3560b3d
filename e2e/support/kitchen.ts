/** Actions and views of a restaurant's people in the Order Manager. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import type { Call, Place } from './test.ts';

/** Signs the window in, as if long ago. */
export async function signInWithToken(
  page: Page,
  token: string,
  userType: 'merchant' | 'admin' = 'merchant',
): Promise<void> {
  await page.addInitScript((session) => Object.assign(localStorage, session), { token, userType });
}

/**
 * Lets the clock of the window alone run ahead, as if minutes had passed: heartbeats are answered as by the server of the
 * version before, which does not say its time.
 */
export async function countByOwnClock(page: Page): Promise<void> {
  await page.route('**/api/v1/device/heartbeat', async (route) => {
    try {
      const response = await route.fetch();
      const answer = (await response.json()) as Record<string, unknown>;
      await route.fulfill({ response, json: { ...answer, now: undefined } });
    } catch {
      // The test ended while the answer was on its way.
    }
  });
}

/** Opens Live orders with a connected stream. */
export async function openLiveOrders(page: Page, place: Place): Promise<void> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/live');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}

/**
 * Opens Live orders on a device with this name, with its sound on or still locked. A browser that refuses sound stays locked at
 * every click.
 */
export async function openDevice(
  page: Page,
  place: Place,
  name: string,
  { hasSound = true, refusesSound = false } = {},
) {
  if (refusesSound) {
    await page.addInitScript(() => {
      HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
    });
  }
  const plays = await countPlays(page);
  await page.addInitScript((deviceName) => {
    if (localStorage.getItem('deviceName') === null) localStorage.setItem('deviceName', deviceName);
  }, name);
  await openLiveOrders(page, place);
  if (hasSound) await page.getByRole('button', { name: 'Enable sound' }).click();
  await expect(devicesButton(page)).toBeVisible();
  // The sound that enabling plays is none that a test waits for.
  if (hasSound && !refusesSound) await expect.poll(plays).toBeGreaterThan(0);
  return plays;
}

export function devicesButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Devices \d/ });
}

/** The row of an order in the list. */
export function row(page: Page, orderNumber: number): Locator {
  return page.getByRole('list', { name: 'Orders', exact: true }).getByRole('button', { name: `#${orderNumber}` });
}

/** The panel with the open order. */
export function orderDetails(page: Page): Locator {
  return page.getByRole('region', { name: 'Order details' });
}

/** Presses the button for the open order's next state; it ignores taps for a moment after it appears. */
export async function pressStatusButton(
  page: Page,
  name: 'Move to preparation' | 'Move to Ready' | 'Complete',
): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  await expect(button).toBeEnabled();
  await button.click();
}

/** Places an order of the restaurant's guest outside this browser: portions of the special at 42.00, picked up. */
export async function placeOrder(call: Call, place: Place, quantity = 1): Promise<Order> {
  const total = (42 * quantity * 105) / 100;
  const order = pickupOrder(place, [{ itemId: place.items.special, quantity }], total);
  return (await call('POST /order/create-order', { body: { order } }, place.guest.token)).order;
}

/** An order of two specials that was handed over, and of which its guest says that one was missing. */
export async function reportProblem(call: Call, place: Place): Promise<Order> {
  const { _id } = await placeCompleted(call, place);
  const lines = [{ lineNumber: 1, quantity: 1 }];
  const form = { orderId: _id, kind: 'missing', wish: 'refund', note: 'One was not in the bag.' } as const;
  return (await call('POST /order/report-problem', { form: { ...form, lines } }, place.guest.token)).order;
}

/** An order of two specials, for 88.20, that was handed over. */
export async function placeCompleted(call: Call, place: Place): Promise<Order> {
  const order = await placeOrder(call, place, 2);
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const)
    await call('POST /order/update-order-status', { body: { orderId: order._id, status } }, place.owner.token);
  return order;
}

/** The order as the restaurant's API answers it. */
export async function orderOf(call: Call, place: Place, id: OrderId): Promise<Order> {
  return (await call('GET /order/get-order-details/:id', { params: { id } }, place.owner.token)).order;
}

/** Counts how often the page has sounded: a sound that is stopped before it is heard is none. */
export async function countPlays(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let count = 0;
    // Runs with its own element as `this`.
    // oxlint-disable-next-line unbound-method
    HTMLMediaElement.prototype.play = new Proxy(HTMLMediaElement.prototype.play, {
      apply(play, element, args) {
        const playing = Reflect.apply(play, element, args);
        playing.then(
          () => {
            count += 1;
            document.documentElement.dataset['plays'] = String(count);
          },
          () => undefined,
        );
        return playing;
      },
    });
  });
  return async () => Number((await page.locator('html').getAttribute('data-plays')) ?? 0);
}

/** A bottle takes the twelve minutes that the kitchen of pickups has in a quarter of an hour. */
export async function limitKitchen(call: Call, { outletId, items, owner }: Place): Promise<void> {
  const limit = { mode: 'pickup', makeMinutesPerQuarter: 12 } as const;
  await call('POST /outlet/update-ordering-modes/:id', { params: { id: outletId }, body: limit }, owner.token);
  const form = { makeMinutes: 12 };
  await call('POST /menu/update-items-modifier/:id', { params: { id: items.water }, form }, owner.token);
}
