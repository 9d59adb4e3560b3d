/** Live orders under a thumb (M10). */
import { openLiveOrders, placeOrder } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { expect, tablet, test } from '../support/test.ts';
import { expectTouchTargets } from '../support/touch-targets.ts';

test.use({ viewport: tablet });

test('every target is large enough for a thumb (M10)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  await placeOrder(call, place);
  await openLiveOrders(page, place);
  await expect(page.getByRole('button', { name: 'Move to preparation' })).toBeVisible();
  await expectTouchTargets(page);
  await page.getByRole('button', { name: 'Enable sound' }).click();
  await expect(page.getByRole('button', { name: 'Sound: on' })).toBeVisible();
  await expectTouchTargets(page);
  await visit(page, '/dashboard/settings');
  await expect(page.getByRole('switch').first()).toBeVisible();
  await expectTouchTargets(page);
});
