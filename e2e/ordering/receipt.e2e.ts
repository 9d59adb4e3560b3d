/** The receipt of an order: set up by the restaurant, read by the guest, and unchanged later (CP-12). */
import type { Locator } from '@playwright/test';
import { pickupOrder } from '#server/test/data/orders.ts';
import { expectAccessible } from '../support/accessible.ts';
import { amountOf, signInGuest } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

/** Where the last such letters of an element are drawn, in pixels from the left. */
function leftOf(element: Locator, letters: string): Promise<number> {
  return element.evaluate((node, wanted) => {
    const text = node.lastChild!.nodeType === Node.TEXT_NODE ? node.lastChild! : node.lastChild!.lastChild!;
    const at = text.textContent!.lastIndexOf(wanted);
    const range = document.createRange();
    range.setStart(text, at);
    range.setEnd(text, at + wanted.length);
    return range.getBoundingClientRect().left;
  }, letters);
}

test("the owner names the issuer of invoices, and the guest's receipt is a tax invoice with the amounts of the order", async ({
  openRestaurant,
  openWindow,
  call,
  complaints,
}) => {
  // An invalid tax number is refused.
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/branding');
  await office.getByRole('textbox', { name: 'Legal name' }).fill('Harbour Foods LLC');
  await office.getByRole('textbox', { name: 'Tax registration number' }).fill('12345');
  await office.getByRole('textbox', { name: 'Registered address' }).fill('Office 4, Dubai Marina, Dubai');
  const save = office.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(office.getByText('A tax registration number of the UAE has 15 digits')).toBeVisible();
  await office.getByRole('textbox', { name: 'Tax registration number' }).fill('100 1234 5678 9012');
  await save.click();
  await expect(office.getByText('The record is successfully updated')).toBeVisible();
  await office.getByRole('textbox', { name: 'Legal name' }).scrollIntoViewIfNeeded();
  await expectAccessible(office, 'branding with invoices');

  const items = [
    { itemId: place.items.water, quantity: 2 },
    { itemId: place.items.burger, modifierList: [place.modifiers.large, place.modifiers.cheese], quantity: 1 },
  ];
  // 11.00 + 25.75 and 5 %.
  const body = pickupOrder(place, items, 38.59);
  const { order } = await call('POST /order/create-order', { body }, place.guest.token);
  const page = await openWindow({ viewport: phone });
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/orders`);
  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: 'Tax Invoice' });
  // Printed too, where the bar with the restaurant's name is not.
  await expect(receipt).toContainText(place.name);
  await expect(receipt).toContainText('Harbour Foods LLC');
  await expect(receipt).toContainText('Office 4, Dubai Marina, Dubai');
  await expect(receipt).toContainText('TRN 100123456789012');
  await expect(receipt).toContainText(`#${order.orderNumber}`);
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Asia/Dubai' }).format(
    new Date(order.createdAt),
  );
  await expect(receipt).toContainText(year);
  await expect(receipt.getByRole('row', { name: place.named('water') })).toContainText(/^2.*AED\s5\.50AED\s11\.00$/);
  await expect(amountOf(page, 'Subtotal')).toHaveText('AED 36.75');
  await expect(amountOf(page, 'VAT (5%)')).toHaveText('AED 1.84');
  await expect(amountOf(page, 'Total')).toHaveText('AED 38.59');
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  const cells = receipt.getByRole('row').nth(1).getByRole('cell');
  const boxes = { dish: (await cells.nth(1).boundingBox())!, amount: (await cells.last().boundingBox())! };
  expect(boxes.amount.y, 'below the dish').toBeGreaterThanOrEqual(boxes.dish.y + boxes.dish.height - 1);
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await expectAccessible(page, 'receipt');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden();
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.goto(`/${place.slug}/order/${order._id}/receipt?lang=ar`);
  const arabic = page.getByRole('article', { name: 'فاتورة ضريبية' });
  await expect(arabic).toContainText('100123456789012');
  // The price of an option reads from the right: its digits, then the currency on their left.
  const [digits, currency] = await Promise.all(['3.25', 'د'].map((text) => leftOf(arabic.getByText(/\+3\.25/), text)));
  expect(digits).toBeGreaterThan(currency!);
});
