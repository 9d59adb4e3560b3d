/**
 * The guest's site clause by clause as the specification states it (order-operations 2, 4, 5, 8 and 9): routes, labels, buttons,
 * messages and the texts of failed loads. The way of an order through it is in e2e/ordering.
 */
import type { Page } from '@playwright/test';
import { deliveryOrder } from '#server/test/data/orders.ts';
import {
  addWater,
  amountOf,
  askForCode,
  codeSentTo,
  goToCheckout,
  newPhone,
  openDish,
  openShop,
  shopAddress,
  signInGuest,
} from '../support/guest.ts';
import { openLiveOrders } from '../support/kitchen.ts';
import { openTables } from '../support/restaurant.ts';
import { address, type Check, links, says, title, walk } from '../support/specification.ts';
import { desktop, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });
const button =
  (name: string | RegExp): Check =>
  (page) =>
    expect(page.getByRole('button', { name }).first()).toBeVisible();
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const of = (path: string) => (place: Place) => `/${place.slug}${path}`;

test('home, order type, address and outlets', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await walk(page, place, [
    {
      line: '/menu or root: location bar, cover, category tabs, items; Select Delivery Address; Log in / Sign up goes to /auth',
      at: of(''),
      sees: [
        button('Select Delivery Address'),
        button('Order type: Delivery'),
        links(['Log in / Sign up', new RegExp('/auth$')]),
        (shown) => expect(shown.getByRole('navigation', { name: 'Menu categories' })).toBeVisible(),
        (shown) => expect(shown.getByRole('main').getByText('AED 18.00').first()).toBeVisible(),
      ],
    },
    { line: '/menu', at: of('/menu'), sees: [title(place.name)] },
    {
      line: 'the order-type drawer offers Delivery or Pickup; for pickup: Select an outlet for pickup',
      at: of('/menu'),
      sees: [
        (shown) => openShop(shown, `/${place.slug}/menu`),
        (shown) => shown.getByRole('button', { name: 'Order type' }).click(),
        (shown) => expect(dialog(shown, 'Order type').getByText('Delivery', { exact: true })).toBeVisible(),
        (shown) => dialog(shown, 'Order type').getByText('Pickup', { exact: true }).click(),
        button('Order type: Pickup'),
      ],
    },
    {
      line: '/pickup: outlet cards with name, address location, 15 - 25 min and Order for later',
      at: of('/pickup'),
      sees: [says(place.outletName, '1 Marina Walk', '15 - 25 min', 'Order for later')],
    },
    { line: '/pickup/{outletName}', at: shopAddress(place, 'pickup'), sees: [button('Order type: Pickup')] },
    { line: '/delivery/{outletName}', at: shopAddress(place, 'delivery'), sees: [button('Order type: Delivery')] },
    {
      line: '/delivery: a Search button opens the drawer Set delivery address: Where should we deliver the order?, the areas, Confirm location',
      at: of('/delivery'),
      sees: [
        (shown) => shown.getByRole('button', { name: 'Search', exact: true }).click(),
        (shown) => expect(dialog(shown, 'Set delivery address')).toBeVisible(),
        (shown) => expect(shown.getByRole('searchbox', { name: 'Where should we deliver the order?' })).toBeVisible(),
        says(place.named('Harbour')),
        button('Confirm location'),
        (shown) => dialog(shown, 'Set delivery address').getByText(place.named('Harbour')).click(),
      ],
    },
  ]);
  const form = dialog(page, 'Create address');
  await expect(form.getByLabel('Full address')).not.toBeEditable();
  await expect(form.getByLabel('Apt, villa or floor number')).toHaveAttribute('required', '');
  await expect(form.getByLabel('Delivery instructions')).toHaveAttribute('placeholder', /doorbell/);
  for (const name of ['Home', 'Office', 'Other']) await expect(form.getByText(name, { exact: true })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Save address' })).toBeDisabled();
  await form.getByLabel('Apt, villa or floor number').fill('12');
  await form.getByRole('button', { name: 'Save address' }).click();
  await openShop(page, `/${place.slug}/menu`);
  await page
    .getByRole('main')
    .getByRole('button', { name: /Harbour/ })
    .first()
    .click();
  const saved = dialog(page, 'Delivery address');
  await expect(saved.getByRole('button', { name: 'Delete address' })).toBeVisible();
  await expect(saved.getByRole('button', { name: 'Add new Address' })).toBeVisible();
});

test('a restaurant of two outlets asks for one: Select an outlet for pickup', async ({
  page,
  call,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  const params = { id: place.outletId };
  const { outlet } = await call('POST /outlet/clone-outlet/:id', { params }, place.owner.token);
  await call(
    'PUT /outlet/update-outlet/:id',
    { params: { id: outlet._id }, form: { status: true } },
    place.owner.token,
  );
  await openShop(page, `/${place.slug}/menu`);
  await page.getByRole('button', { name: 'Order type' }).click();
  await dialog(page, 'Order type').getByText('Pickup', { exact: true }).click();
  await page.goto(`/${place.slug}/menu`);
  await expect(page.getByText('Select an outlet for pickup').first()).toBeVisible();
  // A dish leads to choosing the outlet first.
  await page
    .getByRole('main')
    .getByRole('link', { name: place.named('burger') })
    .click();
  await expect(page).toHaveURL(/\/pickup$/);
});

test('the item page, the basket and Your order', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  const panel = await openDish(page, place.named('burger'));
  await expect(page).toHaveURL(/\/pickup\/[^/]+\/item\?itemId=/);
  await expect(panel.getByText('Choose 1').first()).toBeVisible();
  await expect(panel.getByText('Required').first()).toBeVisible();
  await expect(panel.getByText(/^Multiple select/).first()).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Decrease' })).toBeDisabled();
  const add = panel.getByRole('button', { name: /^Add 1 to basket/ });
  await expect(add).toContainText('AED 18.00');
  await add.click();
  await expect(panel).toBeVisible();
  await panel.getByRole('radio', { name: place.named('large') }).check();
  await panel.getByRole('button', { name: 'Increase' }).click();
  // Modifiers sum plus quantity times price.
  await expect(panel.getByRole('button', { name: /^Add 2 to basket/ })).toContainText('AED 40.50');
  await panel.getByRole('button', { name: 'Close' }).click();
  await addWater(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(page).toHaveURL(`/${place.slug}/basket`);
  await expect(page.getByPlaceholder('Add a note or any instructions.')).toBeVisible();
  await expect(amountOf(page, 'Subtotal')).toHaveText('AED 5.50');
  await expect(amountOf(page, 'VAT (5%)')).toHaveText('AED 0.28');
  await expect(amountOf(page, 'Total')).toHaveText('AED 5.78');
  await page.getByRole('button', { name: 'Review order' }).click();
  await title('Your order')(page, place);
  await address(`/${place.slug}/checkout`)(page, place);
  const [cash, card] = ['Cash on pickup', 'Card on pickup'].map((name) => page.getByRole('radio', { name }));
  await cash!.check();
  await card!.check();
  await expect(cash!).not.toBeChecked();
  // Unchecking clears, and an order without a method goes nowhere.
  await card!.click();
  await expect(card!).not.toBeChecked();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page).toHaveURL(`/${place.slug}/checkout`);
  await page.goto(`/${place.slug}/basket`);
  // At quantity 1 one less removes the line.
  await page.getByRole('button', { name: `Remove ${place.named('water')}` }).click();
  await expect(page.getByText('Your basket is empty')).toBeVisible();
});

test('phone, code, name and email; placed, tracked, logged out', async ({ page, openRestaurant }) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await address(/\/auth\b/)(page, place);
  const send = page.getByRole('button', { name: 'Send code' });
  await expect(send).toBeDisabled();
  const { national, number } = newPhone();
  await askForCode(page, national);
  await address(/\/auth\/validate-otp/)(page, place);
  // Resend is disabled for 30 seconds; the code has five boxes, and is submitted when all are filled.
  await expect(page.getByRole('button', { name: /^Resend code in 0:[0-3]\d$/ })).toBeDisabled();
  const boxes = page.getByRole('textbox', { name: /^Digit \d of 5$|^Code from the text message$/ });
  expect(await boxes.count()).toBe(5);
  await page
    .getByRole('textbox', { name: 'Code from the text message' })
    .pressSequentially(await codeSentTo(page, number));
  await address(/\/auth\/register/)(page, place);
  const onward = page.getByRole('button', { name: 'Continue' });
  await expect(onward).toBeDisabled();
  await page.getByLabel('Name').fill('Noor');
  await expect(onward).toBeDisabled();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await page.getByLabel('Email').fill('noor@example.com');
  await onward.click();
  await address(/\/checkout\/[0-9a-f-]{36}$/)(page, place);
  await says('Thanks', 'Your order has been sent')(page, place);
  await page.getByRole('link', { name: 'Track order' }).click();
  await address(/\/order\/[0-9a-f-]{36}$/)(page, place);
  await title('Track your order')(page, place);
  await button('Refresh status')(page, place);
  await says('Order #1')(page, place);
  await openShop(page, `/${place.slug}/menu`);
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByText('Hello, Noor')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Log in / Sign up' })).toBeVisible();
});

test('a mode that the outlet has switched off is replaced by the sentence that changes it', async ({
  page,
  call,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  await goToCheckout(page);
  const off = { params: { id: place.outletId }, form: { pickup: false } };
  await call('PUT /outlet/update-outlet/:id', off, place.owner.token);
  const sentence = 'We are sorry pickup is not available at this outlet please change mode to delivery';
  await expect
    .poll(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
      return page.getByRole('button', { name: sentence }).count();
    })
    .toBe(1);
  await page.getByRole('button', { name: sentence }).click();
  await expect(page.getByRole('button', { name: sentence })).toHaveCount(0);
});

test('a placement that fails shows its message in a toast for five seconds', async ({
  page,
  complaints,
  openRestaurant,
}) => {
  complaints.expect(/500/);
  const place = await openRestaurant();
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await page.route('**/order/create-order', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'request.invalid', name: 'Bad Request', msg: 'The order is not readable' },
    }),
  );
  complaints.expect(/400/);
  await page.getByRole('button', { name: /^Place order/ }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'The order is not readable' });
  await expect(toast).toBeVisible();
  await expect(toast).toBeHidden({ timeout: 8000 });
});

const refusals: readonly [status: number, text: string][] = [
  [400, 'Bad Request'],
  [401, 'Login is required'],
  [404, 'No record found'],
  [500, 'server error'],
  [0, 'Network error. Check your connection and try again.'],
];

for (const [status, text] of refusals) {
  test(`a load that fails with ${status} says: ${text}`, async ({ page, call, complaints, openRestaurant }) => {
    complaints.expect(/400|401|404|500|ERR_FAILED/);
    const place = await openRestaurant();
    const [table] = await openTables(call, place, ['12']);
    const json = { code: 'request.invalid', name: 'Bad Request', msg: 'Not so' };
    await page.route('**/dining/find-table', (route) =>
      status === 0 ? route.abort('failed') : route.fulfill({ status, json: status === 500 ? {} : json }),
    );
    await page.goto(new URL(table!.address).pathname);
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await page.unroute('**/dining/find-table');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('button', { name: 'Order type: Table 12' })).toBeVisible();
  });
}

test('a screen that cannot be loaded says why the menu could not be read either', async ({
  page,
  complaints,
  openRestaurant,
}) => {
  complaints.expect(/500|ERR_FAILED|Failed to fetch/);
  const place = await openRestaurant();
  await page.route(/basket-screen|table-guests/, (route) => route.abort('failed'));
  await openShop(page, shopAddress(place, 'pickup'));
  await addWater(page, place);
  await page.route('**/api/v1/site/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page.' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('server error', { exact: true })).toBeVisible();
});

test('the kitchen calls it In Route/Ready, the guest reads that it can be picked up', async ({
  page,
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const kitchen = await openWindow({ viewport: desktop });
  await openLiveOrders(kitchen, place);
  const input = deliveryOrder(place, [{ itemId: place.items.special, quantity: 1 }], 49.1);
  const { order } = await call('POST /order/create-order', { body: { order: input } }, place.guest.token);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.locator('[aria-current=step]')).toHaveText(/^Your order has been sent/);
  for (const [status, text] of [
    ['Confirmed', 'Your order is being prepared'],
    ['Ready', 'Your order is on its way'],
    ['Completed', 'Your order has been delivered'],
  ] as const) {
    await call('POST /order/update-order-status', { body: { orderId: order._id, status } }, place.owner.token);
    await page.getByRole('button', { name: 'Refresh status' }).click();
    await expect(page.locator('[aria-current=step]')).toHaveText(new RegExp(`^${text}`));
    if (status === 'Ready')
      await expect(kitchen.getByRole('tab', { name: 'In Route/Ready 1', exact: true })).toBeVisible();
  }
});
