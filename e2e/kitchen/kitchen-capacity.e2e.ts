/**
 * A kitchen that makes so much a quarter of an hour: set by its owner, told to guests as longer times and full ones in both languages,
 * and seen by the cook at a glance (decision 88).
 */
import { randomUUID } from 'node:crypto';
import { pickupOrder } from '#server/test/data/orders.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { expectRoomForLargeText } from '../support/cut-texts.ts';
import { addWater, openShop, shopAddress } from '../support/guest.ts';
import { openItem } from '../support/items.ts';
import { limitKitchen, openLiveOrders } from '../support/kitchen.ts';
import { takeTomorrow } from '../support/restaurant.ts';
import { saveButton } from '../support/screen.ts';
import { type Call, desktop, expect, phone, type Place, tablet, test } from '../support/test.ts';
import { openStep } from '../support/wizard.ts';

const HOUR = 3_600_000;

const water = (place: Place, orderDate: string | null) =>
  pickupOrder(place, [{ itemId: place.items.water, quantity: 1 }], 5.78, { orderDate });

async function order(call: Call, place: Place, orderDate: string | null = null): Promise<void> {
  const body = { order: water(place, orderDate) };
  await call('POST /order/create-order', { body, idempotencyKey: randomUUID() }, place.guest.token);
}

/** Noon of tomorrow at the outlet. */
function tomorrowNoon(): string {
  const date = new Date(Date.now() + 4 * HOUR + 24 * HOUR).toISOString().slice(0, 10);
  return new Date(`${date}T12:00+04:00`).toISOString();
}

test('an owner sets the limit of a kitchen and the minutes of a dish', async ({ page, openRestaurant, call }) => {
  await page.setViewportSize(desktop);
  const place = await openRestaurant();
  await openStep(page, place, 'ordering-services/pickup');
  const limit = page.getByLabel('Kitchen limit in 15 minutes');
  await expect(limit).toHaveValue('');
  await limit.fill('0');
  await saveButton(page).click();
  await expect(page.getByText(/^Enter at least 1|at least 1/)).toBeVisible();
  await limit.fill('12');
  await saveButton(page).click();
  await expect
    .poll(async () => {
      const params = { id: place.outletId };
      const { outlet } = await call('GET /outlet/get-outlet/:id', { params }, place.owner.token);
      return outlet.modes.find(({ mode }) => mode === 'pickup')?.makeMinutesPerQuarter;
    })
    .toBe(12);

  await openItem(page, place, place.items.water);
  await page.getByRole('button', { name: 'Kitchen time' }).click();
  await page.getByLabel('Make-minutes per portion').fill('4');
  await expectAccessible(page, 'the minutes of a dish', { hasDark: true, widths: everyWidth });
  await page.setViewportSize(desktop);
  await saveButton(page).click();
  await expect
    .poll(async () => {
      const params = { id: place.items.water };
      return (await call('GET /menu/get-items-modifier/:id', { params }, place.owner.token)).item.makeMinutes;
    })
    .toBe(4);
});

for (const [language, locale, colorScheme] of [
  ['en', 'en-GB', 'light'],
  ['ar', 'ar-AE', 'dark'],
] as const) {
  const words = wordsOf[language];

  test.describe(language, () => {
    test.use({ viewport: phone, locale, colorScheme });

    test('guests see how long it takes, and which times are full', async ({ page, openRestaurant, call, db }) => {
      const made = await openRestaurant();
      const place = language === 'en' ? made : { ...made, named: (word: string) => made.named(`${word} ar`) };
      await takeTomorrow(db, place);
      await limitKitchen(call, place);
      const noon = tomorrowNoon();
      await order(call, place, noon);
      for (let waiting = 0; waiting < 3; waiting++) await order(call, place);

      await openShop(page, shopAddress(place, 'pickup'), words);
      await addWater(page, place, words);
      await page.goto(page.url().replace(/\/(menu|pickup).*$/, '/basket'));
      const when = page.getByRole('region', { name: words.when });
      await expect(async () => {
        const { quote } = await call('POST /order/quote-order', { body: water(place, null) }, place.siteToken);
        expect(quote.preparationTime).toBeGreaterThan(30);
        await page.reload();
        await expect(when).toContainText(words.readyIn(quote.preparationTime), { timeout: 10_000 });
      }).toPass({ timeout: 60_000 });

      await when.getByRole('button', { name: words.change }).click();
      const drawer = page.getByRole('dialog', { name: words.when });
      await expect(drawer.getByText(words.fullSlotsHint)).toBeVisible();
      await drawer.locator('summary').filter({ hasText: '12:00' }).last().click();
      const full = drawer.getByRole('button', {
        name: words.fullSlot(words.slotOnDay(words.slotDays.tomorrow, '12:00')),
      });
      await expect(full).toBeDisabled();
      await expectAccessible(page, `full times, ${language}`, { isDark: colorScheme === 'dark' });
      await drawer.getByRole('button', { name: words.slotOnDay(words.slotDays.tomorrow, '12:15') }).click();
      await expect(when).toContainText('12:15');
      await expect(page.getByRole('button', { name: words.reviewOrder })).toBeEnabled();

      // Somebody else takes it meanwhile.
      const quarter = new Date(Date.parse(noon) + HOUR / 4).toISOString();
      await order(call, place, quarter);
      await page.reload();
      await expect(page.getByRole('button', { name: words.reviewOrder })).toBeDisabled();
      await page
        .getByRole('button', { name: /\d\d:\d\d/ })
        .first()
        .click();
      await expect(page.getByRole('button', { name: words.reviewOrder })).toBeEnabled();
    });
  });
}

test('a cook sees at a glance how full the next hour is', async ({ page, openRestaurant, call }) => {
  await page.setViewportSize(tablet);
  const place = await openRestaurant();
  await openLiveOrders(page, place);
  await expect(page.getByRole('button', { name: 'Busy', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Next hour/ })).toBeHidden();
  await limitKitchen(call, place);
  for (let waiting = 0; waiting < 5; waiting++) await order(call, place);
  await page.reload();
  await page.getByRole('button', { name: 'Next hour full' }).click();
  const dialog = page.getByRole('dialog', { name: 'How full the kitchen is' });
  await expect(dialog.getByRole('listitem')).toHaveCount(8);
  await expect(dialog.getByRole('listitem').first()).toContainText('12 of 12, full');
  await expect(dialog.getByRole('listitem').last()).toContainText('0 of 12 min');
  await expectAccessible(page, 'how full the kitchen is', { hasDark: true, widths: everyWidth });
  await page.setViewportSize(tablet);
  await expectRoomForLargeText(page, 'how full the kitchen is');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});
