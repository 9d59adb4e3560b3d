/**
 * Every page of Order Manager and of the guest's site in Arabic, from its first control to its last by the Tab key: nothing holds the
 * focus, hides it, stands outside the window or lacks a name (G11).
 */
import type { Page } from '@playwright/test';
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { addBurger, openShop, settled, shopAddress, signInGuest } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { openTables } from '../support/restaurant.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ locale: 'ar-AE', viewport: desktop });

/** More stops than any page has. */
const mostStops = 150;

/** A control that has the focus. */
interface Stop {
  name: string;
  isMain: boolean;
  problem: string | null;
}

/** Presses Tab until the focus has left the page, and returns where it stood. */
async function walk(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    getSelection()?.removeAllRanges();
  });
  const stops: Stop[] = [];
  while (stops.length < mostStops) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error(
    `The focus does not leave the page: ${stops
      .slice(-5)
      .map(({ name }) => name)
      .join(', ')}`,
  );
}

/** Null: the focus has left the page, or is back at its first control. */
function describeFocus(): Stop | null {
  const element = document.activeElement;
  if (element === null || element === document.body || element === document.documentElement) return null;
  if (element.hasAttribute('data-walked')) return null;
  element.setAttribute('data-walked', '');
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  const named = (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id));
  const name = [
    element.getAttribute('aria-label'),
    ...named.map((one) => one?.textContent),
    ...labels.map((one) => one.textContent),
  ]
    .concat(element.textContent, element.querySelector('img')?.alt, element.getAttribute('title'))
    .find((text) => text != null && text.trim() !== '');
  // A switch, a radio and a file are drawn as their labels.
  const boxes = [element, ...labels]
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1);
  const isSeen = boxes.some(
    ({ left, right, top, bottom }) => left > -2 && right < innerWidth + 2 && bottom > 0 && top < innerHeight,
  );
  return {
    name: name?.trim().slice(0, 40) ?? element.outerHTML.slice(0, 120),
    isMain: element.closest('main') !== null,
    problem: name === undefined ? 'has no name' : isSeen ? null : 'is not in the window',
  };
}

/** Expects the walk over a page to reach its content, and every stop to be seen and named. */
async function expectWalk(page: Page, address: string, leastStops = 2): Promise<void> {
  expect(await page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`)).toBe('ar rtl');
  const stops = await walk(page);
  const problems = stops.filter(({ problem }) => problem !== null);
  expect.soft(problems, address).toEqual([]);
  expect.soft(stops.length, address).toBeGreaterThanOrEqual(leastStops);
}

test('every page of a restaurant is walked by keyboard', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const { token } = place.owner;
  const { _id: order } = await placeOrder(call, place);
  await openTables(call, place, ['12']);
  const printer = { outletId: place.outletId, name: 'Kitchen', kind: 'escpos', prints: 'arrival' } as const;
  const added = await call('POST /printing/add-printer', { body: printer }, token);
  await signInWithToken(page, token);
  const { outletId, items, lists, menuId, areaId } = place;
  for (const path of [
    '',
    `orders/live?order=${order}`,
    'orders',
    `orders/${order}`,
    'orders/kitchen',
    'reports',
    'inventory',
    'settings',
    'items',
    'items/create',
    `items/edit?id=${items.burger}`,
    'modifier-lists',
    'modifier-lists/create',
    `modifier-lists/edit?id=${lists.extras}`,
    'menus',
    'menus/create',
    `menus/import?id=${menuId}`,
    `menus/edit?id=${menuId}`,
    'outlets',
    `outlets/edit/basic-info?id=${outletId}`,
    `outlets/edit/address?id=${outletId}`,
    `outlets/edit/ordering-services/delivery?id=${outletId}`,
    `outlets/edit/ordering-services/delivery-area?id=${outletId}`,
    `outlets/edit/ordering-services/pickup?id=${outletId}`,
    `outlets/edit/special-days?id=${outletId}`,
    `outlets/edit/ordering-services/contactless-dining?id=${outletId}`,
    `outlets/delivery-areas/create?id=${outletId}`,
    `outlets/delivery-areas/edit?id=${areaId}`,
    'restaurant',
    'branding',
    `alarms?id=${outletId}`,
    'printers',
    'printers/create',
    `printers/edit?id=${added.printer._id}`,
    'account',
    'account/security',
    'account/close',
    'staff',
    'record',
  ]) {
    const address = `/dashboard/${path}`;
    await page.goto(address);
    await ready(page);
    await picture(page, address);
    await expectWalk(page, address, 8);
  }
});

test('the pages of the platform and those without an account are walked by keyboard', async ({
  page,
  openWindow,
  openRestaurant,
  db,
}) => {
  await openRestaurant();
  for (const address of ['/login', '/signup', '/forgot-password', '/recover-password?token=none']) {
    await page.goto(address);
    await ready(page);
    await picture(page, address);
    await expectWalk(page, address);
  }
  const { token } = await makeAdmin(db);
  const admin = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(admin, token, 'admin');
  for (const address of [
    '/dashboard/users',
    '/dashboard/resturants',
    '/dashboard/create-resturant',
    '/dashboard/messages',
  ]) {
    await admin.goto(address);
    await ready(admin);
    await picture(admin, address);
    await expectWalk(admin, address, 6);
  }
});

test('every page of a guest is walked by keyboard', async ({ page, openRestaurant, call }) => {
  await page.setViewportSize(phone);
  const opened = await openRestaurant();
  // Dishes are called by their Arabic names.
  const place = { ...opened, named: (word: string) => opened.named(`${word} ar`) };
  const order = await placeOrder(call, place);
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'), wordsOf.ar);
  await addBurger(page, place, 1, wordsOf.ar);
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
    await picture(page, address);
    await expectWalk(page, address);
  }
});

/** The page has its heading, and nothing on it is still loading. */
async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function picture(page: Page, address: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder === undefined) return;
  const before = page.viewportSize()!;
  const name = address
    .replaceAll(/[/?=#]/g, '_')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .slice(0, 60);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(250);
    await page.screenshot({ path: `${folder}/${name}_${width}.png`, fullPage: true });
  }
  await page.setViewportSize(before);
}
