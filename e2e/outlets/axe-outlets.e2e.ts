/** The outlets and every step of their wizard are accessible, with their errors (G11, PL04). */
import type { Page } from '@playwright/test';
import { signUpNew } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';
import { openStep, steps, timeField } from '../support/wizard.ts';

test.use({ viewport: desktop });
const check = (page: Page, screen: string) => expectAccessible(page, screen, { hasDark: true });

test('the list and a new outlet are accessible', async ({ page, call }) => {
  await signInWithToken(page, await signUpNew(call));
  await page.goto('/dashboard/outlets');
  await expect(page.getByText('No outlets yet')).toBeVisible();
  await check(page, 'no outlets');
  await visit(page, '/dashboard/outlets/create/basic-info');
  await expect(page.getByText(/^Still needed/)).toBeVisible();
  await check(page, 'a new outlet');
  await page.getByLabel('Time zone').fill('kolk');
  await expect(page.getByRole('listbox')).toBeVisible();
  await check(page, 'time zones');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole('combobox', { name: 'Step', exact: true }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await check(page, 'the steps as a select');
});

test('every step of an outlet is accessible', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  for (const step of steps) {
    await visit(page, `/dashboard/outlets/edit/${step}?id=${place.outletId}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (step === 'address') await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
    await check(page, step);
  }
});

test('areas, special days, errors and questions are accessible', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openStep(page, place, 'ordering-services/delivery');
  await page.getByRole('button', { name: 'Add period to Sunday' }).click();
  await timeField(page, 'Sunday', 2, 'opens').fill('10:00');
  await timeField(page, 'Sunday', 2, 'closes').fill('11:00');
  await expect(page.getByText('Overlaps another period')).toBeVisible();
  await check(page, 'hours that overlap');
  await page.getByRole('link', { name: 'Outlets', exact: true }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await check(page, 'leaving unsaved hours');
  await page.getByRole('button', { name: 'Leave' }).click();

  await expect(page.getByRole('table')).toBeVisible();
  await visit(page, `/dashboard/outlets/delivery-areas/edit?id=${place.areaId}`);
  await page.getByLabel('Min basket value').fill('a lot');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Use an amount such as 18.50')).toBeVisible();
  await check(page, 'an area with an error');
  await page.goto(`/dashboard/outlets/edit/special-days?id=${place.outletId}`);
  await page.getByRole('button', { name: 'Add special day' }).click();
  await page.getByLabel('Other hours').check();
  await check(page, 'a special day');
});
