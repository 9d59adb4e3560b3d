/** Tickets: the print view of an order, and the printers that fetch them (M08; PT-01 to PT-04). */
import type { Page } from '@playwright/test';
import type { Order } from '#contract/ordering/orders.ts';
import { readyBy } from '#contract/ordering/ready-by.ts';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { StarPrinter } from '#server/test/servers/star-printer.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openLiveOrders, placeOrder, pressStatusButton, row, signInWithToken } from '../support/kitchen.ts';
import { keepMessages, visit } from '../support/screen.ts';
import { chooseAction } from '../support/row-menu.ts';
import { type Call, desktop, expect, type Place, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** CSS pixels in 80 mm. */
const paperWidth = (80 / 25.4) * 96;
const arabic = 'شاورما دجاج بالثوم';

/** Two large burgers with cheese and an Arabic dish, delivered, with notes. */
async function placeLargeOrder(call: Call, place: Place): Promise<Order> {
  const { items, owner, guest } = place;
  const params = { id: items.special };
  await call('POST /menu/update-items-modifier/:id', { params, form: { name: arabic } }, owner.token);
  const lines = [
    { ...largeBurger(place, 2), note: 'Well done, please' },
    { itemId: items.special, quantity: 1 },
  ];
  const order = deliveryOrder(place, lines, 95.04, { specialInstruction: 'No cutlery\nبدون بصل' });
  return (await call('POST /order/create-order', { body: { order } }, guest.token)).order;
}

const openTicket = async (page: Page, number: number) => {
  await page.getByRole('button', { name: 'Print ticket' }).click();
  const dialog = page.getByRole('dialog', { name: `Ticket #${number}` });
  await expect(dialog).toBeVisible();
  return dialog;
};

const addPrinter = (call: Call, place: Place, name: string) =>
  call(
    'POST /printing/add-printer',
    { body: { outletId: place.outletId, name, kind: 'cloudprnt' } },
    place.owner.token,
  );

test('the print view is the ticket and nothing else, on 80 mm (M08)', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeLargeOrder(call, place);
  await openLiveOrders(page, place);
  await pressStatusButton(page, 'Move to preparation');
  await expect(row(page, order.orderNumber)).toContainText('In Kitchen');
  await openTicket(page, order.orderNumber);

  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('region', { name: 'Ticket' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Live orders' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print on this device' })).toBeHidden();
  expect((await paper.boundingBox())!.width).toBeLessThanOrEqual(paperWidth);
  const tooWide = await paper.evaluate((element) =>
    [...element.querySelectorAll('*')].filter((one) => one.scrollWidth > Math.ceil(one.getBoundingClientRect().width)),
  );
  expect(tooWide).toEqual([]);
  // Only the ticket would be printed.
  expect((await page.locator('body').innerText()).trim()).toBe((await paper.innerText()).trim());

  const { promisedAt, ...rest } = (
    await call('GET /order/get-order-details/:id', { params: { id: order._id } }, place.owner.token)
  ).order;
  const ready = wallTime(readyBy({ promisedAt, ...rest }), 'Asia/Dubai');
  for (const words of [
    place.outletName,
    `#${order.orderNumber}`,
    `Order ${order._id}`,
    'Delivery',
    `Ready by ${timeOfMinutes(ready.minuteOfDay)}`,
    place.guest.name,
    place.guest.phone,
    place.named('burger'),
    place.named('large'),
    place.named('cheese'),
    'Note: Well done, please',
    arabic,
    'No cutlery',
    'بدون بصل',
    '4 Harbour Road',
    'Note: Ring twice',
    'Card on delivery',
    'AED 95.04',
  ]) {
    await expect(paper.getByText(words, { exact: false }).first(), words).toBeVisible();
  }
  await expect(paper.getByRole('list', { name: 'Dishes' }).getByRole('listitem')).toHaveText([/^2 ×/, /^1 ×/]);
  await expect(paper.getByText(arabic)).toHaveCSS('direction', 'rtl');

  // While printing, the window is as wide as the paper: nothing is laid out again or cut off.
  await page.setViewportSize({ width: 302, height: 500 });
  await expect(paper.getByText(`Order ${order._id}`)).toBeVisible();
  expect((await paper.boundingBox())!.width).toBeLessThanOrEqual(paperWidth);
  // One sheet: 80 mm wide, as long as the ticket.
  const sheets = await sheetsOf(page);
  expect(sheets).toHaveLength(1);
  expect(sheets[0]!.width).toBeCloseTo(80, 0);
  expect(sheets[0]!.height).toBeGreaterThan(150);
});

/** The size of the printed pages, in millimetres. */
async function sheetsOf(page: Page): Promise<{ width: number; height: number }[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: (Number(width) / 72) * 25.4,
    height: (Number(height) / 72) * 25.4,
  }));
}

test('the ticket is printed here, and by a printer of the outlet', async ({ page, openRestaurant, call, baseURL }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  const { address } = await addPrinter(call, place, 'Pass');
  const star = new StarPrinter(fetch, `${baseURL}${new URL(address).pathname}`);
  await openLiveOrders(page, place);
  const dialog = await openTicket(page, order.orderNumber);
  await dialog.getByRole('button', { name: 'Print on this device' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes');

  await expect(dialog.getByText('Not seen yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send to Pass' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The ticket goes to Pass' })).toBeVisible();
  expect((await star.printAll()).map((lines) => lines.includes(`#${order.orderNumber}`))).toEqual([true]);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print ticket' })).toBeFocused();
});

test('a printer is added, listed, and tested', async ({ page, openRestaurant, baseURL }) => {
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'Printers' }).click();
  await expect(page.getByRole('heading', { name: 'No printers yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Add printer' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(page.getByText('Still needed: Name')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Pass');
  await page.getByLabel('Paper').selectOption('80 mm, 42 characters');
  await save.click();

  await expect(page.getByRole('heading', { name: 'Connect the printer' })).toBeFocused();
  const address = await page.getByLabel('Address of the server').inputValue();
  expect(address).toMatch(/\/print\/[a-z0-9]{27}$/);
  await expect(page.getByRole('img', { name: `QR code of ${address}` })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  const printer = page.getByRole('row').filter({ hasText: 'Pass' });
  await expect(printer).toContainText('Not seen yet');

  const star = new StarPrinter(fetch, `${baseURL}${new URL(address).pathname}`);
  await printer.getByRole('button', { name: 'Test print on Pass' }).click();
  await expect(page.getByText('The test page is on its way')).toBeVisible();
  await expect(printer).toContainText('1 ticket waits');
  expect((await star.printAll()).map((lines) => lines[0])).toEqual(['TEST PAGE']);
  await expect(printer).toContainText(/Seen \d+ s ago/);
  await expect(printer).not.toContainText('waits');
  await star.ask({ statusCode: '410' });
  await expect(printer).toContainText('Out of paper');
});

test('a printer is changed, gets another address, and is removed', async ({ page, openRestaurant, call, baseURL }) => {
  const place = await openRestaurant();
  await keepMessages(page);
  const { address } = await addPrinter(call, place, 'Pass');
  const star = new StarPrinter(fetch, `${baseURL}${new URL(address).pathname}`);
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/printers');
  await chooseAction(page, 'Edit', 'Pass');
  await page.getByRole('textbox', { name: 'Name' }).fill('Grill');
  await page.getByLabel('Prints').selectOption('When an order is accepted');
  const dishes = page.getByRole('group', { name: 'Dishes' }).getByRole('checkbox');
  await dishes.first().uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  const printer = page.getByRole('row').filter({ hasText: 'Grill' });
  await expect(printer).toContainText('When an order is accepted');

  await page.getByRole('link', { name: 'Grill' }).click();
  await expect(dishes.first()).not.toBeChecked();
  await expect(dishes.nth(1)).toBeChecked();
  await page.getByRole('button', { name: 'New address' }).click();
  await expect(page.getByRole('alert')).toContainText('The printer stops');
  await page.getByRole('button', { name: 'New address' }).click();
  await expect(page.getByLabel('Address of the server')).not.toHaveValue(address);
  await expect(star.ask()).rejects.toThrow('404');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Printers' }).click();

  await chooseAction(printer, 'Delete');
  await expect(page.getByRole('heading', { name: 'No printers yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(printer).toBeVisible();
});

test('staff see the printers and test them', async ({ page, openRestaurant, call, db }) => {
  const place = await openRestaurant();
  await addPrinter(call, place, 'Pass');
  const staff = await makeOwner(db, place.id, 'staff');
  await signInWithToken(page, staff.token);
  await page.goto('/dashboard/printers');
  await expect(page.getByRole('button', { name: 'Test print on Pass' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add printer' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});

test('a list that does not load says so, and loads on retry', async ({ page, openRestaurant, call, complaints }) => {
  complaints.expect(/status of 500/);
  const place = await openRestaurant();
  await addPrinter(call, place, 'Pass');
  await signInWithToken(page, place.owner.token);
  let isBroken = true;
  await page.route('**/api/v1/printing/get-printers', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await page.goto('/dashboard/printers');
  await expect(page.getByRole('alert').filter({ hasText: 'server error' })).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Pass' })).toBeVisible();
});

test('the printing pages are accessible', async ({ page, openRestaurant, call, baseURL }) => {
  const place = await openRestaurant();
  const order = await placeLargeOrder(call, place);
  const check = (screen: string) => expectAccessible(page, screen, { hasDark: true });
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/printers');
  await expect(page.getByRole('heading', { name: 'No printers yet' })).toBeVisible();
  await check('no printers');
  await visit(page, '/dashboard/printers/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(`Pass ${'of the kitchen '.repeat(5)}`);
  await check('a new printer');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Connect the printer' })).toBeVisible();
  await check('the address of a printer');
  const { address } = await addPrinter(call, place, `شاورما${'x'.repeat(90)}`);
  await new StarPrinter(fetch, `${baseURL}${new URL(address).pathname}`).ask({ statusCode: '410' });
  await page.goto('/dashboard/printers');
  await expect(page.getByText('Out of paper')).toBeVisible();
  await check('printers');
  await visit(page, '/dashboard/orders/live');
  await page.setViewportSize(desktop);
  await openTicket(page, order.orderNumber);
  await check('a ticket');
});
