/**
 * Every page of Order Manager and of the guest's site in Arabic, from its first control to its last by the Tab key: nothing holds the
 * focus, hides it, stands outside the window or lacks a name (G11).
 */
import type { Locator, Page } from '@playwright/test';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { expectRoomForLargeText } from '../support/cut-texts.ts';
import { addBurger, addWater, openShop, settled, shopAddress, signInGuest } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { expectWalk } from '../support/keyboard-walk.ts';
import { pagesOfOrders, pagesOfSettings, platformPages, publicPages } from '../support/pages.ts';
import { loaded, visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.describe.configure({ timeout: 420_000 });
test.use({ locale: 'ar-AE', viewport: desktop });

test('the pages of orders and menu are walked by keyboard', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const addresses = await pagesOfOrders(call, place);
  await signInWithToken(page, place.owner.token);
  await walkAll(page, 8, addresses);
});

test('the pages of outlets and settings are walked by keyboard', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const addresses = await pagesOfSettings(call, place);
  await signInWithToken(page, place.owner.token);
  await walkAll(page, 8, addresses);
});

test('the pages of the platform and those without an account are walked by keyboard', async ({
  page,
  openWindow,
  openRestaurant,
  db,
}) => {
  await openRestaurant();
  await walkAll(page, 2, publicPages);
  const { token } = await makeAdmin(db);
  const admin = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(admin, token, 'admin');
  await walkAll(admin, 6, platformPages);
});

test('every page of a guest is walked by keyboard, and dishes without an Arabic name say their language', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  await page.setViewportSize(phone);
  const opened = await openRestaurant();
  await changeMenu(db, opened.id, (tx) =>
    tx
      .updateTable('items')
      .set({ name_translations: '{}' })
      .where('id', 'in', [opened.items.water, opened.items.special])
      .execute(),
  );
  // Dishes are called by their Arabic names.
  const place = { ...opened, named: (word: string) => opened.named(`${word} ar`) };
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'), wordsOf.ar);
  await addBurger(page, place, 1, wordsOf.ar);
  await addWater(page, opened, wordsOf.ar);
  const inEnglish = (control: Locator) => expect(control.locator('bdi[lang=en]')).toHaveCount(1);
  await inEnglish(page.getByRole('link', { name: opened.named('Drinks'), exact: true }));
  await inEnglish(page.getByRole('button', { name: wordsOf.ar.addDish(opened.named('water')) }).first());
  const english = new RegExp(`${opened.named('water')}|${opened.named('special')}`);
  for (const path of [
    'menu',
    'pickup',
    'delivery',
    'basket',
    'checkout',
    'orders',
    `order/${order._id}`,
    `checkout/${order._id}`,
    `order/${order._id}/receipt`,
  ]) {
    const address = `/${place.slug}/${path}`;
    await page.goto(address);
    await settled(page);
    await expectWalk(page, address);
    if (path === 'pickup' || path === 'delivery') continue;
    await expect(page.locator('bdi[lang=en]').filter({ hasText: english }).first(), address).toBeVisible();
    if (path !== 'basket') continue;
    await inEnglish(page.getByRole('button', { name: wordsOf.ar.removeDish(opened.named('water')) }));
    await expect(page.getByRole('group', { name: opened.named('water') })).toBeVisible();
  }
});

/** Walks each page on a desktop, and examines it at every width; English is examined in `axe-walk.e2e.ts`. */
async function walkAll(page: Page, leastStops: number, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.setViewportSize(desktop);
    await visit(page, address);
    await loaded(page);
    await expectWalk(page, address, leastStops);
    const screen = `${address}, in Arabic`;
    await expectAccessible(page, screen, { hasDark: true, widths: everyWidth });
    await expectRoomForLargeText(page, screen);
  }
}
