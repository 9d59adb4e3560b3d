/** Tables as the merchant sets them up: settings of the mode, areas, codes, and the printed sheet (decision 37). */
import type { Locator } from '@playwright/test';
import { encode } from 'uqr';
import { weekdays } from '#contract/base/time.ts';
import { expectAccessible } from '../support/accessible.ts';
import { keepMessages, saveButton, toastWith } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';
import { expectFingerTargets } from '../support/touch-targets.ts';
import { openStep, timeField } from '../support/wizard.ts';

test.use({ viewport: desktop });

test('an outlet gets its tables: settings, many at once, an area, a new code, a sheet to print', async ({
  page,
  call,
  openRestaurant,
}) => {
  const place = await openRestaurant({ openingHours: [] });
  await keepMessages(page);
  const list = async () => call('GET /dining/get-tables/:id', { params: { id: place.outletId } }, place.owner.token);
  await openStep(page, place, 'ordering-services/contactless-dining');
  await page.getByRole('switch', { name: 'Take orders at the table' }).click();
  await timeField(page, 'Sunday', 1, 'opens').fill('09:00');
  await timeField(page, 'Sunday', 1, 'closes').fill('23:00');
  await page.getByRole('button', { name: 'Copy to all days' }).click();
  await saveButton(page).click();
  await expect(toastWith(page, 'Outlet details was updated')).toBeVisible();
  const { outlet } = await call('GET /outlet/get-outlet/:id', { params: { id: place.outletId } }, place.owner.token);
  const mode = outlet.modes.find((one) => one.mode === 'dine-in');
  expect(mode).toMatchObject({
    acceptsOrders: true,
    paymentMethod: { cashOnDelivery: true, cardOnDelivery: true },
    openingHours: weekdays.map((day) => ({ day, open: true, periods: [{ start: '09:00', end: '23:00' }] })),
  });

  await expect(page.getByText('No tables yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add tables' }).click();
  const adding = page.getByRole('dialog', { name: 'Add tables' });
  await adding.getByRole('textbox', { name: 'Names' }).fill('1-6, Bar, 3');
  await adding.getByRole('combobox', { name: 'Area (optional)' }).fill('Terrace');
  await adding.getByRole('button', { name: 'Add 8 tables' }).click();
  await expect(adding.getByText('There is already a table 3')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Names' }).fill('1-6, Bar');
  await adding.getByRole('button', { name: 'Add 7 tables' }).click();
  await expect(page.getByRole('heading', { name: '7 tables' })).toBeVisible();
  const before = await list();
  expect(before.tables.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6', 'Bar']);
  expect(before.areas.map(({ name }) => name)).toEqual(['Terrace']);
  await expectAccessible(page, 'contactless dining');
  for (const size of [phone, tablet]) {
    await page.setViewportSize(size);
    await expectFingerTargets(page);
  }
  await page.setViewportSize(desktop);

  await page.getByRole('button', { name: 'Edit 2', exact: true }).click();
  const editing = page.getByRole('dialog', { name: 'Edit table 2' });
  await editing.getByRole('textbox', { name: 'Name' }).fill('Window');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('rowheader', { name: 'Window' })).toBeVisible();

  await page.getByRole('button', { name: 'New code 1', exact: true }).click();
  await page.getByRole('button', { name: 'Create a new code' }).click();
  await expect(toastWith(page, 'The old code no longer works. Print the new one.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete 3', exact: true }).click();
  await expect(page.getByRole('heading', { name: '6 tables' })).toBeVisible();
  await toastWith(page, 'The record is successfully deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: '7 tables' })).toBeVisible();

  await page.getByRole('button', { name: 'Change order' }).click();
  const order = page.getByRole('dialog', { name: 'Order of tables' });
  await order.getByRole('button', { name: 'Move Window up' }).click();
  await order.getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(async () => (await list()).tables.map(({ name }) => name))
    .toEqual(['Window', '1', '3', '4', '5', '6', 'Bar']);

  const { tables } = await list();
  expect(tables.find(({ name }) => name === '1')?.address).not.toBe(before.tables[0]!.address);
  await page.getByRole('button', { name: 'Print QR codes' }).click();
  const sheet = page.getByRole('dialog', { name: 'QR codes to print' });
  for (const { name, address } of tables) {
    const image = sheet.getByRole('img', { name: `QR code of table ${name}`, exact: true });
    expect(await darkSquares(image)).toEqual(squaresOf(address));
  }
  await expect(sheet.getByText('2 pages.')).toBeVisible();
  await expectAccessible(page, 'sheet of codes');
  await page.setViewportSize(desktop);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize(phone);
});

/** The dark squares of a picture: '12 4' for column 12 of row 4. */
async function darkSquares(image: Locator): Promise<string[]> {
  const picture = decodeURIComponent((await image.getAttribute('src')) ?? '');
  return [...picture.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) }, (_, at) => `${Number(x) + at} ${y}`),
  );
}

/** The squares of a QR code for the text. */
function squaresOf(text: string): string[] {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])));
}
