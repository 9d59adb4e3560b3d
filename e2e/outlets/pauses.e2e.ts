/** Pausing, and the frame around every page of the Order Manager (M11, M12, M22). */
import type { Locator } from '@playwright/test';
import { deliveryOrder, largeBurger, refusalOf } from '#server/test/data/orders.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { openLiveOrders, signInWithToken } from '../support/kitchen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

test('pausing takes two taps from any page, shows on all of them and stops guests (M11)', async ({
  page,
  openWindow,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const [otherScreen, guest] = [await openWindow({ viewport: tablet }), await openWindow({ viewport: phone })];
  await openLiveOrders(otherScreen, place);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/items');
  await page.getByRole('link', { name: 'Pause orders' }).click();
  const delivery = page.getByRole('switch', { name: `${place.outletName}, Delivery` });
  await expect(delivery).toBeChecked();
  const saved = page.waitForResponse('**/outlet/update-outlet/*');
  await delivery.click();
  await saved;

  const deliversNow = async () => {
    const { outlets } = await call('GET /site/:slug', { params: { slug: place.slug } });
    return outlets[0]!.modes.delivery.acceptsOrders;
  };
  await expect.poll(deliversNow, { intervals: [50] }).toBe(false);
  const order = deliveryOrder(place, [largeBurger(place, 2)], 50.94);
  const refusal = await refusalOf(call('POST /order/create-order', { body: { order } }, place.guest.token));
  expect(refusal).toMatchObject({ status: 409, code: 'order.mode_not_available' });
  const sentence = 'We are sorry delivery is not available at this outlet please change mode to pickup';
  await openShop(guest, shopAddress(place, 'delivery'));
  await expect(guest.getByRole('button', { name: sentence })).toBeVisible();
  await guest.goto(`${shopAddress(place, 'delivery')}/item?itemId=${place.items.water}`);
  await expect(guest.getByRole('button', { name: 'Not offered at the moment' })).toBeDisabled();

  await expect(delivery).not.toBeChecked();
  await expect(page.getByText('Your outlet is not accepting orders')).toBeVisible();
  const band = `Paused: ${place.outletName} – Delivery`;
  await expect(otherScreen.getByText(band)).toBeVisible();
  for (const link of ['Get Started', 'Live Orders', 'Items and modifiers', 'Modifier list', 'Menus', 'Outlets']) {
    await page.getByRole('link', { name: link }).first().click();
    await expect(page.getByText(band)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Manage' }).click();
  await expect(page).toHaveURL('/dashboard/settings');
  await delivery.click();
  await expect(page.getByText('Your outlet is not accepting orders')).toBeHidden();
  await expect(page.getByText(band)).toBeHidden();
  await expect(otherScreen.getByText(band)).toBeHidden();
  await guest.goto(shopAddress(place, 'delivery'));
  await expect(guest.getByRole('button', { name: sentence })).toBeHidden();
});

test('a switch moves at once, stays when it is saved, and goes back when saving fails (M12)', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/settings');
  const pickup = page.getByRole('switch', { name: `${place.outletName}, Pickup` });
  await expect(pickup).toBeChecked();
  await page.route('**/outlet/update-outlet/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await pickup.click();
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(pickup).toBeChecked();

  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route('**/outlet/update-outlet/*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await watchChecked(pickup);
  await pickup.click();
  await expect(pickup).not.toBeChecked();
  const saved = page.waitForResponse('**/outlet/update-outlet/*');
  answer();
  await saved;
  await expect(page.getByText(`Paused: ${place.outletName} – Pickup`)).toBeVisible();
  expect(await pickup.evaluate((input) => input.dataset['seen'])).toBe('off');
});

test('the drawer stays on wide windows; on a phone it opens, holds the focus and closes (M22)', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get Started');
  expect((await page.getByRole('main').boundingBox())!.x).toBe(240);

  const small = await openWindow({ viewport: phone });
  await signInWithToken(small, place.owner.token);
  await small.goto('/dashboard');
  const drawer = small.getByRole('navigation', { name: 'Main' });
  const open = small.getByRole('button', { name: 'Open navigation' });
  await expect(small.getByRole('heading', { level: 1 })).toHaveText('Get Started');
  await expect(drawer).toBeHidden();
  await open.click();
  await expect(drawer).toBeVisible();
  const controls = await small.getByRole('dialog').getByRole('link').or(drawer.getByRole('button')).count();
  for (let tab = 0; tab <= controls + 1; tab += 1) {
    await small.keyboard.press('Tab');
    expect(await small.evaluate(() => document.activeElement?.closest('main, header') === null)).toBe(true);
  }
  await small.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await drawer.getByRole('link', { name: 'Outlets' }).click();
  await expect(drawer).toBeHidden();
  await expect(small.getByRole('heading', { level: 1 })).toHaveText('Outlets (1)');
});

test('the progress towards the first order is shown', async ({ page, openRestaurant, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard');
  await expect(
    page.getByText('It only takes 3 steps and 30 minutes of your time to get your business up and running.'),
  ).toBeVisible();
  await expect(page.getByRole('progressbar', { name: '2 of 3 done' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Create your first outlet/ })).toContainText('Done');
  await expect(page.getByRole('link', { name: /Build your menu/ })).toContainText('Done');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toMatch(new RegExp(`^http.*/${place.slug}/menu$`));

  // The channel of the orders that the link brings, in the link and in its QR code.
  await page.getByRole('combobox', { name: 'Where you put the link' }).selectOption('Instagram');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(copied).toMatch(new RegExp(`^http.*/${place.slug}/menu\\?from=instagram$`));
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: /^QR code of http.*\?from=instagram$/ })).toBeVisible();
});

/** Records every position that a switch shows from now on. */
async function watchChecked(target: Locator): Promise<void> {
  await target.evaluate((input: HTMLInputElement) => {
    const note = () => {
      const now = input.checked ? 'on' : 'off';
      const seen = input.dataset['seen'] ?? 'on';
      if (!seen.endsWith(now)) input.dataset['seen'] = seen === 'on' ? now : `${seen} ${now}`;
      requestAnimationFrame(note);
    };
    note();
  });
}
