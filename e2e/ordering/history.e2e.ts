/** The order history (order-operations 2, 5 and 9; OH-01 to OH-03). */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import type { Db } from '#server/db/connect.ts';
import { insertPastOrders, type PastOrder } from '#server/test/data/past-orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { changeAtOnce, visit } from '../support/screen.ts';
import { desktop, expect, type Place, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** 24 orders of March 2026, numbered from the oldest: every third delivered, fourth by card, sixth cancelled. */
function insertMarch(db: Db, place: Place) {
  const platforms = ['OrderManager', 'WhatsApp', 'Google', 'Facebook'];
  const orders = Array.from({ length: 24 }, (_, n): PastOrder => ({
    placedAt: new Date(Date.UTC(2026, 2, n + 1, 8, n)).toISOString(),
    customerId: place.guest.customerId,
    name: place.guest.name,
    phone: place.guest.phone,
    mode: n % 3 === 0 ? 'delivery' : 'pickup',
    payment: n % 4 === 0 ? 'card' : 'cash',
    status: n % 6 === 5 ? 'Cancelled' : 'Completed',
    platform: platforms[n % 4],
    total: 2000 + n * 125,
  }));
  return insertPastOrders(db, place, [
    ...orders,
    { placedAt: '2026-03-30T08:00:00Z', customerId: null, name: 'Sara Khan', phone: '', isTest: true, number: 99 },
  ]);
}

async function openHistory(page: Page, token: string, filters = '') {
  await signInWithToken(page, token);
  await page.goto(`/dashboard/orders${filters}`);
}

const rows = (page: Page) => page.getByRole('table', { name: 'Order history' }).locator('tbody').getByRole('row');
const numbers = (page: Page) => page.getByRole('rowheader');
const range = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
const field = (page: Page, name: string): Locator => page.getByRole('search').getByLabel(name, { exact: true });
const upTo = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => `#${from - n}`);

test('the history has ten orders a page, newest first, searched and paged by the server, all of it in the address (OH-01, OH-02)', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openHistory(page, place.owner.token);
  await expect(page.getByRole('heading', { name: 'Order history', level: 1 })).toBeVisible();
  await expect(numbers(page)).toHaveText(upTo(24, 15));
  await range(page, '1–10 of 24');
  await expect(rows(page).first().getByRole('cell')).toHaveText([
    `${place.guest.name}${place.guest.phone}`,
    'Pickup',
    'Cash on Pickup',
    'Cancelled',
    '48.75',
    'Facebook',
    '2026-03-24 12:23',
  ]);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/dashboard/orders?page=2');
  await expect(numbers(page)).toHaveText(upTo(14, 5));
  await page.goBack();
  await expect(numbers(page)).toHaveText(upTo(24, 15));

  await page.getByRole('combobox', { name: 'Rows per page:' }).click();
  await expect(page.getByRole('option')).toHaveText(['5', '10', '25', 'All']);
  await page.getByRole('option', { name: 'All' }).click();
  await expect(page).toHaveURL('/dashboard/orders?size=all');
  await range(page, '1–24 of 24');

  await page.getByRole('button', { name: 'Total (AED)' }).click();
  await expect(page).toHaveURL('/dashboard/orders?sort=total&size=all');
  await expect(page.getByRole('columnheader', { name: 'Total (AED)' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(numbers(page).first()).toHaveText('#1');
  await page.reload();
  await expect(numbers(page).first()).toHaveText('#1');
});

test('the filters are those of the specification, and their placeholders filter nothing (OH-02, OH-03)', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openHistory(page, place.owner.token);
  // The number as dialled within the country.
  const atHome = place.guest.phone.replace('+971', '0');
  const options: [string, string[]][] = [
    ['Outlet', ['Outlet', place.outletName]],
    ['Status', ['Status', 'New', 'In Kitchen', 'Ready', 'Completed', 'Cancelled']],
    ['Channel', ['Channel', 'Facebook', 'WhattsApp', 'Google', 'Others']],
    ['Type', ['Type', 'Pickup', 'Delivery']],
    [
      'Payment method',
      [
        'Payment method',
        'Cash on Delivery',
        'Card on Delivery',
        'Cash at the table',
        'Card at the table',
        'Cash on Pickup',
        'Card on Pickup',
        'Paid online',
      ],
    ],
  ];
  // The list begins in the upper half of the screen, and the choices are asked for.
  const top = await page.getByRole('table').evaluate((table) => table.getBoundingClientRect().top);
  expect(top).toBeLessThan(desktop.height / 2);
  await expect(field(page, 'Status')).toBeHidden();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  for (const [name, texts] of options) await expect(field(page, name).locator('option')).toHaveText(texts);

  await field(page, 'Type').selectOption('Pickup');
  await expect(page).toHaveURL('/dashboard/orders?type=pickup');
  await range(page, '1–10 of 16');
  await field(page, 'Channel').selectOption('WhattsApp');
  await expect(numbers(page)).toHaveText(['#18', '#14', '#6', '#2']);
  await field(page, 'Status').selectOption('Cancelled');
  await expect(numbers(page)).toHaveText(['#18', '#6']);
  await field(page, 'Phone').fill(atHome);
  await field(page, 'From').fill('2026-03-10');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(numbers(page)).toHaveText(['#18']);
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([
    `Phone: ${atHome}`,
    'From: 2026-03-10',
    'Status: Cancelled',
    'Channel: WhattsApp',
    'Type: Pickup',
  ]);

  const removes = (filter: string) => page.getByRole('button', { name: `Remove the filter ${filter}` });
  await changeAtOnce(page, [removes('Status: Cancelled')], [removes('From: 2026-03-10')]);
  await expect(page).toHaveURL(
    `/dashboard/orders?${new URLSearchParams({ phone: atHome })}&channel=WhattsApp&type=pickup`,
  );
  await expect(numbers(page)).toHaveText(['#18', '#14', '#6', '#2']);
  await expect(field(page, 'Status')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
  await field(page, 'Order id').fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^No results for "Order id: 4711, Phone: / })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/dashboard/orders');
  await range(page, '1–10 of 24');

  await field(page, 'Date').fill('2026-03-0');
  await page.keyboard.press('Enter');
  await expect(numbers(page)).toHaveText(upTo(9, 1));
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/orders');
  await field(page, 'Phone').fill('050');
  await field(page, 'From').fill('2026-03-10');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(field(page, 'Phone')).toHaveValue('');
  await expect(field(page, 'From')).toHaveValue('');
  await page.getByRole('checkbox', { name: 'Test orders only' }).check();
  await expect(numbers(page)).toHaveText(['#99Test']);
});

test('a new restaurant, a slow answer and a failed one have their own states (M14)', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  let isBroken = true;
  const failed = { code: 'server.error', name: 'server error', msg: 'Something went wrong', requestId: 'req-4711' };
  await page.route('**/api/v1/order/history*', (route) =>
    isBroken ? route.fulfill({ status: 500, json: failed }) : route.continue(),
  );
  await openHistory(page, place.owner.token);
  const failure = page.getByRole('alert').filter({ hasText: 'server error' });
  await expect(failure).toContainText('Nothing is lost. Try again.');
  await expect(failure).toContainText('Request id: req-4711');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Live orders' }).click();
  await expect(page).toHaveURL('/dashboard/orders/live');
});

test('the filtered orders are exported, with progress (OH-02, R73)', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openHistory(page, place.owner.token, '?type=Delivery');
  await range(page, '1–8 of 8');
  let answer = () => {};
  const isAsked = new Promise<void>((done) => (answer = done));
  await page.route('**/api/v1/order/export-history*', async (route) => {
    await isAsked;
    await route.continue();
  });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('progressbar', { name: 'Exporting' })).toBeVisible();
  answer();
  const file = await download;
  expect(file.suggestedFilename()).toBe('orders.csv');
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(/^\ufeffNumber,Id,/);
  expect(lines[1]).toMatch(/^22,.*,delivery,.*,5\.00,,46\.25$/);
  await expect(page.getByRole('status').filter({ hasText: '8 orders exported' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
});

test('an interrupted export leaves no partial file, and one can be cancelled', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  await openHistory(page, place.owner.token);
  await page.route('**/api/v1/order/export-history*', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible();
  await page.route('**/api/v1/order/export-history*', () => {});
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
});

test('staff read the history and may not export it (R25)', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  const { token } = await makeOwner(db, place.id, 'staff');
  await openHistory(page, token);
  await range(page, '1–10 of 24');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('rows are cards, and minor filters are behind a button', async ({ page, openRestaurant, db }) => {
    const place = await openRestaurant();
    await insertMarch(db, place);
    await openHistory(page, place.owner.token);
    await expect(field(page, 'Order id')).toBeVisible();
    await expect(field(page, 'Status')).toBeHidden();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await field(page, 'Status').selectOption('Cancelled');
    await range(page, '1–4 of 4');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Total (AED), first to last' });
    await expect(numbers(page)).toHaveText(['#6', '#12', '#18', '#24']);
    await expect(page.getByRole('columnheader')).toHaveCount(0);
  });
});

test('the history is accessible (G11)', async ({ page, openRestaurant, db, call }) => {
  const place = await openRestaurant();
  const [first] = await insertMarch(db, place);
  await openHistory(page, place.owner.token);
  await expect(numbers(page).first()).toBeVisible();
  await expectAccessible(page, 'order history', { hasDark: true });
  await visit(page, '/dashboard/orders?status=Cancelled&channel=Google&phone=050');
  await expect(
    page.getByRole('heading', { name: 'No results for "Phone: 050, Status: Cancelled, Channel: Google"' }),
  ).toBeVisible();
  await expectAccessible(page, 'order history, nothing found', { hasDark: true });
  await visit(page, `/dashboard/orders/${first}`);
  await expect(page.getByRole('region', { name: 'Guest', exact: true })).toBeVisible();
  await expectAccessible(page, 'an order of the past', { hasDark: true });
  const order = await placeOrder(call, place);
  await visit(page, `/dashboard/orders/${order._id}`);
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'an order at work', { hasDark: true });
});
