/** The list of outlets: the state of each, its switch, copies, deletion (core-setup 2 and 8; M12, M17). */
import type { Locator, Page } from '@playwright/test';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import { weekdays } from '#contract/base/time.ts';
import { giveProof } from '../support/proof.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { openOnDay } from '../support/restaurant.ts';
import { keepMessages, toastWith, visit } from '../support/screen.ts';
import { chooseAction, readActions, rowMenu } from '../support/row-menu.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function openOutlets(page: Page, place: Place): Promise<Locator> {
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/outlets');
  const outlet = row(page, place.outletName);
  await expect(outlet).toBeVisible();
  return outlet;
}

test("the list counts, shows each outlet's state, and finds by name", async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  const outlet = await openOutlets(page, place);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outlets (1)');
  await expect(page.getByRole('columnheader')).toHaveText(['Status', 'Name', 'Delivery', 'PickUp', 'Actions']);
  await expect(outlet.getByRole('cell')).toHaveText(['Active', 'On', 'On', '']);
  await expect(outlet.getByRole('rowheader')).toContainText('Open now');
  const search = page.getByRole('searchbox', { name: 'Search outlet by name' });
  await search.fill('MARÍNA');
  await expect(outlet).toBeVisible();
  await search.fill('downtown');
  await expect(page.getByRole('heading', { name: 'No results for "downtown"' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard/outlets?search=downtown');
});

test('a closed outlet shows until when, and one that takes no orders shows why', async ({
  page,
  openRestaurant,
  call,
}) => {
  const { hours, weekday } = openOnDay(3, { start: '10:00', end: '14:00' });
  const place = await openRestaurant({ openingHours: hours });
  const outlet = await openOutlets(page, place);
  await expect(outlet.getByRole('rowheader')).toContainText(`Closed until ${weekday} 10:00`);
  const change = (form: { delivery?: boolean; pickup?: boolean; status?: boolean }) =>
    call('PUT /outlet/update-outlet/:id', { params: { id: place.outletId }, form }, place.owner.token);
  await change({ delivery: false, pickup: false });
  await expect(outlet.getByRole('rowheader')).toContainText('Paused: delivery and pickup are off');
  await change({ status: false });
  await expect(outlet.getByRole('rowheader')).toContainText('Hidden from guests');
  expect(await readActions(outlet)).not.toContainEqual(['Preview', expect.anything()]);
});

test('missing opening hours are reported', async ({ page, openRestaurant }) => {
  const notSet: OpeningHours = weekdays.map((day) => ({ day, open: true, periods: [{ start: '', end: '' }] }));
  const place = await openRestaurant({ openingHours: notSet });
  const outlet = await openOutlets(page, place);
  await expect(outlet.getByRole('rowheader')).toContainText('Not taking orders: no opening hours');
});

test('Status moves at once, goes back when saving fails, and can be undone (M12)', async ({
  page,
  openRestaurant,
  complaints,
  call,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await keepMessages(page);
  const order = await placeOrder(call, place);
  const outlet = await openOutlets(page, place);
  const status = outlet.getByRole('switch', { name: `${place.outletName}, Status` });
  await expect(status).toBeChecked();
  await page.route('**/outlet/update-outlet/*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await status.click();
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await expect(status).toBeChecked();

  let answer = () => {};
  const isAnswered = new Promise<void>((done) => (answer = done));
  await page.route('**/outlet/update-outlet/*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await watch(status);
  await status.click();
  await expect(status).not.toBeChecked();
  await expect(outlet.getByText('InActive')).toBeVisible();
  answer();
  await expect(
    toastWith(page, 'Outlet details was updated. 1 order is still live. Finish it in Live Orders.'),
  ).toBeVisible();
  expect(await status.evaluate((input) => input.dataset['seen'])).toBe('on off');
  const { outlets } = await call('GET /site/:slug', { params: { slug: place.slug } });
  expect(outlets).toEqual([]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status).toBeChecked();
  await expect
    .poll(async () => (await call('GET /site/:slug', { params: { slug: place.slug } })).outlets.length)
    .toBe(1);
  expect(order.status).toBe('New');
});

test('a deleted outlet takes the password, reports its live orders, and comes back with Undo (M17)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await keepMessages(page);
  await placeOrder(call, place);
  await placeOrder(call, place);
  const outlet = await openOutlets(page, place);
  await rowMenu(outlet).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowMenu(outlet)).toBeFocused();
  await chooseAction(outlet, 'Delete');
  await giveProof(page, 'Delete');
  await expect(outlet).toBeHidden();
  await expect(page.getByRole('heading', { name: 'No outlets yet' })).toBeVisible();
  const message = toastWith(page, 'Your outlet was successfully deleted');
  await expect(message).toContainText('2 orders are still live. Finish them in Live Orders.');
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(outlet).toBeVisible();
  await expect(outlet.getByRole('rowheader')).toContainText('Open now');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outlets (1)');
});

test('the message of a deletion leaves after five seconds, but not under the pointer (M17)', async ({
  page,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  const outlet = await openOutlets(page, place);
  await chooseAction(outlet, 'Delete');
  await page.clock.install();
  // The test advances the time from here on.
  await page.clock.pauseAt(Date.now() + 60_000);
  await giveProof(page, 'Delete');
  const message = toastWith(page, 'Your outlet was successfully deleted');
  await expect(async () => {
    await page.clock.runFor(50);
    expect(await message.isVisible()).toBe(true);
  }).toPass({ intervals: [50] });
  await message.hover();
  await page.clock.runFor(8000);
  await expect(message).toBeVisible();
  await page.mouse.move(0, 700);
  await page.clock.runFor(6000);
  await expect(message).toBeHidden();
});

test('a copy has everything but the name, is InActive, and opens to be named', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  const outlet = await openOutlets(page, place);
  await chooseAction(outlet, 'Clone');
  await expect(toastWith(page, /is a copy\. It stays InActive until you turn it on\./)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/outlets\/edit\/basic-info\?id=/);
  await expect(page.getByRole('heading', { name: 'Basic information', level: 1 })).toBeFocused();
  const name = page.getByRole('textbox', { name: 'Outlet name' });
  await expect(name).not.toHaveValue(place.outletName);
  await expect(name).toHaveValue(new RegExp(place.outletName));
  await page.getByRole('link', { name: /^Delivery area/ }).click();
  await expect(page.getByRole('heading', { name: '1 area' })).toBeVisible();
  await page.getByRole('link', { name: 'Outlets', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outlets (2)');
  await expect(page.getByRole('switch', { checked: false })).toHaveCount(1);
});

test("Preview leads to the guests' view of the outlet", async ({ page, openRestaurant, openWindow }) => {
  const place = await openRestaurant();
  const outlet = await openOutlets(page, place);
  await rowMenu(outlet, place.outletName).click();
  const preview = page.getByRole('menuitem', { name: 'Preview' });
  await expect(preview).toHaveAttribute('target', '_blank');
  expect(await preview.getAttribute('href')).toBe(shopAddress(place, 'delivery'));
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, (await preview.getAttribute('href'))!);
  await expect(guest.getByRole('main').getByRole('link', { name: place.named('burger') })).toBeVisible();
});

test('staff see the outlets and cannot change them', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  const staff = await makeOwner(db, place.id, 'staff');
  await signInWithToken(page, staff.token);
  await page.goto('/dashboard/outlets');
  const outlet = row(page, place.outletName);
  await expect(outlet.getByRole('cell')).toHaveText(['Active', 'On', 'On', /^Preview/]);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Add outlet' })).toHaveCount(0);
  await visit(page, `/dashboard/outlets/edit/basic-info?id=${place.outletId}`);
  await expect(page.getByText('Only owners and managers can set up outlets.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('a long name stays inside its row', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const long = 'ن'.repeat(40) + 'W'.repeat(60);
  const params = { id: place.outletId };
  await call('PUT /outlet/update-outlet/:id', { params, form: { name: long } }, place.owner.token);
  await signInWithToken(page, place.owner.token);
  for (const width of [1280, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, '/dashboard/outlets');
    await expect(page.getByRole('link', { name: long, exact: true })).toBeVisible();
    const beside = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await beside()).toBeLessThanOrEqual(0);
    await visit(page, `/dashboard/outlets/edit/basic-info?id=${place.outletId}`);
    await expect(page.getByRole('textbox', { name: 'Outlet name' })).toHaveValue(long);
    expect(await beside()).toBeLessThanOrEqual(0);
  }
});

/** Records every position that a switch shows from now on. */
async function watch(target: Locator): Promise<void> {
  await target.evaluate((input: HTMLInputElement) => {
    const seen = [input.checked ? 'on' : 'off'];
    const note = () => {
      const now = input.checked ? 'on' : 'off';
      if (seen.at(-1) !== now) seen.push(now);
      input.dataset['seen'] = seen.join(' ');
      requestAnimationFrame(note);
    };
    note();
  });
}
