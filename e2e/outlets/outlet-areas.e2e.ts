/**
 * Delivery areas, special days and the QR code of the menu: an outlet's settings beside its hours (order-operations 2,
 * 5 and 9).
 */
import type { Page } from '@playwright/test';
import { wallTime } from '#contract/base/time.ts';
import { giveAddress, openShop, shopAddress } from '../support/guest.ts';
import { keepMessages, saveButton, toastWith, visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';
import { chooseAction } from '../support/row-menu.ts';
import { openStep } from '../support/wizard.ts';

test.use({ viewport: desktop });

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const areasPath = '/dashboard/outlets/edit/ordering-services/delivery-area';

test('an area is added, described in a sentence, changed, and found by guests at once (DA-01, DA-02)', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  await openStep(page, place, 'ordering-services/delivery-area');
  await expect(page.getByRole('heading', { name: '1 area', exact: true })).toBeVisible();
  const harbour = row(page, place.named('Harbour'));
  await expect(harbour.getByRole('cell')).toHaveText(['AED 30.00', 'AED 5.00', '']);

  await page.getByRole('link', { name: 'Add delivery area' }).click();
  await expect(page).toHaveURL(`/dashboard/outlets/delivery-areas/create?id=${place.outletId}`);
  await expect(page.getByRole('heading', { name: 'New delivery area', level: 1 })).toBeFocused();
  await expect(page.getByText('Still needed: Area name, Min basket value')).toBeVisible();
  await page.getByLabel('Area name').fill('Marina');
  await page.getByLabel('Min basket value').fill('30');
  await page.getByLabel('Delivery fee').fill('5');
  await expect(page.getByText('Customers in Marina pay AED 5 delivery and need AED 30 in the basket.')).toBeVisible();
  await page.getByLabel('Delivery fee').fill('7.50');
  await expect(page.getByText('Customers in Marina pay AED 7.50 delivery')).toBeVisible();
  await page.getByLabel('Min basket value').fill('30.555');
  await saveButton(page).click();
  await expect(page.getByText('Use an amount such as 18.50')).toBeVisible();
  await expect(page.getByLabel('Min basket value')).toBeFocused();
  await page.getByLabel('Min basket value').fill('30.25');
  await saveButton(page).click();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  await expect(page).toHaveURL(`${areasPath}?id=${place.outletId}`);
  await expect(page.getByRole('heading', { name: '2 areas', exact: true })).toBeVisible();
  await expect(row(page, 'Marina').getByRole('cell').nth(1)).toHaveText('AED 7.50');

  await chooseAction(row(page, 'Marina'), 'Edit');
  await expect(page).toHaveURL(/\/dashboard\/outlets\/delivery-areas\/edit\?id=/);
  await expect(page.getByLabel('Min basket value')).toHaveValue('30.25');
  await page.getByLabel('Min basket value').fill('0');
  await page.getByLabel('Delivery fee').fill('');
  await expect(page.getByText('Customers in Marina get free delivery and need AED 0 in the basket.')).toBeVisible();
  await saveButton(page).click();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  await expect(row(page, 'Marina').getByRole('cell')).toHaveText(['AED 0.00', 'Free', '']);

  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'delivery'));
  await giveAddress(guest, 'Marina', 'Villa 7');
  await expect(guest.getByRole('button', { name: /Marina/ }).first()).toContainText('Free');
});

test('a fee that somebody else changes shows in the open form, and is kept', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const params = { id: place.areaId };
  await openStep(page, place, 'ordering-services/delivery-area');
  await chooseAction(row(page, place.named('Harbour')), 'Edit');
  await expect(page.getByLabel('Delivery fee')).toHaveValue('5.00');
  await page.getByLabel('Name in Arabic').fill('الميناء');
  await call('POST /outlet/update-delivery-area/:id', { params, body: { deliveryFee: 8 } }, place.owner.token);
  await expect(page.getByLabel('Delivery fee')).toHaveValue('8.00');
  await expect(page.getByLabel('Name in Arabic')).toHaveValue('الميناء');
  await saveButton(page).click();
  await expect(toastWith(page, 'The record is successfully updated')).toBeVisible();
  const { deliveryArea } = await call('GET /outlet/get-delivery-area/:id', { params }, place.owner.token);
  expect(deliveryArea).toMatchObject({ deliveryFee: 8, areaNameTranslations: { ar: 'الميناء' } });
});

test('a deleted area goes at once and comes back with Undo, and names are unique (M17)', async ({
  page,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  await keepMessages(page);
  await openStep(page, place, 'ordering-services/delivery-area');
  const harbour = row(page, place.named('Harbour'));
  await chooseAction(harbour, 'Delete');
  await expect(page.getByRole('heading', { name: 'No delivery areas yet' })).toBeVisible();
  const message = toastWith(page, 'The record was successfully deleted');
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(harbour).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 area', exact: true })).toBeVisible();

  await visit(page, `/dashboard/outlets/delivery-areas/create?id=${place.outletId}`);
  await page.getByLabel('Area name').fill(place.named('HARBOUR'));
  await page.getByLabel('Min basket value').fill('1');
  await saveButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Name in use' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Delivery areas', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(`${areasPath}?id=${place.outletId}`);
});

test('areas are paged by 5, 10, 25 and all, in the address, beside the outlet (DA-01)', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  for (let number = 1; number <= 6; number += 1) {
    const body = { areaName: `Area ${number}`, minBasketValue: number };
    await call('POST /outlet/update-delivery-area/:id', { params: { id: place.outletId }, body }, place.owner.token);
  }
  await openStep(page, place, 'ordering-services/delivery-area');
  await expect(page.getByRole('heading', { name: '7 areas', exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveCount(5);
  await page.getByRole('combobox', { name: 'Rows per page:' }).click();
  await expect(page.getByRole('option')).toHaveText(['5', '10', '25', 'All']);
  await page.getByRole('option', { name: 'All' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(7);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveCount(7);
  expect(new URL(page.url()).searchParams.get('id')).toBe(place.outletId);
});

test('on a special day guests read why the outlet is closed, deleting the day opens it, and Undo closes it (OU-15)', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  await keepMessages(page);
  await openStep(page, place, 'special-days');
  await page.getByRole('button', { name: 'Add special day' }).click();
  await expect(page.getByRole('heading', { name: 'New special day' })).toBeFocused();
  await expect(page.getByText('Still needed: Reason, First day')).toBeVisible();
  const day = (ahead: number) => wallTime(new Date(Date.now() + ahead * 86_400_000), 'Asia/Dubai').date;
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Eid Al Fitr');
  await page.getByLabel('First day').fill(day(0));
  await page.getByLabel('Last day').fill(day(-1));
  await saveButton(page).click();
  await expect(page.getByText('The last day is before the first')).toBeVisible();
  // The test may run past midnight.
  await page.getByLabel('Last day').fill(day(2));
  await saveButton(page).click();
  await expect(toastWith(page, 'Your record was successfully added')).toBeVisible();
  const eid = page.getByRole('list', { name: 'Upcoming special days' }).getByRole('listitem').first();
  await expect(eid).toContainText('Eid Al Fitr');
  await expect(eid).toContainText('Closed');
  await expect(page.getByRole('button', { name: 'Add special day' })).toBeFocused();

  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByText(/^Closed: Eid Al Fitr/)).toBeVisible();
  await page.getByRole('link', { name: 'Outlets', exact: true }).first().click();
  await expect(row(page, place.outletName).getByRole('rowheader')).toContainText(/Closed until \w+ 00:00: Eid Al Fitr/);
  await page.goBack();

  await eid.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Other hours').check();
  await expect(page.getByText('Still needed: Hours without gaps or overlaps')).toBeVisible();
  await page.getByLabel('Special hours, period 1, opens').fill('20:00');
  await page.getByLabel('Special hours, period 1, closes').fill('02:00');
  await saveButton(page).click();
  await expect(eid).toContainText('20:00–02:00 (ends next day)');

  await eid.getByRole('button', { name: 'Delete' }).click();
  await expect(eid).not.toContainText('Eid Al Fitr');
  const message = toastWith(page, 'The record was successfully deleted');
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(eid).toContainText('Eid Al Fitr');
});

test("the menu's QR code is a picture to download", async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openStep(page, place, 'ordering-services/contactless-dining');
  await expect(page.getByRole('img', { name: `QR code of the menu of ${place.outletName}` })).toBeVisible();
  const started = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  expect((await started).suggestedFilename()).toBe(`${place.outletName} menu.svg`);
});
