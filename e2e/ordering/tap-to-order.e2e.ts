/** The tap on the button when something has changed, or is not known yet: the guest is never charged more than was read, and always told why. */
import type { Page } from '@playwright/test';
import { minorUnits } from '#contract/base/money.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { creating, ordersOf, placeButton, readyToPlace, removeAndPlace } from '../support/checkout.ts';
import {
  addBurger,
  addWater,
  askForCode,
  codeSentTo,
  giveAddress,
  goToCheckout,
  newPhone,
  openAddressForm,
  openDish,
  openShop,
  shopAddress,
  signInGuest,
  signUp,
} from '../support/guest.ts';
import { openTables, takeTomorrow } from '../support/restaurant.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const quoting = '**/api/v1/order/quote-order';
const isSent = (page: Page) => expect(page.getByText('Your order has been sent')).toBeVisible();

/** Opens the checkout anew, which asks for the price; the questions wait until they are let go. */
async function openAsking(page: Page): Promise<() => void> {
  const wait = Promise.withResolvers<void>();
  await page.route(quoting, async (route) => {
    await wait.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(quoting);
  await page.reload();
  await asked;
  return wait.resolve;
}

test('a tap waits for the price, and orders at the one that was read or asks about a higher one', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const place = await openRestaurant();
  await readyToPlace(page, place);
  const answer = await openAsking(page);
  await changeMenu(db, place.id, (tx) =>
    tx
      .updateTable('items')
      .set({ price_minor: minorUnits(2000) })
      .where('id', '=', place.items.burger)
      .execute(),
  );
  let tries = 0;
  await page.route(creating, (route) => {
    tries += 1;
    return route.continue();
  });
  await placeButton(page).click();
  await expect(placeButton(page)).toHaveText('Placing your orderAED 27.04');
  expect(tries).toBe(0);
  answer();
  const question = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(question).toContainText('The total was AED 27.04 and is now AED 29.14.');
  expect(await ordersOf(call, place)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(placeButton(page)).toHaveText('Place orderAED 29.14');
  await placeButton(page).click();
  await isSent(page);
  expect((await ordersOf(call, place)).map(({ totalPrice }) => totalPrice)).toEqual([29.14]);
});

test('a tap that hears of no price for four seconds orders at the one on the screen', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await readyToPlace(page, place);
  await openAsking(page);
  await placeButton(page).click();
  await isSent(page);
  expect((await ordersOf(call, place)).map(({ totalPrice }) => totalPrice)).toEqual([27.04]);
});

test('a slot that is taken between the reading and the tap opens the others, and the basket stays', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const place = await openRestaurant();
  await takeTomorrow(db, place);
  await readyToPlace(page, place);
  const times = page.getByRole('region', { name: 'When' });
  await times.getByRole('button', { name: 'Change' }).click();
  const when = page.getByRole('dialog', { name: 'When' });
  await expect(when.getByRole('listitem').getByRole('button').first()).toBeVisible();
  await when.locator('summary').last().click();
  await when.locator('details').last().getByRole('button').last().click();
  await expect(times).toContainText('Tomorrow - ');
  await openAsking(page);
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('outlets').set({ takes_next_date: false }).where('id', '=', place.outletId).execute(),
  );
  await placeButton(page).click();
  await expect(when).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(
    'does not take orders for that time any more. Choose another time.',
  );
  expect(await ordersOf(call, place)).toEqual([]);
  await when.getByRole('button', { name: /^As soon as possible/ }).click();
  await expect(times).toContainText('As soon as possible');
  await placeButton(page).click();
  await isSent(page);
  expect((await ordersOf(call, place)).map(({ orderDate }) => orderDate)).toEqual([null]);
});

test('a guest whose session has ended signs in again and finds the basket as it was', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const place = await openRestaurant();
  await readyToPlace(page, place);
  // On another phone.
  await call('POST /auth/signout', {}, place.guest.token);
  await placeButton(page).click();
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible();
  await askForCode(page, place.guest.phone.replace('+971', ''));
  await page
    .getByRole('textbox', { name: 'Code from the text message' })
    .pressSequentially(await codeSentTo(page, place.guest.phone));
  await expect(placeButton(page)).toHaveText('Place orderAED 27.04');
  await expect(page.getByRole('radio', { name: 'Cash on pickup' })).toBeChecked();
  await placeButton(page).click();
  await isSent(page);
});

test('an order is not sent by itself after the sign-in where a dish has sold out meanwhile', async ({
  page,
  openRestaurant,
  db,
}) => {
  const place = await openRestaurant();
  await openShop(page, shopAddress(place, 'pickup'));
  const panel = await openDish(page, place.named('special'));
  await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await placeButton(page).click();
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible();
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('items').set({ quantity: 0 }).where('id', '=', place.items.special).execute(),
  );
  await signUp(page, newPhone(), 'Noor');
  await expect(page.getByRole('alert').filter({ hasText: 'Your order has not been sent yet.' })).toBeVisible();
  await expect(placeButton(page)).toBeDisabled();
  await removeAndPlace(page, place.named('special'));
  await isSent(page);
});

test('a table whose outlet asks for numbers since the page was read leads to the sign-in, and on to the order', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  await page.goto(new URL(table!.address).pathname);
  await expect(page.getByRole('button', { name: 'Order type: Table 12' })).toBeVisible();
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash at the table' }).check();
  await openAsking(page);
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('outlets').set({ asks_phone_at_tables: true }).where('id', '=', place.outletId).execute(),
  );
  await placeButton(page).click();
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible();
  await page.unroute(quoting);
  await signUp(page, newPhone(), 'Noor');
  await isSent(page);
});

test('an area without an address is asked for the rest before anything is sent', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await signInGuest(page, place);
  await openShop(page, `/${place.slug}/menu`);
  const form = await openAddressForm(page, place.named('Harbour'));
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await addBurger(page, place, 2);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash on delivery' }).check();
  await placeButton(page).click();
  await expect(form).toBeVisible();
  expect(await ordersOf(call, place)).toEqual([]);
  await form.getByLabel('Apt, villa or floor number').fill('12B');
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form).toBeHidden();
  await placeButton(page).click();
  await isSent(page);
});

test('dishes that are left out leave a basket below the minimum, which is said and not sent', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  await signInGuest(page, place);
  await openShop(page, `/${place.slug}/menu`);
  await giveAddress(page, place.named('Harbour'), '12B');
  await addBurger(page, place);
  const panel = await openDish(page, place.named('special'));
  await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash on delivery' }).check();
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('items').set({ quantity: 0 }).where('id', '=', place.items.special).execute(),
  );
  await page.reload();
  await removeAndPlace(page, place.named('special'));
  await expect(page.getByText(/^Add AED\s4\.25 more for delivery/)).toBeVisible();
  await expect(placeButton(page)).toBeDisabled();
  await page.getByRole('link', { name: 'Back to basket' }).click();
  await expect(page).toHaveURL(`/${place.slug}/basket`);
  expect(await ordersOf(call, place)).toEqual([]);
});
