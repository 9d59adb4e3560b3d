/** An Epson printer is connected by its address and its ID, and prints what is sent to it. */
import { EpsonPrinter } from '#server/test/servers/epson-printer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('an Epson printer is added with an ID, tested, and its missing paper is told', async ({
  page,
  openRestaurant,
  baseURL,
}) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/printers/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('Grill');
  await page.getByLabel('Kind').selectOption('Epson with Server Direct Print');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Connect the printer' })).toBeFocused();
  await expect(page.getByLabel('Address of the server')).toHaveValue(/\/print\/epson$/);
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(0);
  const id = await page.getByLabel('ID of the printer').inputValue();
  expect(id).toMatch(/^[a-z0-9]{27}$/);
  await expectAccessible(page, 'the address and the ID of a printer', { hasDark: true });
  await page.setViewportSize(desktop);
  await page.getByRole('button', { name: 'Done' }).click();
  const printer = page.getByRole('row').filter({ hasText: 'Grill' });
  const epson = new EpsonPrinter(fetch, baseURL!, id);
  await printer.getByRole('button', { name: 'Test print on Grill' }).click();
  await expect(printer).toContainText('1 ticket waits');
  await epson.say((await epson.ask())!.job, false, 'EPTR_REC_EMPTY');
  await expect(printer).toContainText('Out of paper');
  expect((await epson.printNext())![0]).toBe('TEST PAGE');
  await expect(printer).not.toContainText('waits');
  await expect(printer).not.toContainText('Out of paper');
});
