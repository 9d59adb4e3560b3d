/** Reports: sales and service; every figure opens its orders (OH-06, OH-07). */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Db } from '#server/db/connect.ts';
import { insertPastOrders, type PastOrder } from '#server/test/data/past-orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { signUpNew } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, type Place, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

const march = '?range=custom&from=2026-03-01&to=2026-03-31';

/**
 * Twelve orders on three days of March 2026 at 12:00 and 19:00: eight burgers with cheese at 21.25 and 5 % VAT on top,
 * two of them delivered for 5.00, two waters at 10.00 without VAT, one order rejected, one cancelled; and one test
 * order.
 */
function insertMarch(db: Db, place: Place) {
  const { burger, water } = place.items;
  const at = (day: number, hour: number) => `2026-03-0${day}T${String(hour - 4).padStart(2, '0')}:00:00Z`;
  const minutesAfter = (instant: string, minutes: number) =>
    new Date(Date.parse(instant) + minutes * 60_000).toISOString();
  const of = (n: number, change: Partial<PastOrder> = {}): PastOrder => {
    const placedAt = at(1 + (n % 3), n % 2 === 0 ? 12 : 19);
    const isDelivery = change.mode === 'delivery';
    return {
      placedAt,
      customerId: place.guest.customerId,
      name: place.guest.name,
      phone: place.guest.phone,
      number: n + 1,
      amounts: { subtotal: 2125, rateBp: 500, isInclusive: false, tax: 106, fee: isDelivery ? 500 : null },
      lines: [
        {
          itemId: burger,
          name: 'burger',
          quantity: 1,
          price: 1800,
          total: 2125,
          options: [{ itemId: place.modifiers.cheese, name: 'cheese', price: 325 }],
        },
      ],
      acceptedAt: minutesAfter(placedAt, n % 2 === 0 ? 0.5 : 4),
      promisedAt: minutesAfter(placedAt, 20),
      readyAt: minutesAfter(placedAt, n < 4 ? 27 : 19),
      ...change,
    };
  };
  const watered = {
    amounts: { subtotal: 1000, rateBp: 0, isInclusive: false, tax: 0, fee: null },
    lines: [{ itemId: water, name: 'water', quantity: 2, price: 500, total: 1000, options: [] }],
    platform: 'WhatsApp',
    payment: 'card' as const,
  };
  const ended = { status: 'Cancelled' as const, acceptedAt: undefined, readyAt: undefined };
  return insertPastOrders(db, place, [
    ...[0, 1, 2, 3, 4, 5].map((n) => of(n)),
    of(6, { mode: 'delivery' }),
    of(7, { mode: 'delivery' }),
    of(8, watered),
    of(9, watered),
    of(10, { ...ended, reason: 'Too busy' }),
    of(11, { ...ended, acceptedAt: at(1, 19), reason: 'Closing early' }),
    of(12, { isTest: true, customerId: null }),
  ]);
}

async function openReports(page: Page, token: string, view = march) {
  await signInWithToken(page, token);
  await page.goto(`/dashboard/reports${view}`);
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const rowsOf = (page: Page, name: string) => section(page, name).locator('tbody').getByRole('row');
const figures = (page: Page) => page.getByRole('tabpanel').getByRole('list').first().getByRole('listitem');
const numbers = (page: Page) => page.getByRole('table', { name: 'Order history' }).getByRole('rowheader');

test('sales are exact to the minor unit, in every grouping', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openReports(page, place.owner.token);
  // 8 x (21.25 + 1.06) + 2 x 5.00 + 2 x 10.00
  await expect(figures(page)).toHaveText([
    /^SalesAED\s208\.48$/,
    /^Orders10$/,
    /^Average orderAED\s20\.85$/,
    /^TaxAED\s8\.48$/,
    /^Delivery feesAED\s10\.00$/,
    /^Rejected1AED\s22\.31$/,
    /^Cancelled1AED\s22\.31$/,
  ]);
  await expect(rowsOf(page, 'Sales by day')).toHaveText([
    'Tue, 3 Mar 2026352.502.120.0054.62',
    'Mon, 2 Mar 2026363.753.185.0071.93',
    'Sun, 1 Mar 2026473.753.185.0081.93',
  ]);
  await expect(rowsOf(page, 'Sales by hour')).toHaveText(['12:00595.004.245.00104.24', '19:00595.004.245.00104.24']);
  await expect(rowsOf(page, 'By type')).toHaveText(['Pickup8147.506.360.00153.86', 'Delivery242.502.1210.0054.62']);
  await expect(rowsOf(page, 'By payment method')).toHaveText([
    'Cash on Pickup6127.506.360.00133.86',
    'Cash on Delivery242.502.1210.0054.62',
    'Card on Pickup220.000.000.0020.00',
  ]);
  await expect(rowsOf(page, 'By channel')).toHaveText(['Others8170.008.4810.00188.48', 'WhattsApp220.000.000.0020.00']);
  await expect(section(page, 'By outlet').locator('tfoot')).toHaveText('Sum10190.008.4810.00208.48');
  await page.getByRole('tab', { name: 'Tax' }).click();
  await expect(page).toHaveURL(`/dashboard/reports?tab=tax&range=custom&from=2026-03-01&to=2026-03-31`);
  await expect(rowsOf(page, 'Tax by rate')).toHaveText(['5%8170.008.4810.00188.48', '0%220.000.000.0020.00']);
});

test('tips are no sales, on these days and those before', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  const { water } = place.items;
  // 48.30 with 4.20 of tips, and 170.91 with 7.11 the day before: as doubles both differences have a tail.
  const sold = (day: number, subtotal: number, tip: number): PastOrder => ({
    placedAt: `2026-03-0${day}T08:00:00Z`,
    customerId: place.guest.customerId,
    name: place.guest.name,
    phone: place.guest.phone,
    number: day,
    amounts: { subtotal, rateBp: 0, isInclusive: false, tax: 0, fee: null, tip },
    lines: [{ itemId: water, name: 'water', quantity: 1, price: subtotal, total: subtotal, options: [] }],
  });
  await insertPastOrders(db, place, [sold(1, 16380, 711), sold(2, 4410, 420)]);
  await openReports(page, place.owner.token, '?range=custom&from=2026-03-02&to=2026-03-02');
  await expect(figures(page).filter({ hasText: /^(Sales|Tips)/ })).toHaveText([
    /^SalesAED\s44\.10-73%, AED\s163\.80 before$/,
    /^TipsAED\s4\.20$/,
  ]);
});

test('a chart names its days and its amounts, beside those of the days before', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openReports(page, place.owner.token, '?range=custom&from=2026-03-01&to=2026-03-03');
  const days = section(page, 'Sales by day').locator('svg');
  // The texts of an axis without room are empty, or end in dots.
  await expect
    .poll(() => days.locator('text').allTextContents())
    .toEqual(expect.arrayContaining(['1 Mar', '3 Mar', 'AED']));
  const texts = await days.locator('text').allTextContents();
  expect(texts.filter((text) => text === '' || text.includes('…'))).toEqual([]);
  await expect(page.getByText('1 Mar 2026 to 3 Mar 2026', { exact: true })).toBeVisible();

  await page.getByLabel('From', { exact: true }).fill('2026-03-02');
  await page.getByLabel('To', { exact: true }).fill('2026-03-02');
  await expect(figures(page).filter({ hasText: /^(Sales|Orders|Average)/ })).toHaveText([
    /^SalesAED\s71\.93-12%, AED\s81\.93 before$/,
    /^Orders3-25%, 4 before$/,
    /^Average orderAED\s23\.98\+17%, AED\s20\.48 before$/,
  ]);
  for (const heading of ['Sales by day', 'Sales by hour']) {
    const legend = section(page, heading).locator('.MuiChartsLegend-root');
    await expect(legend.getByRole('listitem', { includeHidden: true })).toHaveText([
      'Sun, 1 Mar 2026',
      'Mon, 2 Mar 2026',
    ]);
  }
  await section(page, 'Sales by day').getByRole('link', { name: 'Mon, 2 Mar 2026' }).click();
  await expect(numbers(page)).toHaveCount(3);
});

test('every figure opens its orders, and leads back', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openReports(page, place.owner.token);
  await section(page, 'By channel').getByRole('link', { name: 'WhattsApp' }).click();
  await expect(numbers(page)).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Filters' }).getByRole('listitem')).toHaveText([
    'From: 2026-03-01',
    'To: 2026-03-31',
    'Channel: WhattsApp',
    'Without cancelled orders',
  ]);
  await page.goBack();
  await page.getByRole('link', { name: /^Rejected/ }).click();
  await expect(numbers(page)).toHaveText(['#11']);
  await page.goBack();
  await page.getByRole('link', { name: /^Orders/ }).click();
  await expect(page.getByRole('status').filter({ hasText: '1–10 of 10' })).toBeVisible();
});

test('dishes include their options, and options are listed alone', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openReports(page, place.owner.token, `${march}&tab=items`);
  await expect(rowsOf(page, 'Items')).toHaveText([
    `${place.named('burger')}88170.00`,
    `${place.named('water')}4220.00`,
  ]);
  await expect(section(page, 'Items').locator('tfoot')).toHaveText('Sum190.00');
  await expect(rowsOf(page, 'Options')).toHaveText([`${place.named('extras')}: ${place.named('cheese')}8826.00`]);
  await section(page, 'Items')
    .getByRole('link', { name: place.named('water') })
    .click();
  await expect(numbers(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: `Remove the filter Item: ${place.named('water')}` })).toBeVisible();
});

test('the time to accept and the kept promises are shown', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openReports(page, place.owner.token, `${march}&tab=service`);
  await expect(figures(page)).toHaveText([
    'Accepted11',
    'Median time to accept30 s',
    '90th percentile4 min',
    'Ready in time60%of 10 orders',
    'Average vs promised time2 min late',
    'Rejected1',
    'Cancelled1',
  ]);
  await expect(rowsOf(page, 'Ready vs promised time')).toHaveText([
    'more than 5 min early00%',
    'on time660%',
    '1 to 5 min late00%',
    '5 to 10 min late440%',
    '10 min late or more00%',
  ]);
  await expect(rowsOf(page, 'Rejected and cancelled')).toHaveText([
    'Cancelled: Closing early122.31',
    'Rejected: Too busy122.31',
  ]);
  await section(page, 'Ready vs promised time').getByRole('link', { name: '5 to 10 min late' }).click();
  await expect(numbers(page)).toHaveCount(4);
});

test('a table is downloaded as a file', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openReports(page, place.owner.token);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export By type as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('types-2026-03-01-2026-03-31.csv');
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toEqual([
    '\ufeffType,Orders,Currency,Discounts,Net,VAT,Delivery fees,Tips,Total',
    'pickup,8,AED,0.00,147.50,6.36,0.00,0.00,153.86',
    'delivery,2,AED,0.00,42.50,2.12,10.00,0.00,54.62',
    '',
  ]);
});

/** With forced colours a frame marks the chosen tab and the page in the drawer, and nothing else. */
async function expectChosenMarks(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const [chosen, other] = [true, false].map((selected) => page.getByRole('tab', { selected }).first());
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(chosen!).toHaveCSS('border-top-width', '3px');
  await expect(other!).toHaveCSS('border-top-width', '0px');
  await expect(navigation.getByRole('link', { name: 'Reports', exact: true })).toHaveCSS('border-top-width', '3px');
  await expect(navigation.getByRole('link', { name: 'Order history' })).toHaveCSS('border-top-width', '0px');
  await page.emulateMedia({ forcedColors: 'none' });
}

test('days and outlet are chosen with the keyboard, and are in the address', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await openReports(page, place.owner.token, '');
  await expect(page.getByRole('heading', { name: 'No orders in these days' })).toBeVisible();
  await page.getByRole('button', { name: 'Show the last 30 days' }).click();
  await expect(page).toHaveURL('/dashboard/reports?range=last-30-days');
  await page.getByLabel('Days', { exact: true }).selectOption({ label: 'Choose days' });
  await page.getByLabel('From', { exact: true }).fill('2026-03-02');
  await page.getByLabel('To', { exact: true }).fill('2026-03-02');
  await expect(rowsOf(page, 'Sales by day')).toHaveCount(1);
  await page.getByLabel('To', { exact: true }).fill('2026-03-01');
  await expect(page.getByRole('heading', { name: 'The last day is before the first.' })).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2026-03-31');
  await page.getByLabel('Outlet', { exact: true }).selectOption(place.outletId);
  await page.getByRole('tab', { name: 'Sales' }).press('ArrowRight');
  await page.keyboard.press('Enter');
  await expectChosenMarks(page);
  await expect(page).toHaveURL(
    `/dashboard/reports?tab=payments&range=custom&from=2026-03-02&to=2026-03-31&outletId=${place.outletId}`,
  );
});

test('without an outlet, today is the day of the reader', async ({ openWindow, call }) => {
  const page = await openWindow({ viewport: desktop, timezoneId: 'Asia/Dubai' });
  await page.clock.setFixedTime(new Date('2026-11-30T21:30:00Z'));
  await openReports(page, await signUpNew(call), '?range=today');
  await page.getByLabel('Days', { exact: true }).selectOption({ label: 'Choose days' });
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-12-01');
});

test('a failure can be retried, and staff see no figures (R25)', async ({
  page,
  openRestaurant,
  openWindow,
  db,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await insertMarch(db, place);
  await page.route('**/api/v1/report/sales*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await openReports(page, place.owner.token);
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page, 'By type')).toHaveCount(2);

  const other = await openWindow({ viewport: desktop });
  const { token } = await makeOwner(db, place.id, 'staff');
  await openReports(other, token);
  await expect(other.getByRole('heading', { name: 'Reports are for owners and managers' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Order history' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Reports', exact: true })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('the tables keep their main columns', async ({ page, openRestaurant, db }) => {
    const place = await openRestaurant();
    await insertMarch(db, place);
    await openReports(page, place.owner.token);
    await expect(section(page, 'By type').getByRole('columnheader')).toHaveText(['Type', 'Orders', 'Total (AED)']);

    const rowsOfTabs = () =>
      page.getByRole('tab').evaluateAll((tabs) => new Set(tabs.map((tab) => tab.getBoundingClientRect().y)).size);
    expect(await rowsOfTabs()).toBe(1);
    // The names of the five reports are longest in Arabic.
    await page.evaluate(() => localStorage.setItem('order-manager-language', 'ar'));
    await page.reload();
    await expect(page.getByRole('tab')).toHaveCount(5);
    for (const tab of await page.getByRole('tab').all()) await expect(tab).toBeInViewport({ ratio: 1 });
    expect(await rowsOfTabs()).toBe(1);
    await expect(rowsOf(page, 'حسب القناة').first()).toHaveText(/^أخرى8/);
  });
});

test('reports are accessible (G11)', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await insertMarch(db, place);
  await signInWithToken(page, place.owner.token);
  for (const tab of ['sales', 'tax', 'items', 'service']) {
    await visit(page, `/dashboard/reports${march}&tab=${tab}`);
    await expect(page.getByRole('tabpanel').getByRole('table').first()).toBeVisible();
    await expectAccessible(page, `reports, ${tab}`, { hasDark: true });
  }
});
