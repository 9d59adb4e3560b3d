/** A payment online that does not go as it should between the tap and the gateway's page: nobody pays twice, and nothing is ordered twice. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { minorUnits } from '#contract/base/money.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { ordersOf, placeButton } from '../support/checkout.ts';
import { addBurger, amountOf, goToCheckout, openDish, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { holdAnswers } from '../support/screen.ts';
import { type Call, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });

const beginning = '**/api/v1/order/begin-payment';
const payButton = (page: Page) => page.getByRole('button', { name: /^(Pay AED|Opening the payment page)/ });
const payAtGateway = (page: Page) => page.getByRole('button', { name: 'Pay', exact: true });
const paidHere = (page: Page) => page.getByRole('radio', { name: 'Pay online now' });

/** Has a burger of 27.04 at the checkout of a restaurant whose guests pay online. */
async function readyToPay(page: Page, call: Call, place: Place, more?: (page: Page) => Promise<void>): Promise<void> {
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const connecting = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await call('POST /restaurant/connect-gateway', { body: connecting }, place.owner.token);
  await signInGuest(page, place);
  await openShop(page, shopAddress(place, 'pickup'));
  await addBurger(page, place);
  await more?.(page);
  await goToCheckout(page);
  await paidHere(page).check();
}

/** The states of the restaurant's payments, as they were begun. */
async function paymentsOf(db: Db, place: Place): Promise<string[]> {
  const rows = await platformTransaction(db, 'seed', (tx) =>
    tx.selectFrom('payments').select('state').where('restaurant_id', '=', place.id).orderBy('begun_at').execute(),
  );
  return rows.map(({ state }) => state);
}

test('a payment whose answers are lost is begun once, and asked for again', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_RESET/);
  const place = await openRestaurant();
  await readyToPay(page, call, place);
  await page.route(beginning, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await payButton(page).click();
  await expect(payButton(page)).toHaveText('Opening the payment page');
  await expect(page.getByRole('alert')).toHaveText('The payment page did not open. Nothing was charged: try again.');
  await expect(payButton(page)).toHaveText(/^Pay AED\s27\.04$/);
  await page.unroute(beginning);
  await payButton(page).click();
  await expect(payAtGateway(page)).toBeVisible();
  expect(await paymentsOf(db, place)).toEqual(['begun']);
  await payAtGateway(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect(await ordersOf(call, place)).toHaveLength(1);
});

test('a guest who pays in cash after all ends the payment that was begun', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  await readyToPay(page, call, place);
  await payButton(page).click();
  await expect(payAtGateway(page)).toBeVisible();
  const gateway = page.url();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'To the payment' })).toBeVisible();
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await placeButton(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect((await ordersOf(call, place)).map(({ paymentMethod }) => paymentMethod)).toEqual(['cash on pickup']);
  // The page of the gateway that is still open takes no money for it.
  await fetch(gateway, { method: 'POST', body: new URLSearchParams({ card: 'succeeds' }), redirect: 'manual' });
  await expect.poll(() => paymentsOf(db, place)).toEqual(['lapsed']);
  expect(await ordersOf(call, place)).toHaveLength(1);
});

test('a payment that was made in another window meanwhile is the order, and cash makes no second one', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  await readyToPay(page, call, place);
  await payButton(page).click();
  await expect(payAtGateway(page)).toBeVisible();
  const gateway = page.url();
  await page.goBack();
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  // This window hears nothing of it before its own tap.
  const letHear = await holdAnswers(page, '**/api/v1/order/payment-state/**');
  await fetch(gateway, { method: 'POST', body: new URLSearchParams({ card: 'succeeds' }), redirect: 'manual' });
  await expect.poll(() => paymentsOf(db, place)).toEqual(['authorised']);
  await placeButton(page).click();
  await expect(page).toHaveURL(new RegExp(`/${place.slug}/payment/`));
  letHear();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect((await ordersOf(call, place)).map(({ paymentMethod }) => paymentMethod)).toEqual(['online on pickup']);
});

test('a higher price is asked about before the payment page opens, and can be declined', async ({
  page,
  openRestaurant,
  call,
  db,
  complaints,
}) => {
  complaints.expect(/status of 409/);
  const place = await openRestaurant();
  await readyToPay(page, call, place);
  await expect(amountOf(page, 'Total')).toHaveText('AED 27.04');
  await changeMenu(db, place.id, (tx) =>
    tx
      .updateTable('items')
      .set({ price_minor: minorUnits(2000) })
      .where('id', '=', place.items.burger)
      .execute(),
  );
  await payButton(page).click();
  const question = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(question).toContainText('The total was AED 27.04 and is now AED 29.14.');
  await expect(question.getByRole('button', { name: /^Pay AED\s29\.14$/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await paymentsOf(db, place)).toEqual([]);
  await expect(payButton(page)).toHaveText(/^Pay AED\s29\.14$/);
  await payButton(page).click();
  await expect(payAtGateway(page)).toBeVisible();
  await expect(page.getByText(/29\.14/).first()).toBeVisible();
});

test('a dish that is sold out leaves the basket with one tap, which opens the payment page for the rest', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  await readyToPay(page, call, place, async () => {
    const panel = await openDish(page, place.named('special'));
    await panel.getByRole('button', { name: 'Add 1 to basket' }).click();
    await expect(panel).toBeHidden();
  });
  await changeMenu(db, place.id, (tx) =>
    tx.updateTable('items').set({ quantity: 0 }).where('id', '=', place.items.special).execute(),
  );
  await page.reload();
  await page.getByRole('button', { name: `Remove ${place.named('special')} and pay` }).click();
  await expect(payAtGateway(page)).toBeVisible();
  await expect(page.getByText(/27\.04/).first()).toBeVisible();
  expect(await paymentsOf(db, place)).toEqual(['begun']);
});
