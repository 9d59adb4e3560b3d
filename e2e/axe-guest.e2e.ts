/** Every screen of the guest's site, with its drawers, questions and errors, for everybody (screens 6; P04). */
import { minorUnits } from '#contract/money.ts';
import { changeMenu } from '#server/test/change-menu.ts';
import { expectAccessible } from './accessible.ts';
import {
  addBurger,
  addWater,
  askForCode,
  codeSentTo,
  knownHere,
  newPhone,
  openDish,
  openShop,
  shopAddress,
} from './guest.ts';
import { placeOrder } from './kitchen.ts';
import { addOutlet, openOnDay } from './restaurant.ts';
import { expect, phone, test } from './test.ts';

test.use({ viewport: phone });
// Each examines a dozen screens at three widths.
test.describe.configure({ timeout: 180_000 });

test('the menu, its drawers and a dish', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 404/);
  // A window that was wide keeps the large picture of the cover, and does not use the small one that a narrow window is told of.
  complaints.expect(/preloaded using link preload but not used/);
  await openShop(page, '/demo/menu');
  await expectAccessible(page, 'menu with pictures');
  await page.goto('/demo/pickup');
  await expectAccessible(page, 'outlets with pictures');
  for (const [screen, address] of [
    ['page not found', '/demo/nowhere/at/all'],
    ['restaurant not found', '/nobody-has-this-name/menu'],
  ] as const) {
    await page.goto(address);
    await expectAccessible(page, screen);
  }

  const place = await openRestaurant({ stock: 0 });
  await page.goto(`/${place.slug}/delivery`);
  await expectAccessible(page, 'areas');
  for (const sheet of ['order-type', 'addresses', 'delivery-address'] as const) {
    await page.goto(`/${place.slug}/menu#${sheet}`);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page, sheet);
  }
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Confirm location' }).click();
  await expect(page.getByRole('dialog', { name: 'Create address' })).toBeVisible();
  await expectAccessible(page, 'new address');
  await openShop(page, shopAddress(place, 'pickup'));
  await page.getByRole('searchbox').fill('xylophone');
  await expectAccessible(page, 'nothing found');
  await page.getByRole('button', { name: 'Clear search' }).click();
  const panel = await openDish(page, place.named('burger'));
  await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
  await expect(panel.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'dish with an error');
  await page.goto(`${shopAddress(place, 'pickup')}/item?itemId=${place.items.special}`);
  await expectAccessible(page, 'dish sold out');
  const closed = await openRestaurant({ openingHours: openOnDay(3, { start: '10:00', end: '14:00' }).hours });
  await page.goto(shopAddress(closed, 'delivery'));
  await expectAccessible(page, 'closed');
});

test('the basket and its questions', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  const second = await addOutlet(db, place, { name: place.named('Downtown'), without: place.items.burger });
  await page.goto(`/${place.slug}/basket`);
  await expect(page.getByText('Your basket is empty')).toBeVisible();
  await expectAccessible(page, 'empty basket');
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await addWater(page, place);
  await expectAccessible(page, 'menu with a basket');
  await page.goto(shopAddress(place, 'pickup', second.name));
  await expect(page.getByRole('dialog', { name: 'Your basket would change' })).toBeVisible();
  await expectAccessible(page, 'switching the outlet');
  await page.getByRole('button', { name: 'Keep basket' }).click();
  await changeMenu(db, place.id, (tx) =>
    tx
      .updateTable('items')
      .set({ price_minor: minorUnits(600) })
      .where('id', '=', place.items.water)
      .execute(),
  );
  await page.goto(`/${place.slug}/basket`);
  await expect(page.getByText(/The price has changed from/)).toBeVisible();
  await expectAccessible(page, 'basket with a new price');
  await page
    .getByRole('group', { name: place.named('water') })
    .getByRole('button', { name: 'Decrease' })
    .click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(page, 'basket with a line taken out');
});

test('the checkout', async ({ page, openRestaurant, db, complaints }) => {
  complaints.expect(/status of 409/);
  const place = await openRestaurant();
  await knownHere(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await page.goto(`/${place.slug}/checkout`);
  const button = page.getByRole('button', { name: /^Place order/ });
  await button.click();
  await expect(page.getByRole('alert')).toHaveText('Choose a payment method');
  await expectAccessible(page, 'checkout without a payment');
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await expectAccessible(page, 'checkout');
  await changeMenu(db, place.id, (tx) =>
    tx
      .updateTable('items')
      .set({ price_minor: minorUnits(2000) })
      .where('id', '=', place.items.burger)
      .execute(),
  );
  await button.click();
  await expect(page.getByRole('dialog', { name: 'The price has changed' })).toBeVisible();
  await expectAccessible(page, 'price changed');
  await page.getByRole('button', { name: /^Place order at/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  await expectAccessible(page, 'placed');
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await changeMenu(db, place.id, (tx) =>
    tx
      .updateTable('outlet_modes')
      .set({ accepts_orders: false })
      .where('outlet_id', '=', place.outletId)
      .where('mode', '=', 'pickup')
      .execute(),
  );
  await expect(async () => {
    await page.goto(`/${place.slug}/checkout`);
    await expect(page.getByRole('button', { name: /^We are sorry/ })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page, 'checkout of a mode that is off');
});

test('signing in', async ({ page, openRestaurant, complaints }) => {
  complaints.expect(/status of 400/);
  const place = await openRestaurant();
  await page.goto(`/${place.slug}/auth`);
  const number = page.getByLabel('Mobile number for this order');
  await number.fill('123');
  await number.blur();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'number with an error');
  await page.getByRole('button', { name: /^Country: / }).click();
  await expectAccessible(page, 'countries');
  await page.keyboard.press('Escape');
  const guest = newPhone();
  await askForCode(page, guest.national);
  await expectAccessible(page, 'code');
  const code = await codeSentTo(page, guest.number);
  const first = page.getByRole('textbox').first();
  await first.pressSequentially(code.replace(/./, (digit) => String((Number(digit) + 1) % 10)));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'wrong code');
  await first.pressSequentially(code);
  await expect(page.getByRole('heading', { name: 'Nice to meet you' })).toBeVisible();
  await expectAccessible(page, 'name and email');
});

test('an order, on its way and cancelled', async ({ page, openRestaurant, call }) => {
  const place = await openRestaurant();
  const order = await placeOrder(call, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.getByText('Log in to see your order.')).toBeVisible();
  await expectAccessible(page, 'order of somebody signed out');
  await knownHere(page, place);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.locator('[aria-current=step]')).toBeVisible();
  await expectAccessible(page, 'order');
  const cancelling = { orderId: order._id, status: 'Cancelled', reason: 'Too busy' } as const;
  await openShop(page, `/${place.slug}/menu`);
  await expect(page.getByRole('link', { name: /Your order has been sent/ })).toBeVisible();
  await expectAccessible(page, 'menu with an order on its way');
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(page.getByRole('dialog', { name: 'Your account' })).toBeVisible();
  await expectAccessible(page, 'account');
  await call('POST /order/update-order-status', { body: cancelling }, place.owner.token);
  await page.goto(`/${place.slug}/order/${order._id}`);
  await expect(page.getByRole('status')).toHaveText('This order was cancelled: Too busy.');
  await expectAccessible(page, 'cancelled order');
});
