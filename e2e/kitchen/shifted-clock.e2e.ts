/** No order is missed, hour by hour: a server of its own, whose clock the test sets (X01; LO-09, LO-10, LO-17). */
import type { Page } from '@playwright/test';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { MINUTE, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { addWater, goToCheckout, signInGuest, openShop, shopAddress } from '../support/guest.ts';
import { orderDetails, devicesButton, openDevice, orderOf, row } from '../support/kitchen.ts';
import { test } from '../support/own-server.ts';
import { takeTomorrow } from '../support/restaurant.ts';
import { expect, phone, tablet } from '../support/test.ts';

const slotMinutes = 15;
const dubai = { timezoneId: 'Asia/Dubai' };

test('unaccepted orders escalate step by step, each step once, to the rejection announced to their guests', async ({
  openRestaurant,
  openWindow,
  call,
  db,
  server,
  setClock,
}) => {
  const place = await openRestaurant();
  await takeTomorrow(db, place);
  const body = { alertCalls: true, rejectMinutes: 10 };
  await call('POST /outlet/update-escalation/:id', { params: { id: place.outletId }, body }, place.owner.token);
  const till = await openWindow({ viewport: tablet, ...dubai });
  const bar = await openWindow({ viewport: tablet, ...dubai });
  const guest = await openWindow({ viewport: phone, ...dubai });
  const plays = await openDevice(till, place, 'Till');
  const playsAtBar = await openDevice(bar, place, 'Bar', { hasSound: false });
  const noDeviceRings = bar.getByRole('status').filter({ hasText: 'No device will ring' });
  await expect(devicesButton(bar)).toHaveText('Devices 1/2');
  await expect(bar.getByText('Sound is off')).toBeVisible();
  await expect(noDeviceRings).toBeHidden();

  await test.step('a guest orders and reads until when the restaurant answers', async () => {
    await signInGuest(guest, place);
    await openShop(guest, shopAddress(place, 'pickup'));
    await addWater(guest, place);
    await goToCheckout(guest);
    await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
    const before = await plays();
    await guest.getByRole('button', { name: /^Place order/ }).click();
    await guest.getByRole('link', { name: 'Track order' }).click();
    await expect.poll(plays).toBeGreaterThan(before);
  });
  const order = await orderOf(call, place, guest.url().split('/').at(-1)! as OrderId);
  const placedAt = Date.parse(order.createdAt);
  const acceptBy = Date.parse(order.acceptBy!);
  expect(acceptBy - placedAt).toBe(10 * MINUTE);
  await expect(
    guest.getByText(`The restaurant answers by ${timeIn(acceptBy)}, or the order is cancelled`),
  ).toBeVisible();
  for (const screen of [till, bar]) {
    await expect(row(screen, order.orderNumber)).toBeVisible();
    await expect(orderDetails(screen)).toContainText(`Accept by ${timeIn(acceptBy)}`);
  }

  await test.step('a person mutes the ringing device, which the other device shows', async () => {
    await till.getByRole('button', { name: 'Sound: on' }).click();
    await expect(till.getByRole('button', { name: 'Sound: off' })).toBeVisible();
    await expect(noDeviceRings).toBeVisible();
  });

  await test.step('after a minute it rings all the same, wherever a browser lets it', async () => {
    const before = await plays();
    await setClock(new Date(placedAt + MINUTE));
    for (const screen of [till, bar]) await expect(orderDetails(screen)).toContainText('Ringing on all devices');
    await expect.poll(plays).toBeGreaterThan(before);
    expect(await playsAtBar()).toBe(0);
    await expect(noDeviceRings).toBeVisible();
  });

  await test.step('after three minutes there is a mail', async () => {
    await setClock(new Date(placedAt + 3 * MINUTE));
    for (const screen of [till, bar]) await expect(orderDetails(screen)).toContainText('Email sent');
    const [mail, ...others] = await mailsAbout(bar, order);
    expect([mail, others]).toMatchObject([
      {
        to: `${place.canary}@outlet.test`,
        subject: `Order #${order.orderNumber} is waiting at ${place.outletName}`,
        text: expect.stringContaining(`it is not accepted by ${timeIn(acceptBy)}, it is cancelled`),
      },
      [],
    ]);
    expect(server.voiceCalls).toEqual([]);
  });

  await test.step('after five minutes the outlet gets a voice call', async () => {
    await setClock(new Date(placedAt + 5 * MINUTE));
    for (const screen of [till, bar]) await expect(orderDetails(screen)).toContainText('Outlet alerted');
    expect(server.voiceCalls).toEqual([
      {
        to: '+97144321000',
        text: expect.stringContaining(
          `Order #${order.orderNumber} at ${place.outletName} has been waiting for 5 minutes`,
        ),
        language: 'en',
        key: `${order._id}.call`,
      },
    ]);
  });

  await test.step('at the deadline, and not before, the order is rejected, and the guest reads why', async () => {
    // The screens learn the time at the next tick of their clocks.
    await setClock(new Date(acceptBy - 30_000));
    await expect(orderDetails(till)).toContainText(/in 1 min, or it will be cancelled/);
    expect((await orderOf(call, place, order._id)).status).toBe('New');
    await setClock(new Date(acceptBy));
    const reason = 'This order was cancelled: The restaurant did not answer in time.';
    await expect(guest.getByText(reason).first()).toBeVisible();
    for (const screen of [till, bar]) await expect(row(screen, order.orderNumber)).toBeHidden();
    const { status, history } = await orderOf(call, place, order._id);
    expect(status).toBe('Cancelled');
    expect(history).toMatchObject([{ to: 'New' }, { to: 'Cancelled', by: 'Order Manager' }]);
    expect(Date.parse(history[1]!.at) - acceptBy).toBeGreaterThanOrEqual(0);
  });

  const later = await orderForLater();
  await test.step('a scheduled order waits silently until the kitchen has to begin', async () => {
    await expect(till.getByRole('tab', { name: 'Later 1' })).toBeVisible();
    await setClock(new Date(Date.parse(later.firesAt!) - 3 * MINUTE));
    await expect(till.getByText('1 order is scheduled for later.')).toBeVisible();
    await till.getByRole('button', { name: 'Sound: off' }).click();
    await expect(devicesButton(bar)).toHaveText('Devices 1/2');
    const before = await plays();
    expect((await orderOf(call, place, later._id)).firedAt).toBeNull();
    await setClock(new Date(later.firesAt!));
    for (const screen of [till, bar]) {
      await expect(screen.getByRole('tab', { name: 'New 1' })).toBeVisible();
      await expect(screen.getByRole('tab', { name: 'Later 0' })).toBeVisible();
    }
    await expect.poll(plays).toBeGreaterThan(before);
  });

  await test.step('a scheduled order escalates from then on, and earlier steps are not repeated', async () => {
    const { firedAt } = await orderOf(call, place, later._id);
    await setClock(new Date(Date.parse(firedAt!) + 5 * MINUTE));
    await row(till, later.orderNumber).click();
    await expect(orderDetails(till)).toContainText('Outlet alerted');
    expect(server.voiceCalls.map(({ key }) => key)).toEqual([`${order._id}.call`, `${later._id}.call`]);
    for (const one of [order, later]) await expect.poll(() => mailsAbout(bar, one)).toHaveLength(1);
    expect((await orderOf(call, place, order._id)).history).toHaveLength(2);
  });

  /** For the first slot an hour from now. */
  async function orderForLater(): Promise<Order> {
    const slot = slotMinutes * MINUTE;
    const orderDate = new Date(Math.ceil((server.now().getTime() + 60 * MINUTE) / slot) * slot).toISOString();
    const wanted = pickupOrder(place, [{ itemId: place.items.special, quantity: 1 }], 44.1, { orderDate });
    return (await call('POST /order/create-order', { body: { order: wanted } }, place.guest.token)).order;
  }
});

test('a basket that is refused for its time can be sent when that is over, without a touch', async ({
  openRestaurant,
  openWindow,
  call,
  server,
  setClock,
}) => {
  const place = await openRestaurant();
  const guest = await openWindow({ viewport: phone, ...dubai });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  await addWater(guest, place);
  const body = { mode: 'pickup', length: '15-minutes' } as const;
  await call('POST /outlet/pause-orders/:id', { params: { id: place.outletId }, body }, place.owner.token);
  await guest.getByRole('link', { name: /^View basket/ }).click();
  const goOn = guest.getByRole('button', { name: /^Review order/ });
  await expect(goOn).toBeDisabled();
  await expect(guest.getByText(/^Orders are paused/).first()).toBeVisible();
  await setClock(new Date(server.now().getTime() + 16 * MINUTE));
  await expect(goOn).toBeEnabled();
  await expect(guest.getByText(/^Orders are paused/)).toHaveCount(0);
});

/** The time on the outlet's clock. */
function timeIn(instant: number): string {
  return timeOfMinutes(wallTime(new Date(instant), 'Asia/Dubai').minuteOfDay);
}

/** The mails of the inbox that name the order. Text messages have no subject. */
/** Mails to the outlet; the guest of an order that ends without an answer gets one as well. */
async function mailsAbout(page: Page, { _id }: Order) {
  const inbox = await page.request.get('/dev/inbox.json');
  const { messages } = (await inbox.json()) as { messages: { to: string; subject?: string; text: string }[] };
  return messages.filter(
    ({ to, subject, text }) => to.endsWith('@outlet.test') && subject !== undefined && text.includes(_id),
  );
}
