/**
 * The product's main journey: a guest of Miller's Cafe orders from its real menu, the order arrives in the kitchen by
 * itself, and the guest follows it to its end. Every amount is compared to the penny wherever it is shown.
 */
import type { Page } from '@playwright/test';
import type { OrderId } from '#contract/base/ids.ts';
import { amountOf, giveAddress, newPhone, openShop, signUp } from '../support/guest.ts';
import { orderDetails, pressStatusButton, row } from '../support/kitchen.ts';
import { keepMessages } from '../support/screen.ts';
import { expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: phone });

/**
 * A korma has its price in its options: king prawns 17.00 (required), hot 0.00 and chicken tikka 4.00 (optional), for
 * each portion. Prices include VAT: 45.50 minus 45.50 / 1.2 is 7.58.
 */
const amounts = {
  korma: '£42.00',
  condiments: '£3.50',
  subtotal: '£45.50',
  fee: '£1.50',
  total: '£47.00',
  vat: '£7.58',
};

test("a guest orders from the menu of Miller's Cafe, from the first tap to Completed", async ({
  page,
  openWindow,
  call,
}) => {
  const kitchen = await openWindow({ viewport: tablet });
  await keepMessages(kitchen);
  const taps = await countTaps(kitchen);
  await logIn(kitchen);
  await kitchen.getByRole('link', { name: 'Live Orders' }).click();
  await expect(kitchen.getByText('Connected', { exact: true })).toBeVisible();

  await test.step('the guest chooses dishes', async () => {
    await openShop(page, '/millers-cafe/menu');
    await giveAddress(page, 'Town centre', 'Flat 2');
    await expect(page.getByRole('button', { name: /^Town centre/ })).toContainText(
      'Delivery £1.50 · min. order £12.00',
    );
    await addKorma(page);
    const starters = page.getByRole('region', { name: 'Starters', exact: true });
    await starters.getByRole('link', { name: /^Condiments/ }).click();
    await page.getByRole('button', { name: 'Add 1 to basket' }).click();
    await expect(page.getByRole('link', { name: `View basket, 3 items, ${amounts.total}` })).toBeVisible();
  });

  await test.step('the guest checks the basket', async () => {
    await page.getByRole('link', { name: /^View basket/ }).click();
    const lines = page.getByRole('main').getByRole('listitem');
    await expect(lines.filter({ hasText: '2 × Korma' })).toContainText(amounts.korma);
    await expect(lines.filter({ hasText: '2 × Korma' })).toContainText('King Prawn, Hot, + Chicken Tikka');
    await expect(lines.filter({ hasText: '1 × Condiments' })).toContainText(amounts.condiments);
    await seeTotals(page);
    await page.getByLabel('Special instructions').fill('Extra napkins');
    await page.getByRole('button', { name: `Review order ${amounts.total}` }).click();
    await expect(page.getByRole('heading', { name: 'Delivery to Town centre' })).toBeVisible();
    await expect(page.getByText(/Flat 2.*, .*Town centre/)).toBeVisible();
    await seeTotals(page);
    await page.getByRole('radio', { name: 'Cash on delivery' }).check();
  });

  await test.step('the guest signs in and places the order', async () => {
    const button = page.getByRole('button', { name: `Place order ${amounts.total}` });
    await button.click();
    await signUp(page, newPhone('GB'), 'Grace Hall');
    await expect(page.getByText('Thanks Your order has been sent')).toBeVisible();
    await seeTotals(page);
    // Half as large again as the text around it.
    await expect(page.getByText(/^\d+ - \d+ min after the restaurant accepts$/)).toHaveCSS('font-size', '24px');
  });
  const orderNumber = Number((await page.getByText(/^Order #\d+$/).textContent())!.replace('Order #', ''));
  const orderId = new URL(page.url()).pathname.split('/').at(-1) as OrderId;
  await expect(row(kitchen, orderNumber)).toBeVisible();

  await test.step('the kitchen sees the order', async () => {
    await expect(row(kitchen, orderNumber)).toContainText('New');
    await expect(row(kitchen, orderNumber)).toContainText('Delivery · Grace Hall');
    await expect(row(kitchen, orderNumber)).toContainText(amounts.total);
    const panel = orderDetails(kitchen);
    await expect(panel.getByRole('heading', { level: 2 })).toHaveText(`#${orderNumber}`);
    const lines = panel.getByRole('list', { name: 'Dishes' }).getByRole('listitem');
    await expect(lines).toHaveText([
      `2 ×Korma${amounts.korma}King Prawn · Hot · + Chicken Tikka`,
      `1 ×Condiments${amounts.condiments}`,
    ]);
    await expect(panel).toContainText(`Total${amounts.total}`);
    await expect(panel).toContainText('Delivery · High Street · Cash on Delivery');
    await expect(panel).toContainText('Note: Extra napkins');
    await expect(panel.locator('bdi').getByText('Extra napkins')).toBeVisible();
    await expect(panel).toContainText('Town centre, Flat 2');
  });

  const current = page.locator('[aria-current=step]');
  await test.step('the guest follows the order', async () => {
    await page.getByRole('link', { name: 'Track order' }).click();
    await expect(page.getByText(`Delivery · ${amounts.total} · Cash on delivery`)).toBeVisible();
    await seeTotals(page);
    await expect(page.getByText(`2 ×KormaKing Prawn, Hot, + Chicken Tikka${amounts.korma}`)).toBeVisible();
    await expect(page.getByText(`1 ×Condiments${amounts.condiments}`)).toBeVisible();
    await expect(current).toHaveText(/^Your order has been sent/);
  });

  await test.step('the kitchen undoes one step', async () => {
    await pressStatusButton(kitchen, 'Move to preparation');
    await expect(current).toHaveText(/^Your order is being prepared/);
    await kitchen.getByRole('button', { name: 'Undo' }).click();
    await expect(row(kitchen, orderNumber)).toContainText('New');
    await expect(current).toHaveText(/^Your order has been sent/);
  });

  await test.step('the kitchen completes the order with three taps', async () => {
    const before = await taps();
    await pressStatusButton(kitchen, 'Move to preparation');
    await expect(row(kitchen, orderNumber)).toContainText('In Kitchen');
    await expect(current).toHaveText(/^Your order is being prepared/);
    await pressStatusButton(kitchen, 'Move to Ready');
    await expect(row(kitchen, orderNumber)).toContainText('Ready');
    await expect(current).toHaveText(/^Your order is on its way/);
    await pressStatusButton(kitchen, 'Complete');
    await expect(row(kitchen, orderNumber)).toHaveCount(0);
    await expect(current).toHaveText(/^Your order has been delivered/);
    await expect(page.getByRole('status')).toHaveText('Your order has been delivered');
    expect((await taps()) - before).toBe(3);
  });

  const token = await kitchen.evaluate(() => localStorage.getItem('token')!);
  const { order } = await call('GET /order/get-order-details/:id', { params: { id: orderId } }, token);
  expect(order).toMatchObject({
    orderNumber,
    status: 'Completed',
    currency: 'GBP',
    subtotal: 45.5,
    taxRate: 20,
    taxInclusive: true,
    taxAmount: 7.58,
    deliveryFee: 1.5,
    totalPrice: 47,
    customerName: 'Grace Hall',
    cart: [
      { name: 'Korma', quantity: 2, price: 0, totalPrice: 42, options: [{ price: 17 }, { price: 0 }, { price: 4 }] },
      { name: 'Condiments', quantity: 1, price: 3.5, totalPrice: 3.5, options: [] },
    ],
  });
  expect(order.history.map(({ to }) => to)).toEqual(['New', 'Confirmed', 'New', 'Confirmed', 'Ready', 'Completed']);
});

test('a first delivery order takes ten taps, and the same again two', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant({ minimum: 500 });
  const taps = await countTaps(page);
  await openShop(page, `/${place.slug}/menu?from=instagram`);
  await page.getByRole('button', { name: `Add ${place.named('water')}` }).click();
  await page.getByRole('link', { name: /^View basket/ }).click();
  await giveAddress(page, place.named('Harbour'), 'Villa 7');
  await page.getByRole('button', { name: 'Review order' }).click();
  await page.getByRole('radio', { name: 'Cash on delivery' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  // A focused text field needs no tap.
  await expect(page.getByLabel('Mobile number for this order')).toBeFocused();
  await signUp(page, newPhone(), 'Sara Khan');
  // The order that led to the sign-in goes out by itself.
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  const first = await taps();
  expect(first).toBeLessThanOrEqual(10);

  const orderId = new URL(page.url()).pathname.split('/').at(-1) as OrderId;
  const { order } = await call('GET /order/get-order-details/:id', { params: { id: orderId } }, place.owner.token);
  expect(order.platform).toBe('Instagram');
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const)
    await call('POST /order/update-order-status', { body: { orderId, status } }, place.owner.token);
  await openShop(page, `/${place.slug}/menu`);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect((await taps()) - first).toBe(2);

  // Another dish than last time is as near.
  await page.getByRole('link', { name: 'Back to menu' }).click();
  await page.getByRole('button', { name: `Add ${place.named('water')}` }).click();
  await page.getByRole('link', { name: /^View basket/ }).click();
  await page.getByRole('button', { name: 'Review order' }).click();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect((await taps()) - first).toBeLessThanOrEqual(7);
});

async function logIn(kitchen: Page): Promise<void> {
  await kitchen.goto('/login');
  await kitchen.getByLabel('Email').fill('millers@demo.test');
  await kitchen.getByRole('textbox', { name: 'Password' }).fill('demo1234');
  await kitchen.getByRole('button', { name: 'Log in' }).click();
  await expect(kitchen.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
}

/** Adds two kormas, and checks the price on the button at each step. */
async function addKorma(page: Page): Promise<void> {
  const classics = page.getByRole('region', { name: 'Timeless Classics' });
  const dish = classics.getByRole('link', { name: /^Korma/ });
  await expect(dish).toContainText('From £10.00');
  await dish.click();
  const panel = page.getByRole('dialog', { name: 'Korma' });
  const add = panel.getByRole('button', { name: /to basket/ });
  const protein = panel.getByRole('group', { name: 'Choose Protein' });
  await expect(protein).toContainText('Required');
  await expect(panel.getByRole('group', { name: 'Additions' })).not.toContainText('Required');
  await expect(add).toHaveText('Add 1 to basket£0.00');
  await add.click();
  await expect(protein.getByRole('alert')).toHaveText('Choose 1');
  await protein.getByRole('radio', { name: 'King Prawn £17.00' }).check();
  await expect(add).toHaveText('Add 1 to basket£17.00');
  await panel.getByRole('group', { name: 'Spice Level' }).getByRole('radio', { name: 'Hot', exact: true }).check();
  await panel.getByRole('checkbox', { name: '+ Chicken Tikka +£4.00' }).check();
  await expect(add).toHaveText('Add 1 to basket£21.00');
  await panel.getByRole('button', { name: 'Increase' }).click();
  await expect(add).toHaveText(`Add 2 to basket${amounts.korma}`);
  await add.click();
  await expect(panel).toBeHidden();
}

/** Expects the four amounts that all of the guest's pages show alike, and in their bars the restaurant's name and logo. */
async function seeTotals(page: Page): Promise<void> {
  const bar = page.getByRole('banner');
  await expect(bar).toContainText("Miller's Cafe");
  await expect(bar.locator('img')).toBeVisible();
  await expect(amountOf(page, 'Subtotal')).toHaveText(amounts.subtotal);
  await expect(amountOf(page, 'Delivery fee')).toHaveText(amounts.fee);
  await expect(amountOf(page, 'Total')).toHaveText(amounts.total);
  await expect(amountOf(page, 'VAT included (20%)')).toHaveText(amounts.vat);
}

/** Counts the taps on the window. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  const counted = 'taps';
  await page.addInitScript((key) => {
    const count = () => sessionStorage.setItem(key, String(Number(sessionStorage.getItem(key) ?? 0) + 1));
    addEventListener('pointerdown', count, { capture: true });
  }, counted);
  return () => page.evaluate((key) => Number(sessionStorage.getItem(key) ?? 0), counted);
}
