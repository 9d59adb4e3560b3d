/**
 * Every page of Order Manager in English, in light and in dark, on the narrowest phone, the usual one, a tablet and a desktop, and with text
 * of twice the size; `arabic-walk.e2e.ts` walks them from the right, and `axe-dashboard.e2e.ts` their dialogs and errors (G11, PL04).
 */
import type { Page } from '@playwright/test';
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { expectRoomForLargeText } from '../support/cut-texts.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { pagesOfOrders, pagesOfSettings, platformPages, publicPages } from '../support/pages.ts';
import { loaded, visit } from '../support/screen.ts';
import { desktop, test } from '../support/test.ts';

test.describe.configure({ timeout: 420_000 });
test.use({ viewport: desktop });

/** Every other page is dark at every width: the same components are on many pages. */
async function examineAll(page: Page, addresses: readonly string[]): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    await visit(page, address);
    await loaded(page);
    await expectAccessible(page, address, { isDark: index % 2 === 0, widths: everyWidth });
    await expectRoomForLargeText(page, address);
  }
}

test('the pages of orders and menu are accessible at every width', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const addresses = await pagesOfOrders(call, place);
  await signInWithToken(page, place.owner.token);
  await examineAll(page, addresses);
});

test('the pages of outlets and settings are accessible at every width', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const addresses = await pagesOfSettings(call, place);
  await signInWithToken(page, place.owner.token);
  await examineAll(page, addresses);
});

test('the pages of the platform and those without an account are accessible at every width', async ({
  page,
  openWindow,
  openRestaurant,
  db,
}) => {
  await openRestaurant();
  await examineAll(page, publicPages);
  const { token } = await makeAdmin(db);
  const admin = await openWindow({ viewport: desktop });
  await signInWithToken(admin, token, 'admin');
  await examineAll(admin, platformPages);
});
