/** Busy mode: chosen on Live Orders, told to every device and guest, over by itself or in one touch. */
import { expectAccessible } from '../support/accessible.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { openLiveOrders, signInWithToken } from '../support/kitchen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: phone });

test('a busy kitchen promises longer times until somebody ends it', async ({ page, openRestaurant, openWindow }) => {
  const place = await openRestaurant();
  const guest = await openWindow({ viewport: phone, timezoneId: 'Asia/Dubai' });
  const colleague = await openWindow({ viewport: tablet });
  await openShop(guest, shopAddress(place, 'pickup'));
  const promise = guest.getByText(/\d+ - \d+ min/).first();
  await expect(promise).toContainText('15 - 25 min');
  await signInWithToken(colleague, place.owner.token);
  await colleague.goto('/dashboard/menus');
  await openLiveOrders(page, place);
  await page.getByRole('button', { name: 'Busy', exact: true }).click();
  await expectAccessible(page, 'how busy the kitchen is', { hasDark: true });
  await page.getByRole('button', { name: '+20 min' }).click();
  await page.getByRole('button', { name: '1 hour' }).click();

  const told = new RegExp(`^Busy: ${place.outletName}: \\+20 min until (?:\\w+ )?\\d\\d:\\d\\d$`);
  await expect(page.getByText(told)).toBeVisible();
  await expect(colleague.getByText(told)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Busy now' })).toBeVisible();
  await expect(async () => {
    await guest.reload();
    await expect(promise).toContainText('35 - 45 min', { timeout: 10_000 });
  }).toPass();
  await guest.goto(shopAddress(place, 'pickup').replace(/\/menu.*$/, '/pickup'));
  await expect(promise).toContainText('35 - 45 min');

  await colleague.getByRole('button', { name: 'End busy' }).click();
  await expect(page.getByText(told)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Busy', exact: true })).toBeVisible();
});
