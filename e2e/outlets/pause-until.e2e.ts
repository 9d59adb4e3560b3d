/** Pausing until a time: chosen in two taps, counted down, over by itself (LO-05, D-46; M10, M11). */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { refusalOf, pickupOrder } from '#server/test/data/orders.ts';
import { MINUTE, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { desktop, expect, phone, type Place, tablet, test } from '../support/test.ts';
import { expectTouchTargets } from '../support/touch-targets.ts';

test.use({ viewport: tablet });

/** Pauses one mode of the outlet, or all that it takes orders in. */
async function choosePause(page: Page, place: Place, mode: string, length: string) {
  await page.getByRole('button', { name: `Pause ${place.outletName}` }).click();
  await page.getByRole('menuitemradio', { name: mode }).click();
  await page.getByRole('menuitem', { name: length }).click();
}

/**
 * The end of a pause of some minutes from now, on the clock of the outlet; the minute may change while it is chosen.
 */
const endsAt = (minutes: number) => {
  const end = (more: number) => new Date(Math.ceil(Date.now() / MINUTE + minutes + more) * MINUTE);
  const time = (more: number) => timeOfMinutes(wallTime(end(more), 'Asia/Dubai').minuteOfDay);
  return new RegExp(`(${time(0)}|${time(1)})`);
};

const water = (place: Place) => pickupOrder(place, [{ itemId: place.items.water, quantity: 1 }], 5.78);

test('a pause is chosen, shown to everybody, and over at its time', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
}) => {
  const place = await openRestaurant();
  const guest = await openWindow({ viewport: phone, timezoneId: 'Asia/Dubai' });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/settings');
  const pickup = page.getByRole('switch', { name: `${place.outletName}, Pickup` });
  await expect(pickup).toBeChecked();
  const ends = endsAt(30);
  await choosePause(page, place, 'Pickup', '30 minutes');
  await expect(pickup).not.toBeChecked();
  await expect(page.getByText('Your outlet is not accepting orders')).toBeVisible();
  await expect(page.getByText(/^Resumes .*\d\d:\d\d, in 3[01] min$/)).toHaveText(ends);
  const band = page.getByText(new RegExp(`Paused: ${place.outletName} – Pickup until`));
  await expect(band).toHaveText(ends);
  await expectTouchTargets(page);

  const order = () => call('POST /order/create-order', { body: { order: water(place) } }, place.guest.token);
  expect(await refusalOf(order())).toMatchObject({ status: 409, code: 'order.outlet_closed' });
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByText(/Opens again .*\d\d:\d\d/).first()).toHaveText(ends);
  await page.getByRole('link', { name: 'Inventory' }).click();
  await expect(band).toBeVisible();

  // The pause ends without a touch, and without a job.
  const setEnd = (paused_until: Date) =>
    changeMenu(db, place.id, (tx) =>
      tx
        .updateTable('outlet_modes')
        .set({ paused_until })
        .where('restaurant_id', '=', place.id)
        .where('mode', '=', 'pickup')
        .execute(),
    );
  await setEnd(new Date(Date.now() + 2000));
  await page.reload();
  await expect(band).toBeHidden();
  await page.goto('/dashboard/settings');
  await expect(pickup).toBeChecked();
  await order();
  // A real pause ends on a full minute, by the clock of the guest's page.
  await setEnd(new Date(Math.floor(Date.now() / MINUTE) * MINUTE));
  // Written past the server, the change is heard at its next poll.
  await expect(async () => {
    await guest.reload();
    await expect(guest.getByText(/Opens again/)).toHaveCount(0, { timeout: 1000 });
  }).toPass({ timeout: 40_000 });
});

test('a pause is changed, and ended by Resume or the switch; all modes are paused at once', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/settings');
  const delivery = page.getByRole('switch', { name: `${place.outletName}, Delivery` });
  const pickup = page.getByRole('switch', { name: `${place.outletName}, Pickup` });
  const menu = page.getByRole('button', { name: `Pause ${place.outletName}` });
  await expect(menu).toHaveCount(1);
  await menu.press('Enter');
  await page.getByRole('menuitemradio', { name: 'Delivery' }).press('Enter');
  await page.getByRole('menuitem', { name: '15 minutes' }).press('Enter');
  await expect(page.getByText(/^Resumes .*, in 1[56] min$/)).toBeVisible();
  await choosePause(page, place, 'Delivery', 'Until the next opening');
  // The outlet is always open, so it has no next opening.
  await expect(page.getByRole('alert').filter({ hasText: 'name no next opening' })).toBeVisible();
  await choosePause(page, place, 'Delivery', '60 minutes');
  await expect(page.getByText(/^Resumes .*, in (1 h|1 h 1 min)$/)).toBeVisible();
  await page.getByRole('button', { name: `Resume ${place.outletName}, Delivery` }).click();
  await expect(delivery).toBeChecked();
  await expect(page.getByText(/^Resumes/)).toBeHidden();
  await choosePause(page, place, 'All orders', '30 minutes');
  await expect(page.getByText(/^Resumes/)).toHaveCount(2);
  await expect(pickup).not.toBeChecked();
  await pickup.click();
  await expect(page.getByText(/^Resumes/)).toHaveCount(1);
  await expect(pickup).toBeChecked();
  await choosePause(page, place, 'Delivery', 'Until I resume');
  await expect(delivery).not.toBeChecked();
  await expect(page.getByText(`Paused: ${place.outletName} – Delivery`, { exact: true })).toBeVisible();
  await delivery.click();
  await expect(delivery).toBeChecked();
});

test('pausing is accessible', async ({ page, openRestaurant }) => {
  await page.setViewportSize(desktop);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: `Pause ${place.outletName}` }).click();
  await expectAccessible(page, 'the lengths of a pause', { hasDark: true });
  await page.getByRole('menuitem', { name: '15 minutes' }).click();
  await expect(page.getByText(/^Resumes/)).toHaveCount(2);
  await expectAccessible(page, 'paused modes', { hasDark: true });
});
