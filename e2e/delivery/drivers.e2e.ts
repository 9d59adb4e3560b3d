/** A driver's evening: made by the owner, opened by link and code on a phone, an order taken, left with, handed over, brought back. */
import type { Locator } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { expectRoomForLargeText } from '../support/cut-texts.ts';
import { addDriver, cardOf as card, openDriver, readyDelivery as ready } from '../support/drivers.ts';
import { openLiveOrders, orderDetails, orderOf, signInWithToken } from '../support/kitchen.ts';
import { holdAnswers, loseAnswer, toastWith } from '../support/screen.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

test('the owner makes a driver, who delivers with the code of the guest', async ({
  page,
  call,
  complaints,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const order = await ready(call, place);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/drivers');
  await expect(page.getByText('No drivers yet')).toBeVisible();
  await expectAccessible(page, 'no drivers', { hasDark: true });
  await page.getByRole('button', { name: 'Add driver' }).click();
  await page.getByLabel('Name').fill('Bilal');
  await page.getByLabel('Phone').fill('+971 50 111 2233');
  await expectAccessible(page, 'a new driver', { hasDark: true });
  const adding = page.getByRole('dialog', { name: 'Add a driver' });
  const letGo = await holdAnswers(page, '**/delivery/add-driver');
  await adding.getByRole('button', { name: 'Add driver' }).click();
  await expect(adding.getByRole('button', { name: 'Saving' })).toBeVisible();
  letGo();
  const shown = page.getByRole('dialog', { name: 'The link of Bilal' });
  const code = (await shown.getByText(/^\d{6}$/).textContent())!;
  await expectAccessible(page, 'the link of a driver', { hasDark: true });
  await expectRoomForLargeText(page, 'the link of a driver');
  await page.setViewportSize(phone);
  const { code: renewedCode, link } = await call(
    'POST /delivery/new-driver-link/:id',
    { params: { id: (await call('GET /delivery/get-drivers', {}, place.owner.token)).drivers[0]!._id } },
    place.owner.token,
  );
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Has not opened the link yet')).toBeVisible();
  const top = async (locator: Locator) => (await locator.boundingBox())!.y;
  const menu = page.getByRole('button', { name: 'Actions for Bilal' });
  expect(await top(menu), 'the menu stands beside the name').toBeLessThan(
    await top(page.getByText('+971 50 111 2233')),
  );

  const driver = await openWindow({ viewport: phone });
  await driver.goto(link.replace(/^https?:\/\/[^/]+/, ''));
  await expectAccessible(driver, 'the code of a driver', { hasDark: true });
  await driver.getByLabel('Your code').fill(renewedCode);
  await driver.getByRole('button', { name: 'Open my deliveries' }).click();
  expect(code).toMatch(/^\d{6}$/);
  await expect(driver.getByText('Nothing yet. Take an order below.')).toBeVisible();
  await expectAccessible(driver, 'an order that waits', { hasDark: true });
  await expect(driver.getByText('4 Harbour Road')).toBeHidden();
  await driver.getByRole('button', { name: `Take order ${order.orderName}` }).click();
  await expect(card(driver, order).getByText('4 Harbour Road')).toBeVisible();
  await expect(card(driver, order).getByText('Take AED 50.94 in cash')).toBeVisible();
  await expect(card(driver, order).getByRole('link', { name: 'Call' })).toHaveAttribute('href', /^tel:\+/);
  await driver.getByRole('button', { name: 'Leave with one order' }).click();
  await expect(card(driver, order).getByText('On the way')).toBeVisible();
  await expectAccessible(driver, 'an order that is out', { hasDark: true });
  await expectRoomForLargeText(driver, 'an order that is out');
  await driver.setViewportSize(phone);
  await expect(page.getByText(`Out with ${order.orderName}`)).toBeVisible();

  await card(driver, order).getByRole('button', { name: 'Handed over' }).click();
  await expectAccessible(driver, 'handing over', { hasDark: true });
  await driver.getByLabel('Name').check();
  await driver.getByLabel('Who took it?').fill('Mona');
  await driver.getByRole('button', { name: 'Done' }).click();
  await expect(card(driver, order)).toBeHidden();
  const done = await orderOf(call, place, order._id);
  expect([done.status, done.history.at(-1)!.by, done.delivery?.proofName]).toEqual(['Completed', 'Bilal', 'Mona']);

  // A link that comes after its dialog was left does not open by itself.
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add driver' }).click();
    await adding.getByLabel('Name').fill(name);
    await adding.getByLabel('Phone').fill('+971 50 111 2244');
    await adding.getByRole('button', { name: 'Add driver' }).click();
  };
  const letLate = await holdAnswers(page, '**/delivery/add-driver');
  await add('Hana');
  await expect(adding.getByRole('button', { name: 'Saving' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(adding).toBeHidden();
  letLate();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for Hana' })).toBeVisible();

  // A driver whose answer was lost is on the list, and is not added again unawares.
  complaints.expect(/ERR_CONNECTION_RESET/);
  await loseAnswer(page, '**/delivery/add-driver');
  await add('Rami');
  const sentence = 'Network error. The driver may have been added: look at the list.';
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await expect(adding.getByLabel('Name')).toHaveValue('Rami');
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Actions for Rami' })).toHaveCount(1);
});

test('two drivers press Take: one gets the order, and the other reads who', async ({
  call,
  complaints,
  openRestaurant,
  openWindow,
}) => {
  complaints.expect(/409 \(Conflict\)/);
  const place = await openRestaurant();
  const order = await ready(call, place);
  const windows = await Promise.all(
    ['Bilal', 'Hana'].map(async (name) => {
      const window = await openWindow({ viewport: phone });
      await openDriver(window, await addDriver(call, place, name));
      await expect(window.getByRole('button', { name: `Take order ${order.orderName}` })).toBeVisible();
      return window;
    }),
  );
  await Promise.all(
    windows.map((window) => window.getByRole('button', { name: `Take order ${order.orderName}` }).click()),
  );
  const winner = async () => (await orderOf(call, place, order._id)).delivery?.driverName;
  await expect.poll(winner).toMatch(/^(Bilal|Hana)$/);
  const name = await winner();
  const loser = windows[name === 'Bilal' ? 1 : 0]!;
  await expect(loser.getByText(`${name} was faster and has this order.`)).toBeVisible();
  await expect(loser.getByText('4 Harbour Road')).toBeHidden();
  await expect(windows[name === 'Bilal' ? 0 : 1]!.getByText('4 Harbour Road')).toBeVisible();
});

test('an end without a connection is sent later, and the kitchen reads why an order came back', async ({
  page,
  context,
  call,
  complaints,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const order = await ready(call, place);
  const kitchen = await openWindow({ viewport: phone });
  await openLiveOrders(kitchen, place);
  await openDriver(page, await addDriver(call, place, 'Bilal'));
  await page.getByRole('button', { name: `Take order ${order.orderName}` }).click();
  await page.getByRole('button', { name: 'Leave with one order' }).click();
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await context.setOffline(true);
  await card(page, order).getByRole('button', { name: 'Could not deliver' }).click();
  await page.getByLabel('Nobody there').check();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByText('One delivery waits to be sent.')).toBeVisible();
  await expect(card(page, order).getByText('Waits to be sent')).toBeVisible();
  expect((await orderOf(call, place, order._id)).delivery?.state).toBe('out');
  await context.setOffline(false);
  await expect(page.getByText('One delivery waits to be sent.')).toBeHidden();
  await expect(card(page, order).getByText('Came back: Nobody there')).toBeVisible();
  await kitchen.getByRole('tab', { name: /Ready/ }).click();
  await kitchen.getByRole('button', { name: `#${order.orderName}` }).click();
  await expect(orderDetails(kitchen).getByText(/^Bilal brought it back at .*: Nobody there$/)).toBeVisible();
  await orderDetails(kitchen).getByRole('button', { name: 'Give to a driver' }).click();
  await kitchen.getByRole('menuitem', { name: 'Bilal' }).click();
  await expect(orderDetails(kitchen).getByText(/^Taken by Bilal at/)).toBeVisible();
});

test('an end that gets no answer does not hold up the look at other orders', async ({ page, call, openRestaurant }) => {
  const place = await openRestaurant();
  const order = await ready(call, place);
  await openDriver(page, await addDriver(call, place, 'Bilal'));
  await page.getByRole('button', { name: `Take order ${order.orderName}` }).click();
  await page.getByRole('button', { name: 'Leave with one order' }).click();
  let held = 0;
  // The line hangs, as in a lift: the call is neither refused nor answered.
  await page.route(
    '**/delivery/fail-order',
    () => {
      held += 1;
    },
    { times: 1 },
  );
  await card(page, order).getByRole('button', { name: 'Could not deliver' }).click();
  await page.getByLabel('Nobody there').check();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect.poll(() => held).toBe(1);
  const other = await ready(call, place);
  await expect(page.getByRole('button', { name: `Take order ${other.orderName}` })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('One delivery waits to be sent.')).toBeVisible();
  // It is given up after a while, and sent again with the next look.
  await expect(page.getByText('One delivery waits to be sent.')).toBeHidden({ timeout: 40_000 });
  await expect(card(page, order).getByText('Came back: Nobody there')).toBeVisible();
});

test('on a shared phone the unsent end of one driver waits until that driver is back', async ({
  page,
  context,
  call,
  complaints,
  openRestaurant,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const place = await openRestaurant();
  const order = await ready(call, place);
  const [bilal, hana] = [await addDriver(call, place, 'Bilal'), await addDriver(call, place, 'Hana')];
  await openDriver(page, bilal);
  await page.getByRole('button', { name: `Take order ${order.orderName}` }).click();
  await page.getByRole('button', { name: 'Leave with one order' }).click();
  await context.setOffline(true);
  await card(page, order).getByRole('button', { name: 'Could not deliver' }).click();
  await page.getByLabel('Nobody there').check();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByText('One delivery waits to be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  // A driver who was removed comes back no more.
  const removed = 'driver-unsent.0190a1b2-0000-7000-8000-000000000001';
  await page.evaluate((name) => {
    const at = Date.now() - 25 * 3_600_000;
    localStorage.setItem(name, JSON.stringify([{ kind: 'handOver', orderId: 'x', name: 'Mona', at }]));
  }, removed);
  await context.setOffline(false);

  await page.goto('about:blank');
  await openDriver(page, hana);
  await expect(page.getByText('Hana')).toBeVisible();
  await expect(page.getByText('One delivery waits to be sent.')).toBeHidden();
  await expect(page.getByRole('alert')).toBeEmpty();
  expect((await orderOf(call, place, order._id)).delivery?.state).toBe('out');
  expect(await page.evaluate((name) => localStorage.getItem(name), removed)).toBeNull();

  await page.goto('about:blank');
  await openDriver(page, bilal);
  await expect(card(page, order).getByText('Came back: Nobody there')).toBeVisible();
  expect((await orderOf(call, place, order._id)).delivery?.state).toBe('failed');
});

test('the page of a driver is in Arabic, from right to left, and done by keyboard', async ({
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const order = await ready(call, place);
  const driver = await openWindow({ viewport: phone, locale: 'ar' });
  await openDriver(driver, await addDriver(call, place, 'بلال'), 'رمزك');
  await expect(driver.locator('html')).toHaveAttribute('dir', 'rtl');
  await driver.getByRole('button', { name: /^أخذ الطلب/ }).focus();
  await driver.keyboard.press('Enter');
  await expect(driver.getByText('4 Harbour Road')).toBeVisible();
  await driver.getByRole('button', { name: 'الانطلاق مع طلب واحد' }).focus();
  await driver.keyboard.press('Enter');
  await driver.getByRole('button', { name: 'تعذّر التسليم' }).focus();
  await driver.keyboard.press('Enter');
  await expectAccessible(driver, 'bringing back, in Arabic', { hasDark: true });
  await driver.getByRole('button', { name: 'إعادته إلى المطعم' }).focus();
  await driver.keyboard.press('Enter');
  await expect(driver.getByText(/عاد: .*لا أحد هناك/)).toBeVisible();
  expect((await orderOf(call, place, order._id)).delivery?.state).toBe('failed');
});
