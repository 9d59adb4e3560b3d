/** Opening hours: the editor of a week, and the guests' view of it (decision 33; M20). */
import type { Locator, Page } from '@playwright/test';
import { weekdays } from '#contract/base/time.ts';
import { openShop, shopAddress } from '../support/guest.ts';
import { saveButton, toastWith } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';
import { openStep, timeField } from '../support/wizard.ts';

test.use({ viewport: desktop });

const isOpen = (page: Page, day: string) => page.getByRole('switch', { name: `${day}, open` });
const addPeriod = (page: Page, day: string) => page.getByRole('button', { name: `Add period to ${day}` });

test('a week has seven days, each with up to three periods, and overlaps are reported beside the second (M20)', async ({
  page,
  call,
  openRestaurant,
}) => {
  const place = await openRestaurant({ openingHours: [] });
  await openStep(page, place, 'ordering-services/delivery');
  const times = page.locator('input[type=time]');
  await expect(times).toHaveCount(14);
  for (const day of weekdays) {
    await expect(isOpen(page, day)).toBeChecked();
    await expect(timeField(page, day, 1, 'opens')).toHaveValue('');
    await expect(timeField(page, day, 1, 'opens')).toHaveAttribute('step', '300');
  }
  await expect(page.getByText('No hours set. Closed for orders.')).toHaveCount(7);
  await isOpen(page, 'Monday').click();
  await expect(times).toHaveCount(12);
  await expect(timeField(page, 'Monday', 1, 'opens')).toHaveCount(0);
  await expect(addPeriod(page, 'Monday')).toHaveCount(0);

  const add = addPeriod(page, 'Sunday');
  await add.click();
  await expect(timeField(page, 'Sunday', 2, 'opens')).toBeFocused();
  await add.click();
  await expect(add).toBeDisabled();
  await expect(page.getByText('At most 3 periods a day')).toBeVisible();
  const removeThird = page.getByRole('button', { name: 'Remove Sunday, period 3' });
  const middle = async (locator: Locator) => {
    const { y, height } = (await locator.boundingBox())!;
    return Math.round(y + height / 2);
  };
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    const apart = async () => (await middle(removeThird)) - (await middle(timeField(page, 'Sunday', 3, 'closes')));
    await expect.poll(apart, 'it stands beside its hours').toBe(0);
  }
  await removeThird.click();
  await expect(add).toBeEnabled();

  await timeField(page, 'Sunday', 1, 'opens').fill('10:00');
  await timeField(page, 'Sunday', 1, 'closes').fill('14:00');
  await timeField(page, 'Sunday', 2, 'opens').fill('13:00');
  await timeField(page, 'Sunday', 2, 'closes').fill('02:00');
  const problem = page.getByText('Overlaps another period');
  await expect(problem).toHaveCount(1);
  await expect(timeField(page, 'Sunday', 2, 'opens')).toHaveAccessibleDescription('Overlaps another period');
  await expect(timeField(page, 'Sunday', 2, 'opens')).toHaveAttribute('aria-invalid', 'true');
  await expect(timeField(page, 'Sunday', 1, 'opens')).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByText('Still needed: Opening hours of Sunday')).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();
  await timeField(page, 'Sunday', 2, 'opens').fill('18:00');
  await expect(problem).toHaveCount(0);
  await expect(page.getByText('ends next day', { exact: true }).first()).toBeVisible();
  const inWords = page.getByRole('list', { name: 'Summary' });
  await expect(inWords.getByRole('listitem')).toHaveText([
    'Sunday: 10:00–14:00 and 18:00–02:00 (ends next day)',
    'Monday: closed',
    'Tuesday to Saturday: not set',
  ]);

  await page.getByRole('button', { name: 'Copy to all days' }).click();
  await expect(times).toHaveCount(28);
  await expect(inWords).toHaveText('Every day: 10:00–14:00 and 18:00–02:00 (ends next day)');
  for (const day of weekdays) await expect(timeField(page, day, 2, 'closes')).toHaveValue('02:00');
  await saveButton(page).click();
  await expect(toastWith(page, 'Outlet details was updated')).toBeVisible();
  const { outlet } = await call('GET /outlet/get-outlet/:id', { params: { id: place.outletId } }, place.owner.token);
  const day = {
    open: true,
    periods: [
      { start: '10:00', end: '14:00' },
      { start: '18:00', end: '02:00' },
    ],
  };
  expect(outlet.modes.find(({ mode }) => mode === 'delivery')?.openingHours).toEqual(
    weekdays.map((name) => ({ day: name, ...day })),
  );
});

test("a period into the night may not overlap the next morning's", async ({ page, openRestaurant }) => {
  const place = await openRestaurant({ openingHours: [] });
  await openStep(page, place, 'ordering-services/pickup');
  await timeField(page, 'Saturday', 1, 'opens').fill('20:00');
  await timeField(page, 'Saturday', 1, 'closes').fill('03:00');
  await timeField(page, 'Sunday', 1, 'opens').fill('02:00');
  await timeField(page, 'Sunday', 1, 'closes').fill('05:00');
  await expect(timeField(page, 'Sunday', 1, 'opens')).toHaveAccessibleDescription('Overlaps another period');
  await expect(page.getByText('Still needed: Opening hours of Sunday')).toBeVisible();
});

test('incomplete times are reported on leaving the field', async ({ page, openRestaurant }) => {
  const place = await openRestaurant({ openingHours: [] });
  await openStep(page, place, 'ordering-services/pickup');
  await timeField(page, 'Sunday', 1, 'opens').fill('10:00');
  await timeField(page, 'Sunday', 1, 'closes').focus();
  await expect(page.getByText('Enter both times')).toHaveCount(0);
  await timeField(page, 'Monday', 1, 'opens').focus();
  await expect(page.getByText('Enter both times')).toBeVisible();
});

test('a week with two periods a day is filled in by keyboard alone, and saved', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant({ openingHours: [] });
  await openStep(page, place, 'ordering-services/delivery');
  const first = timeField(page, 'Sunday', 1, 'opens');
  await tabTo(page, first);
  const write = await writer(page, first);
  const next = async (target: Locator) => {
    await page.keyboard.press('Tab');
    await tabTo(page, target);
  };
  const open = weekdays.filter((day) => day !== 'Friday');
  for (const day of weekdays) {
    if (day === 'Friday') {
      await next(isOpen(page, day));
      await page.keyboard.press('Space');
      await expect(isOpen(page, day)).not.toBeChecked();
      continue;
    }
    if (day !== 'Sunday') await next(timeField(page, day, 1, 'opens'));
    await write('10:00');
    await next(timeField(page, day, 1, 'closes'));
    await write('14:00');
    await next(addPeriod(page, day));
    await page.keyboard.press('Enter');
    await expect(timeField(page, day, 2, 'opens')).toBeFocused();
    await write('18:30');
    await next(timeField(page, day, 2, 'closes'));
    await write('00:00');
  }
  await next(saveButton(page));
  await page.keyboard.press('Enter');
  await expect(toastWith(page, 'Outlet details was updated')).toBeVisible();
  const { outlet } = await call('GET /outlet/get-outlet/:id', { params: { id: place.outletId } }, place.owner.token);
  const hours = outlet.modes.find(({ mode }) => mode === 'delivery')!.openingHours;
  const periods = [
    { start: '10:00', end: '14:00' },
    { start: '18:30', end: '00:00' },
  ];
  expect(hours.filter((day) => day.open)).toEqual(open.map((day) => ({ day, open: true, periods })));
  expect(hours.map(({ day }) => day)).toEqual([...weekdays]);
});

test('times and payments of a mode are checked, and guests get the saved ones at once', async ({
  page,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const guest = await openWindow({ viewport: phone });
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByText('Open', { exact: true })).toBeVisible();
  await openStep(page, place, 'ordering-services/delivery');
  await page.getByLabel('Preparation time').fill('50');
  await saveButton(page).click();
  await expect(page.getByText('Use at least the preparation time, 50 min')).toBeVisible();
  await expect(page.getByLabel('Preparation + delivery')).toBeFocused();
  await page.getByLabel('Preparation + delivery').fill('');
  await expect(page.getByText('Still needed: Preparation + delivery')).toBeVisible();
  await page.getByLabel('Preparation + delivery').fill('70');
  await page.getByLabel('Cash on delivery').uncheck();
  await page.getByLabel('Card on delivery').uncheck();
  await expect(page.getByText("Guests can't order without a payment method.")).toBeVisible();
  await page.getByLabel('Card on delivery').check();
  await saveButton(page).click();
  await expect(toastWith(page, 'Saved · Next: Delivery area')).toBeVisible();

  await openStep(page, place, 'ordering-services/pickup');
  await isOpen(page, 'Sunday').click();
  await page.getByRole('button', { name: 'Copy to all days' }).click();
  await expect(page.getByText('Every day: closed')).toBeVisible();
  await saveButton(page).click();
  await expect(toastWith(page, 'Saved · Next: Special days')).toBeVisible();
  // The server hears of the change within a second.
  await expect(async () => {
    await guest.reload();
    await expect(guest.getByText('Closed', { exact: true })).toBeVisible();
  }).toPass();
});

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The control is not reached by Tab');
}

/** Types a time in the browser's own format: some ask for AM and PM. */
async function writer(page: Page, field: Locator): Promise<(time: string) => Promise<void>> {
  await page.keyboard.type('0600P');
  const hasHalves = (await field.inputValue()) === '18:00';
  await field.evaluate((input: HTMLInputElement) => input.blur());
  await field.focus();
  return async (time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const two = (number: number) => String(number).padStart(2, '0');
    const half = hours < 12 ? 'A' : 'P';
    await page.keyboard.type(
      hasHalves ? `${two(hours % 12 || 12)}${two(minutes)}${half}` : `${two(hours)}${two(minutes)}`,
    );
  };
}

test.describe('in a locale that writes 12:00 AM', () => {
  test.use({ locale: 'en-US' });

  test('every time is fully visible, and so is every day to copy to', async ({ page, openRestaurant }) => {
    const place = await openRestaurant();
    await openStep(page, place, 'ordering-services/delivery');
    const time = timeField(page, 'Sunday', 1, 'opens');
    await expect(time).toHaveValue('00:00');
    for (const width of [320, 375, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [given, needed] = await time.evaluate((input) => {
        const before = input.getBoundingClientRect().width;
        input.style.inlineSize = 'max-content';
        const natural = input.getBoundingClientRect().width;
        input.style.inlineSize = '';
        return [before, natural] as const;
      });
      expect(given, `${width} px`).toBeGreaterThanOrEqual(Math.floor(needed));
      const day = (await page.getByLabel('Copy from').boundingBox())!;
      expect(day.width, `${width} px`).toBeGreaterThanOrEqual(100);
    }
  });
});
