/** Tickets that do not come are told on every page, to a kitchen that cooks by paper (PT-03). */
import type { Page } from '@playwright/test';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { StarPrinter } from '#server/test/servers/star-printer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

const band = (page: Page) => page.getByRole('alert').filter({ hasText: 'Pass' });

test('a printer that cannot print accepted orders is told on every page, until it can', async ({
  page,
  openRestaurant,
  call,
  baseURL,
}) => {
  const place = await openRestaurant();
  const { token } = place.owner;
  const body = { outletId: place.outletId, name: 'Pass', kind: 'cloudprnt', prints: 'acceptance' } as const;
  const { address } = await call('POST /printing/add-printer', { body }, token);
  const star = new StarPrinter(fetch, `${baseURL}${new URL(address).pathname}`);
  await star.ask({ statusCode: '410 Out of paper' });
  await page.clock.install();
  await signInWithToken(page, token);
  await page.goto('/dashboard/items');
  await expect(page.getByRole('heading', { name: 'Items', level: 1 })).toBeVisible();
  // Nothing waits for it.
  await expect(band(page)).toHaveCount(0);

  const { _id: orderId } = await placeOrder(call, place);
  await call('POST /order/update-order-status', { body: { orderId, status: 'Confirmed' } }, token);
  await star.ask({ statusCode: '410 Out of paper' });
  await page.clock.fastForward(30_000);
  await expect(band(page)).toContainText('Pass: Out of paper, 1 ticket waits');
  await page.goto('/dashboard/kitchen');
  await expect(band(page)).toBeVisible();
  await page.goto('/dashboard/items');
  await band(page).getByRole('link', { name: 'Printers' }).click();
  await expect(page.getByRole('heading', { name: /^Printers/, level: 1 })).toBeVisible();
  await expectAccessible(page, 'a printer that misses tickets', { hasDark: true });

  expect(await star.printAll()).toHaveLength(1);
  await page.clock.fastForward(30_000);
  await expect(band(page)).toHaveCount(0);
});

test('tickets that failed are told to all people of the outlet, and to nobody else', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
  baseURL,
}) => {
  const place = await openRestaurant();
  const params = { id: place.outletId };
  const { outlet } = await call('POST /outlet/clone-outlet/:id', { params }, place.owner.token);
  const body = { outletId: place.outletId, name: 'Pass', kind: 'cloudprnt' } as const;
  const { address } = await call('POST /printing/add-printer', { body }, place.owner.token);
  const star = new StarPrinter(fetch, `${baseURL}${new URL(address).pathname}`);
  await placeOrder(call, place);
  for (let times = 0; times < 5; times++) {
    const { jobToken } = await star.ask();
    await star.fetchJob(jobToken);
    await star.confirm(jobToken, '511 Media decoding error');
  }
  const staff = await makeOwner(db, place.id, 'staff', [place.outletId]);
  await signInWithToken(page, staff.token);
  await page.goto('/dashboard/orders/live');
  await expect(band(page)).toContainText('Pass: 1 ticket failed today');

  const elsewhere = await openWindow({ viewport: desktop, locale: 'en' });
  const other = await makeOwner(db, place.id, 'manager', [outlet._id]);
  await signInWithToken(elsewhere, other.token);
  const read = elsewhere.waitForResponse('**/api/v1/printing/get-printers');
  await elsewhere.goto('/dashboard/orders/live');
  expect((await read).status()).toBe(200);
  await expect(elsewhere.getByText('Connected', { exact: true })).toBeVisible();
  await expect(band(elsewhere)).toHaveCount(0);

  const arabic = await openWindow({ viewport: desktop, locale: 'ar' });
  await signInWithToken(arabic, staff.token);
  await arabic.goto('/dashboard/orders/live');
  await expect(band(arabic)).toContainText('فشلت تذكرة واحدة اليوم');
  await expectAccessible(arabic, 'a printer that misses tickets, in Arabic');
});
