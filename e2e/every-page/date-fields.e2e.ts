/** Fields for dates and times read like every other date of Order Manager, on a device that writes the month first (decision 87). */
import type { Page } from '@playwright/test';
import { signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop, locale: 'en-US' });

const shownIn = (page: Page) => page.locator('main [data-shown-date]');

/** Whether the browser's own text can be seen. */
const ownText = (page: Page, label: string) =>
  page
    .getByLabel(label, { exact: true })
    .evaluate((field) => getComputedStyle(field).getPropertyValue('--own-text') !== '0');

test('a date in a field has its month in letters until somebody is in it', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  // Said of an address that names no day.
  complaints.expect(/does not conform to the required format/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/reports?range=custom&from=2026-03-05&to=2026-03-06');
  await expect(shownIn(page)).toHaveText(['5 Mar 2026', '6 Mar 2026']);
  expect(await ownText(page, 'From')).toBe(false);
  const from = page.getByLabel('From', { exact: true });
  await from.focus();
  await expect(shownIn(page).first()).toBeHidden();
  expect(await ownText(page, 'From'), 'its own parts are there for the keyboard').toBe(true);
  await page.keyboard.type('04');
  await page.getByLabel('Outlet', { exact: true }).focus();
  await expect(from).toHaveValue('2026-04-05');
  await expect(shownIn(page)).toHaveText(['5 Apr 2026', '6 Mar 2026']);

  await visit(page, '/dashboard/reports?range=custom&from=nonsense&to=2026-03-06');
  await expect(shownIn(page)).toHaveText(['Choose a day', '6 Mar 2026']);

  await visit(page, '/dashboard/orders?from=2026-03-05');
  await expect(shownIn(page)).toHaveText(['5 Mar 2026', 'Any day']);
  const to = page.getByLabel('To', { exact: true });
  await to.focus();
  await page.keyboard.type('11');
  await page.getByLabel('Phone', { exact: true }).focus();
  await expect(shownIn(page), 'a half filled field shows what was typed').toHaveText(['5 Mar 2026']);
  expect(await ownText(page, 'To')).toBe(true);

  await visit(page, '/dashboard/offers/create');
  await expect(shownIn(page)).toHaveText(['No limit', 'No limit']);
  await page.getByLabel('Until', { exact: true }).fill('2027-03-05T18:05');
  await page.getByLabel('From', { exact: true }).focus();
  await expect(shownIn(page).last()).toHaveText('5 Mar 2027, 18:05');
  await page.goto(`/dashboard/outlets/edit/ordering-services/pickup?id=${place.outletId}`);
  await expect(shownIn(page).first(), 'and 24 hours').toHaveText('00:00');
});

test('a date in a field is in the language of the dashboard', async ({ openWindow, openRestaurant }) => {
  const place = await openRestaurant();
  const page = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/reports?range=custom&from=2026-03-05&to=2026-03-06');
  await expect(shownIn(page)).toHaveText(['5 مارس 2026', '6 مارس 2026']);
});
