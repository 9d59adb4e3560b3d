/** No order is missed: devices know of each other, an unaccepted order escalates, and the guest is told (X01). */
import type { Page } from '@playwright/test';
import { letDevicesBeSilent, letTimePass } from '#server/test/data/shift-orders.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addWater, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import {
  orderDetails,
  devicesButton,
  openDevice,
  placeOrder,
  pressStatusButton,
  row,
  signInWithToken,
} from '../support/kitchen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';
import { expectTouchTargets } from '../support/touch-targets.ts';

test.use({ viewport: tablet });

const devicesDialog = (page: Page) => page.getByRole('dialog', { name: 'Devices' });
const listed = (page: Page) => devicesDialog(page).getByRole('list', { name: 'Devices' }).getByRole('listitem');

test('every device shows the state of the others, and a band warns when none rings', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  await openDevice(page, place, 'Tablet 1', { hasSound: false });
  const band = page.getByRole('status').filter({ hasText: 'No device will ring' });
  await expect(band).toBeVisible();
  await expect(devicesButton(page)).toHaveText('Devices 0/1');
  await expectTouchTargets(page);
  await page.getByRole('button', { name: 'Enable sound' }).click();
  await expect(devicesButton(page)).toHaveText('Devices 1/1');
  await expect(band).toBeHidden();

  const other = await openWindow({ viewport: phone, timezoneId: 'Asia/Dubai' });
  await openDevice(other, place, 'Tablet 2', { hasSound: false, refusesSound: true });
  await expect(devicesButton(other)).toHaveText('Devices 1/2');
  // On a phone the button stands beside a short sentence, not below it.
  const enable = other.getByRole('button', { name: 'Enable sound' });
  await expect(enable).toBeInViewport({ ratio: 1 });
  const [said, pressed] = [await other.getByText('Sound is off').boundingBox(), await enable.boundingBox()];
  expect(said!.y).toBeGreaterThan(pressed!.y);
  await devicesButton(other).click();
  await expect(listed(other)).toHaveText([/^Tablet 2This device.*Tap to allow sound/, /^Tablet 1.*Rings/]);
  await expect(devicesButton(page)).toHaveText('Devices 1/2');

  await devicesButton(page).click();
  await expect(listed(page)).toHaveText([/^Tablet 1This device.*Rings/, /^Tablet 2.*Tap to allow sound/]);
  await page.getByRole('button', { name: 'Rename Tablet 2' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Bar');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(listed(page).nth(1)).toHaveText(/^Bar.*Tap to allow sound/);
  await expect(listed(other).first()).toHaveText(/^Bar/);
  // The device keeps its name after a reload.
  await other.reload();
  await devicesButton(other).click();
  await expect(listed(other).first()).toHaveText(/^BarThis device/);

  const plays = async () => Number((await page.locator('html').getAttribute('data-plays')) ?? 0);
  const before = await plays();
  await page.getByRole('button', { name: 'Test sound' }).click();
  await expect.poll(plays).toBe(before + 1);
  await page.getByRole('button', { name: 'Close' }).click();
  await other.close();
  await expect(devicesButton(page)).toHaveText('Devices 1/1');
});

test('seeing an order stops the ringing everywhere, and not the deadline', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const body = { rejectMinutes: 10 };
  await call('POST /outlet/update-escalation/:id', { params: { id: place.outletId }, body }, place.owner.token);
  const other = await openWindow({ viewport: tablet, timezoneId: 'Asia/Dubai' });
  const plays = await openDevice(other, place, 'Tablet 2');
  await openDevice(page, place, 'Tablet 1');
  const before = await plays();
  const order = await placeOrder(call, place);
  await expect.poll(plays).toBeGreaterThan(before);
  await orderDetails(page).waitFor();
  await expect(page.getByRole('button', { name: 'Silence' })).toBeVisible();
  await expectTouchTargets(page);
  await page.getByRole('button', { name: 'Silence' }).click();
  for (const screen of [page, other]) {
    await expect(orderDetails(screen)).toContainText(/Seen by Sara Khan, \d\d:\d\d/);
    await expect(row(screen, order.orderNumber)).toContainText('Seen');
    await expect(screen.getByRole('button', { name: 'Silence' })).toBeHidden();
    await expect(orderDetails(screen)).toContainText('Accept by');
  }
  const seen = await plays();
  await pressStatusButton(page, 'Move to preparation');
  await expect(orderDetails(page)).not.toContainText('Accept by');
  expect(await plays()).toBe(seen);
});

test('a guest is told when no device is there, and is refused where the outlet is set so', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of \d+ .*create-order/);
  const place = await openRestaurant();
  const guest = await openWindow({ viewport: phone, timezoneId: 'Asia/Dubai' });
  await signInGuest(guest, place);
  const notice = guest.getByText('It may take a few minutes until the restaurant confirms your order.');
  await openShop(guest, shopAddress(place, 'pickup'));
  await addWater(guest, place);
  await guest.getByRole('link', { name: /^View basket/ }).click();
  await expect(notice).toBeVisible();
  await expectAccessible(guest, 'a basket that nobody watches for');
  await guest.getByRole('button', { name: 'Review order' }).click();
  await expect(notice).toBeVisible();
  await guest.getByRole('radio', { name: 'Cash on pickup' }).check();
  // Without an outlet there is no restaurant that would confirm.
  const switchOutlet = (status: boolean) =>
    call('PUT /outlet/update-outlet/:id', { params: { id: place.outletId }, form: { status } }, place.owner.token);
  await switchOutlet(false);
  await guest.getByRole('button', { name: /^Place order/ }).click();
  await expect(guest.getByRole('button', { name: /^Place order/ })).toBeHidden();
  await expect(notice).toBeHidden();
  await switchOutlet(true);

  await openDevice(page, place, 'Till', { hasSound: false });
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Your order', level: 1 })).toBeVisible();
  await expect(guest.getByText('Total', { exact: true })).toBeVisible();
  await expect(notice).toBeHidden();

  await page.close();
  await letDevicesBeSilent(db, place.id, ['Till'], 100);
  const body = { refusesUnattended: true };
  await call('POST /outlet/update-escalation/:id', { params: { id: place.outletId }, body }, place.owner.token);
  await guest.reload();
  await expect(guest.getByText(`${place.outletName} does not see orders at the moment.`)).toBeVisible();
  await expect(guest.getByRole('button', { name: /^Place order/ })).toBeDisabled();
});

test('the escalation of unaccepted orders is configured for each outlet', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await page.setViewportSize(desktop);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Order alerts' }).click();
  await expect(page.getByRole('heading', { name: 'Order alerts', level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Ring on all devices after' })).toHaveValue('1');
  await expect(page.getByRole('switch', { name: 'Cancel automatically' })).not.toBeChecked();
  await page.getByRole('switch', { name: 'Cancel automatically' }).click();
  const end = page.getByRole('textbox', { name: 'Cancel after' });
  await expect(end).toHaveValue('10');
  await end.fill('2');
  await expect(page.getByText('The order is cancelled before the last step above.')).toBeVisible();
  await end.fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Use at least 1')).toBeVisible();
  await end.fill('8');
  await page.getByRole('textbox', { name: 'Email to' }).fill('owner@alerts.test');
  await page.getByRole('switch', { name: 'Alert calls' }).click();
  await expect(page.getByText(/so the outlet gets a text message instead: \+97144321000/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The record is successfully updated')).toBeVisible();
  const { escalation } = await call(
    'GET /outlet/get-escalation/:id',
    { params: { id: place.outletId } },
    place.owner.token,
  );
  expect(escalation).toMatchObject({ rejectMinutes: 8, mailTo: 'owner@alerts.test', alertCalls: true, callMinutes: 5 });
  await page.reload();
  await expect(end).toHaveValue('8');
  await expect(
    page.getByText('Nobody gets emails about waiting orders: owner@alerts.test is not confirmed.'),
  ).toBeVisible();
  await expectAccessible(page, 'order alerts', { hasDark: true });
  await page.getByRole('button', { name: 'Send a code to owner@alerts.test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter the code' });
  await expect(dialog.getByLabel('Code')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Code')).toHaveAccessibleDescription('Enter the code');
  await page.keyboard.type(await contactCodeMailedTo(page, 'owner@alerts.test'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Confirmed: order alerts go there from now on')).toBeVisible();
  await expect(page.getByText('Not confirmed yet')).toBeHidden();
});

async function contactCodeMailedTo(page: Page, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const inbox = await page.request.get('/dev/inbox.json');
    const { messages } = (await inbox.json()) as { messages: { to: string; subject?: string }[] };
    code = messages.find(({ to }) => to === email)?.subject?.match(/^\d{6}/)?.[0];
    expect(code).toBeDefined();
  }).toPass();
  return code!;
}

test('the devices and an escalating order are accessible', async ({ page, openRestaurant, openWindow, call, db }) => {
  const place = await openRestaurant();
  const body = { rejectMinutes: 20 };
  await call('POST /outlet/update-escalation/:id', { params: { id: place.outletId }, body }, place.owner.token);
  const other = await openWindow({ viewport: tablet, timezoneId: 'Asia/Dubai' });
  await openDevice(other, place, 'Tablet with a long name', { hasSound: false });
  const order = await placeOrder(call, place);
  await openDevice(page, place, 'Till', { hasSound: false });
  await letTimePass(db, place.id, 4);
  await expect(orderDetails(page)).toContainText('Email sent');
  await expectAccessible(page, 'a climbing order', { hasDark: true });
  await page.setViewportSize(tablet);
  await row(page, order.orderNumber).click();
  await devicesButton(page).click();
  await expect(listed(page)).toHaveCount(2);
  await expectAccessible(page, 'the devices', { hasDark: true });
});
