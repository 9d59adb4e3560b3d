/** The pages of menus are accessible, with their dialogs and errors, in light and in dark (G11, PL04). */
import type { Page } from '@playwright/test';
import { signUpNew } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { chooseAction } from '../support/row-menu.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });
const check = (page: Page, screen: string) => expectAccessible(page, screen, { hasDark: true });
/** A hundred characters without a place to break the line, some of them from right to left. */
const long = `${'W'.repeat(60)}ملوخية${'w'.repeat(34)}`;

test('the list and the form are accessible', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const body = { name: long, platform: 'OrderManager', notes: long };
  const { menu } = await call('POST /menu/add-menu', { body }, place.owner.token);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/menus');
  await expect(page.getByRole('row')).toHaveCount(3);
  await check(page, 'menus');
  await visit(page, '/dashboard/menus/create');
  await expect(page.getByText('Still needed: Name')).toBeVisible();
  await check(page, 'a new menu');
  await visit(page, `/dashboard/menus/edit?id=${menu._id}&form=open`);
  await page.getByLabel('Calories').fill('many');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Calories')).toHaveAttribute('aria-invalid', 'true');
  await check(page, 'a menu with an error');
  await page.goto(`/dashboard/menus/edit?id=${menu._id}`);
  await expect(page.getByText('No categories yet. Name the first one above.')).toBeVisible();
  await check(page, 'a menu without categories');
  await visit(page, '/dashboard/menus/edit?id=0198c0de-0000-7000-8000-000000000001');
  await expect(page.getByRole('heading', { name: 'This record was not found' })).toBeVisible();
  await check(page, 'a menu that is gone');
});

test('the categories and their dialogs are accessible', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const { category } = await call(
    'POST /menu/add-update-category',
    { body: { menuId: place.menuId, name: long, InActiveOutletIds: [place.outletId] } },
    place.owner.token,
  );
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/menus/edit?id=${place.menuId}`);
  await expect(page.getByText('1 outlet off')).toBeVisible();
  await page.getByRole('button', { name: new RegExp(`^${place.named('Mains')}`) }).click();
  await page.getByRole('button', { name: new RegExp(`^${category.name}`) }).click();
  await check(page, 'categories, two of them open');
  await chooseAction(page, 'Rename', place.named('Mains'));
  await check(page, 'a category to be renamed');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Add items ${place.named('Mains')}` }).click();
  await page.getByRole('checkbox').first().check();
  await check(page, 'items to add');
  await page.keyboard.press('Escape');
  await chooseAction(page, 'Availability', place.named('Mains'));
  await check(page, 'availability');
});

test('the page without menus is accessible', async ({ page, call }) => {
  await signInWithToken(page, await signUpNew(call));
  await page.goto('/dashboard/menus');
  await expect(page.getByRole('heading', { name: 'No menus yet' })).toBeVisible();
  await check(page, 'no menus');
});
