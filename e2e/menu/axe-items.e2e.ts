/**
 * The screens of items and modifier lists are accessible, with their dialogs and errors, in light and in dark (G11,
 * PL04).
 */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { rowMenu } from '../support/row-menu.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });
const check = (page: Page, screen: string) => expectAccessible(page, screen, { hasDark: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** A hundred characters without a place to break the line. */
const longName = 'Unbreakable'.repeat(9).padEnd(100, '!');

test('items are accessible', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  const { burger } = place.items;
  const form = { name: longName, nameTranslations: { ar: 'برجر'.repeat(20) }, sku: 'S'.repeat(64) };
  await call('POST /menu/update-items-modifier/:id', { params: { id: burger }, form }, place.owner.token);
  await page.goto('/dashboard/items?size=all');
  await expect(page.getByRole('table')).toBeVisible();
  await check(page, 'items');
  await rowMenu(page, place.named('onion')).click();
  await check(page, 'actions on an item');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await check(page, 'items, one deleted');
  await page.goto('/dashboard/items/create');
  await expect(save(page)).toBeVisible();
  await check(page, 'a new item');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(longName);
  await page.getByRole('textbox', { name: 'Price' }).fill('a lot');
  await page.getByRole('textbox', { name: 'SKU' }).focus();
  await page.getByRole('button', { name: 'In Arabic' }).click();
  await page.getByRole('button', { name: 'Calories, allergens and diets' }).click();
  await expect(page.getByText('Use an amount such as 18.50')).toBeVisible();
  await check(page, 'a new item with an error and everything open');
  await page.getByRole('link', { name: 'Items and modifiers' }).first().press('Enter');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await check(page, 'leaving');
  await page.getByRole('button', { name: 'Leave' }).click();
  // The address changes before the form goes, which would hold up the next page, too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Items and modifiers');
  await expect(page).toHaveURL('/dashboard/items');
  await visit(page, `/dashboard/items/edit?id=${burger}`);
  await expect(page.getByRole('list', { name: 'Modifier lists' })).toBeVisible();
  await check(page, 'an item');
  await page.getByRole('button', { name: `Unlink ${place.named('size')}` }).click();
  await page.getByRole('button', { name: 'Link modifier list' }).click();
  await expect(page.getByRole('dialog', { name: 'Link modifier list' })).toBeVisible();
  await check(page, 'linking a list');
  await visit(page, `/dashboard/items/edit?id=${place.outletId}`);
  await check(page, 'an item that is not there');
});

test('modifier lists are accessible', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  const { size } = place.lists;
  const body = { name: longName, displayName: longName, modifierList: [place.modifiers.large] };
  await call('POST /menu/update-modifier-list/:id', { params: { id: size }, body }, place.owner.token);
  await page.goto('/dashboard/modifier-lists');
  await expect(page.getByRole('table')).toBeVisible();
  await check(page, 'modifier lists');
  await visit(page, '/dashboard/modifier-lists/create');
  await page.getByRole('textbox', { name: 'Min Selection' }).fill('3');
  await page.getByRole('textbox', { name: 'Max Selection' }).fill('2');
  await page.getByRole('textbox', { name: 'Name', exact: true }).focus();
  await expect(page.getByText('Maximum must be at least the minimum')).toBeVisible();
  await check(page, 'a new list with an error');
  await page.goto(`/dashboard/modifier-lists/edit?id=${size}`);
  await expect(page.getByRole('list', { name: 'Modifiers' })).toBeVisible();
  await check(page, 'a list');
  await page.getByRole('button', { name: 'Create and add' }).click();
  await expect(page.getByText('Enter a name')).toBeVisible();
  await page.getByRole('button', { name: `Remove ${place.named('large')}` }).click();
  await expect(page.getByRole('alert').filter({ hasText: "Items using it can't be ordered" })).toBeVisible();
  await check(page, 'a list with too few modifiers');
  await page.getByRole('button', { name: 'Add items' }).click();
  await expect(page.getByRole('dialog', { name: 'Add items' })).toBeVisible();
  await check(page, 'adding items');
});
