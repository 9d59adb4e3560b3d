/** Staff enter an order while a guest is on the telephone (decision 90). */
import type { Locator } from '@playwright/test';
import { signUpNew } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expectRoomForLargeText } from '../support/cut-texts.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: tablet });

test('an order is typed on a tablet and is on Live Orders at once', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/new');
  await expect(page.getByRole('heading', { name: 'Phone order', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place order' })).toBeDisabled();
  await expectAccessible(page, 'an empty phone order', { hasDark: true, widths: [375, 768, 1280] });
  await page.setViewportSize(tablet);

  await page.getByRole('textbox', { name: 'Phone number' }).fill('050 111 2233');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A new guest: ask for the name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Noura');
  const search = page.getByRole('searchbox', { name: 'Search dishes' });
  await search.fill('burg');
  await page.getByRole('button', { name: /^burger/ }).press('Enter');
  await expect(page.getByRole('radio', { name: /^regular/ })).toBeFocused();
  await page.getByRole('radio', { name: /^large/ }).check();
  await page.getByRole('button', { name: 'Choose' }).press('Enter');
  await expect(search).toBeFocused();
  await page.getByRole('button', { name: /^More of burger/ }).click();
  // 36.00 + 4.50 and 5 % of VAT.
  await expect(page.getByText(/^Total AED\s42\.53$/)).toBeVisible();
  await expectAccessible(page, 'a phone order', { hasDark: true, widths: [375, 768, 1280] });
  await expectRoomForLargeText(page, 'a phone order');
  await page.setViewportSize(tablet);
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByText(/^Order #\d+ is placed$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Order details' })).toContainText('Noura');
});

test('typed fields stay at another outlet, at one that is switched off, and until somebody means to leave', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  const { outlet } = await call('POST /outlet/clone-outlet/:id', { params: { id: place.outletId } }, place.owner.token);
  const switchOutlet = (id: typeof outlet._id, form: { name?: string; status: boolean }) =>
    call('PUT /outlet/update-outlet/:id', { params: { id }, form }, place.owner.token);
  await switchOutlet(outlet._id, { name: 'Harbour', status: true });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/new');
  const order = page.getByRole('button', { name: 'Place order' });
  await expect(order).toHaveAccessibleDescription('Still needed: Phone number, Name, Dishes');
  await page.getByRole('textbox', { name: 'Phone number' }).fill('050 111 2233');
  await page.getByRole('textbox', { name: 'Name' }).fill('Noura');
  await page.getByRole('textbox', { name: 'Note for the kitchen' }).fill('No onions');
  await page.getByRole('button', { name: /^burger/ }).click();
  await expect(page.getByText('Choose 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose' })).toHaveAccessibleDescription(/^Still needed: /);
  await page.getByRole('radio', { name: /^regular/ }).check();
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect(order).toBeEnabled();

  const chosen = page.getByRole('combobox', { name: 'Outlet' });
  await chosen.selectOption('Harbour');
  const ordered = page.getByRole('list', { name: 'Ordered dishes' });
  await expect(ordered).toContainText('burger');
  await expect(page.getByRole('textbox', { name: 'Note for the kitchen' })).toHaveValue('No onions');
  await expect(order).toBeEnabled();

  for (const id of [outlet._id, place.outletId]) {
    await switchOutlet(id, { status: false });
    await expect(chosen.locator('option:checked')).toHaveText('Harbour, takes no orders now');
    await expect(order).toHaveAccessibleDescription('Still needed: Outlet');
    await expect(ordered).toContainText('burger');
  }
  await switchOutlet(place.outletId, { status: true });
  await chosen.selectOption(place.outletName);
  await expect(order).toBeEnabled();

  await page.getByRole('link', { name: 'Inventory' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(ordered).toContainText('burger');
  await order.click();
  await expect(page.getByRole('region', { name: 'Order details' })).toContainText('No onions');
  await expect(question).toBeHidden();
});

test('a known guest gets a delivery to the door of last time, on a phone', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED|status of 409 .*place-phone-order/);
  await page.setViewportSize(phone);
  const place = await openRestaurant();
  const address = { deliveryAreaId: place.areaId, areaName: 'Marina', location: '4 Harbour Road', floor: '12' };
  await call('POST /auth/save-address', { body: address }, place.guest.token);
  const dearer = { params: { id: place.items.water }, form: { modePrices: { delivery: 6.75 } } };
  await call('POST /menu/update-items-modifier/:id', dearer, place.owner.token);
  await signInWithToken(page, place.owner.token);
  // Dishes come, and their options do not.
  await page.route('**/menu/get-all-modifier-list', (route) => route.abort(), { times: 1 });
  await page.goto('/dashboard/orders/new');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox', { name: 'Phone number' }).fill(place.guest.phone);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('This guest has ordered before or is registered.')).toBeVisible();
  await page.getByRole('radio', { name: 'Delivery' }).check();
  await expect(page.getByRole('radio', { name: /4 Harbour Road/ })).toBeChecked();
  await expect(page.getByRole('button', { name: /^water/ })).toContainText(/AED\s6\.75/);
  await page.getByRole('button', { name: /^special/ }).click();
  // 42.00 and 2.10 of VAT, and 5.00 for the way.
  await expect(page.getByText(/^Total AED\s49\.10$/)).toBeVisible();
  // A dish becomes dearer while they talk: 45.00 and 2.25 of VAT, and 5.00 for the way.
  const raised = { params: { id: place.items.special }, form: { modePrices: { delivery: 45 } } };
  await call('POST /menu/update-items-modifier/:id', raised, place.owner.token);
  await page.getByRole('button', { name: 'Place order' }).click();
  const changed = /^The price has changed from AED\s49\.10 to AED\s52\.25\./;
  const beside = page.getByRole('main').getByRole('alert').filter({ hasText: changed });
  await expect(beside).toBeVisible();
  await expect(page.getByText(/^Total AED\s52\.25$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Place order' })).toHaveAccessibleDescription(changed);
  // It stays when the toast is gone, and until the order is another one.
  await expect(page.getByText(changed)).toHaveCount(1, { timeout: 15_000 });
  await page.getByRole('textbox', { name: 'Note for the kitchen' }).fill('Ring twice');
  await expect(beside).toBeHidden();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(page.getByRole('region', { name: 'Order details' })).toContainText('4 Harbour Road');
});

test('an order whose answer was lost is shown when a corrected number is sent, and a second one is a choice', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_RESET|status of 422 .*place-phone-order/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/new');
  const number = page.getByRole('textbox', { name: 'Phone number' });
  await number.fill('050 111 2233');
  await number.press('Enter');
  await expect(page.getByText('A new guest: ask for the name.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Noura');
  await page.getByRole('button', { name: /^special/ }).click();
  await expect(page.getByText(/^Total AED\s44\.10$/)).toBeVisible();
  await page.route(
    '**/order/place-phone-order',
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const button = page.getByRole('button', { name: 'Place order' });
  await button.click();
  const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'Network error' });
  await expect(alert).toBeVisible();
  await number.fill('050 111 2234');
  await number.press('Enter');
  await expect(page.getByText('A new guest: ask for the name.')).toBeVisible();
  await expect(alert).toBeHidden();
  await button.click();
  const dialog = page.getByRole('dialog', { name: /^Order #\d+ is already placed$/ });
  await expect(dialog).toContainText(/Noura · \+971501112233 · AED\s44\.10/);
  await expectAccessible(page, 'a phone order that is already placed', { hasDark: true, widths: [375, 768, 1280] });
  await page.setViewportSize(tablet);
  const phones = async () =>
    (await call('GET /order/get-all-orders', { query: {} }, place.owner.token)).order.map(({ phoneNo }) => phoneNo);
  expect(await phones()).toEqual(['+971501112233']);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog).toBeHidden();
  await button.click();
  await expect(dialog.getByRole('link', { name: /^Open order #\d+$/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Place a second order' }).click();
  await expect(page.getByText(/^Order #\d+ is placed$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Order details' })).toContainText('+971501112234');
  expect(await phones()).toEqual(['+971501112234', '+971501112233']);
});

test('in Arabic, a dish that is sold out meanwhile is said in Arabic', async ({ openRestaurant, openWindow, call }) => {
  const place = await openRestaurant();
  const one = { params: { id: place.items.special }, form: { quantity: 1 } };
  await call('POST /menu/update-items-modifier/:id', one, place.owner.token);
  const page = await openWindow({ viewport: phone, locale: 'ar-AE' });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/new');
  await page.getByRole('button', { name: /^\u2068?special/ }).click();
  await expect(page.getByText(/نفدت كمية/)).toBeHidden();
  await page.getByRole('button', { name: /^حصة إضافية: .*special/ }).click();
  await expect(page.getByText(/^نفدت كمية .*special.*\.$/)).toBeVisible();
});

test('Find stands beside its field, and a restaurant without outlets is led to them', async ({
  page,
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/new');
  const bottom = async (locator: Locator) => {
    const { y, height } = (await locator.boundingBox())!;
    return Math.round(y + height);
  };
  const field = page.getByRole('textbox', { name: 'Phone number' }).locator('..');
  await expect(field).toBeVisible();
  expect(await bottom(page.getByRole('button', { name: 'Find' }))).toBe(await bottom(field));

  const fresh = await openWindow({ viewport: phone });
  await signInWithToken(fresh, await signUpNew(call));
  await fresh.goto('/dashboard/orders/new');
  await expect(fresh.getByRole('heading', { name: 'No outlet takes orders for pickup or delivery' })).toBeVisible();
  await fresh.getByRole('link', { name: 'Go to Outlets' }).click();
  await expect(fresh).toHaveURL('/dashboard/outlets');
});
