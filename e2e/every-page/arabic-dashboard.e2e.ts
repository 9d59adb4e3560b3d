/** Order Manager in Arabic: chosen at sign-in, remembered on this device, from right to left, and accessible. */
import type { Page } from '@playwright/test';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { expectAccessible } from '../support/accessible.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });
const direction = (page: Page) =>
  page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`);
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('Arabic is chosen at sign-in, remembered, and changed back in the account', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await page.goto('/login');
  await expect(heading(page)).toHaveText('Welcome');
  expect(await direction(page)).toBe('en ltr');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(heading(page)).toHaveText('أهلًا بك');
  expect(await direction(page)).toBe('ar rtl');
  await expectAccessible(page, 'sign-in in Arabic', { hasDark: true });

  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/account');
  await expect(heading(page)).toHaveText('الحساب');
  expect(await direction(page)).toBe('ar rtl');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(heading(page)).toHaveText('Account');
  expect(await direction(page)).toBe('en ltr');
});

test('a browser that prefers Arabic works in it: orders move, filters find, refusals are said', async ({
  openWindow,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await placeOrder(call, place);
  const page = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/orders/live');
  await page.getByRole('button', { name: 'ابدأ التحضير' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'في المطبخ' })).toBeVisible();
  await expectAccessible(page, 'live orders in Arabic', { hasDark: true });
  await page.setViewportSize(desktop);

  // A word is chosen and a code asked for, so that the address means the same to a colleague who reads English.
  await visit(page, '/dashboard/orders');
  await page.getByRole('button', { name: 'عوامل التصفية' }).click();
  await page.getByRole('combobox', { name: 'النوع' }).selectOption('استلام');
  await expect(page).toHaveURL('/dashboard/orders?type=pickup');
  await expect(page.getByRole('row').filter({ hasText: 'نقدًا عند الاستلام' })).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'عوامل التصفية' })).toHaveText('النوع: استلام');
  await page.getByRole('combobox', { name: 'النوع' }).selectOption('توصيل');
  await expect(page).toHaveURL('/dashboard/orders?type=delivery');
  await expect(page.getByRole('row').filter({ hasText: 'نقدًا عند الاستلام' })).toHaveCount(0);
  await expectAccessible(page, 'order history in Arabic', { hasDark: true });

  // Words of the kit, and facts and rights that the server has in English.
  await visit(page, '/dashboard/branding');
  await expect(page.getByRole('button', { name: 'فتح', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open', exact: true })).toHaveCount(0);
  await visit(page, '/dashboard/staff');
  await expect(page.locator('summary').first()).toBeVisible();
  const rights = await page.locator('details th[scope=row]').allTextContents();
  expect(rights.length).toBeGreaterThan(20);
  for (const right of rights) expect(right.replaceAll(/PIN|QR/g, '')).not.toMatch(/[a-z]/i);

  await visit(page, '/dashboard/items/create');
  await page.getByRole('textbox', { name: 'السعر' }).fill('abc');
  await page.getByRole('textbox', { name: 'السعر' }).blur();
  await expect(page.getByText('استخدم مبلغًا مثل')).toBeVisible();
  await expectAccessible(page, 'a new item in Arabic', { hasDark: true });
});

test('an address that begins with a number reads in its own order', async ({ openWindow, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = deliveryOrder(place, [largeBurger(place, 2)], 50.94);
  const placed = (await call('POST /order/create-order', { body: { order } }, place.guest.token)).order;
  const page = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(page, place.owner.token);
  for (const address of [`/dashboard/orders/live?order=${placed._id}`, `/dashboard/orders/${placed._id}`]) {
    await visit(page, address);
    const [number, street] = await page
      .getByText(/4 Harbour Road/)
      .first()
      .evaluate((element) =>
        ['4', 'Harbour'].map((word) => {
          const text = element.firstChild!;
          const range = document.createRange();
          range.setStart(text, text.textContent!.indexOf(word));
          range.setEnd(text, text.textContent!.indexOf(word) + word.length);
          return range.getBoundingClientRect().left;
        }),
      );
    expect(number).toBeLessThan(street!);
  }
});
