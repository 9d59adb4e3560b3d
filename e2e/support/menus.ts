/** Menus and categories in the Order Manager, and on the guest's page. */
import { expect, type Locator, type Page } from '@playwright/test';
import { openShop, shopAddress } from './guest.ts';
import { signInWithToken } from './kitchen.ts';
import type { Place } from './test.ts';

/** The row of a category. */
export const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Categories', exact: true }).locator(':scope > li').filter({ hasText: name });
/** The names of movable rows, in the order of the screen. */
export const order = (list: Locator) =>
  list
    .locator(':scope > li')
    .getByRole('button', { name: /^Move .+(?<! up| down)$/ })
    .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label')!.replace('Move ', '')));

export async function openMenu(page: Page, place: Place): Promise<Locator> {
  await signInWithToken(page, place.owner.token);
  await page.goto(`/dashboard/menus/edit?id=${place.menuId}`);
  const list = page.getByRole('list', { name: 'Categories', exact: true });
  await expect(list).toBeVisible();
  return list;
}

/** The names of the categories, in their order, as a new guest sees them. */
export async function guestCategories(page: Page, place: Place): Promise<string[]> {
  await openShop(page, shopAddress(place, 'pickup'));
  return page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
}
