/** The network drops after the kitchen has the order: it has exactly what the guest is shown, whatever the guest does next. */
import type { Page } from '@playwright/test';
import { creating, ordersOf, placeButton, readyToPlace } from '../support/checkout.ts';
import { addWater } from '../support/guest.ts';
import { type Complaints, expect, phone, type Place, test } from '../support/test.ts';

test.use({ viewport: phone });

/** The server takes each order, and its answer never arrives. */
async function loseAnswers(page: Page, complaints: Complaints, times?: number): Promise<void> {
  complaints.expect(/ERR_CONNECTION_RESET/);
  await page.route(
    creating,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    times === undefined ? {} : { times },
  );
}

/** Orders in vain, until the page stops asking again. */
async function orderInVain(page: Page, place: Place, complaints: Complaints): Promise<void> {
  await readyToPlace(page, place);
  await loseAnswers(page, complaints);
  await placeButton(page).click();
  await expect(placeButton(page)).toHaveText('Checking whether your order arrivedAED 27.04');
  await expect(page.getByRole('alert')).toHaveText(
    'We cannot tell yet whether your order arrived. Try again: it will not be ordered twice.',
  );
  await page.unroute(creating);
}

async function doubleTheBurger(page: Page, place: Place): Promise<void> {
  await page.goto(`/${place.slug}/basket`);
  await page.getByRole('button', { name: 'Increase' }).click();
  await page.goto(`/${place.slug}/checkout`);
}

test('an answer that is lost once is asked for again, and makes one order (C12)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  const place = await openRestaurant();
  await readyToPlace(page, place);
  await loseAnswers(page, complaints, 1);
  await placeButton(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  const [order, ...others] = await ordersOf(call, place);
  expect(others).toEqual([]);
  await expect(page).toHaveURL(`/${place.slug}/checkout/${order!._id}`);
});

test('a dish that is added while the order is on its way stays in the basket', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await readyToPlace(page, place);
  const isAdded = Promise.withResolvers<void>();
  await page.route(creating, async (route) => {
    const response = await route.fetch();
    await isAdded.promise;
    await route.fulfill({ response });
  });
  const sent = page.waitForRequest(creating);
  await placeButton(page).click();
  await sent;
  await page.goBack();
  await page.goBack();
  await addWater(page, place);
  isAdded.resolve();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  const [order, ...others] = await ordersOf(call, place);
  expect(others).toEqual([]);
  await expect(page).toHaveURL(`/${place.slug}/checkout/${order!._id}`);
  await page.goto(`/${place.slug}/basket`);
  await expect(page.getByRole('button', { name: /^Review order/ })).toContainText('5.78');
  await expect(page.getByRole('link', { name: `Edit ${place.named('water')}` })).toBeVisible();
  await expect(page.getByText(place.named('burger'))).toHaveCount(0);
});

test('after a reload the same basket leads to the order that had arrived (C12)', async ({
  page,
  context,
  openRestaurant,
  call,
  complaints,
}) => {
  const place = await openRestaurant();
  await orderInVain(page, place, complaints);
  const secondTab = await context.newPage();
  await secondTab.goto(`/${place.slug}/checkout`);
  await page.goto(`/${place.slug}/basket`);
  await expect(page.getByRole('alert')).toHaveText(
    'We cannot tell yet whether your order arrived. Try again: it will not be ordered twice. Ask again',
  );
  await page.getByRole('link', { name: 'Ask again' }).click();
  await placeButton(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  await expect(placeButton(secondTab)).toBeHidden();
  expect(await ordersOf(call, place)).toHaveLength(1);
});

test('a guest who changed the basket is told of the first order, and follows it (C12)', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const place = await openRestaurant();
  await orderInVain(page, place, complaints);
  const [order] = await ordersOf(call, place);
  await doubleTheBurger(page, place);
  await placeButton(page).click();
  const question = page.getByRole('dialog', { name: 'Your order #1 has already arrived' });
  await expect(question).toContainText('The restaurant received it for AED 27.04 before you changed your basket.');
  await question.getByRole('button', { name: 'Track order' }).click();
  await expect(page).toHaveURL(`/${place.slug}/order/${order!._id}`);
  expect(await ordersOf(call, place)).toEqual([order]);
  // The second burger was not in it.
  await page.goto(`/${place.slug}/basket`);
  await expect(page.getByRole('button', { name: /^Review order/ })).toContainText('27.04');
});

test('a second order is made only when the guest asks for it, and both are known', async ({
  page,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/status of 422/);
  const place = await openRestaurant();
  await orderInVain(page, place, complaints);
  await doubleTheBurger(page, place);
  await placeButton(page).click();
  const question = page.getByRole('dialog', { name: 'Your order #1 has already arrived' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await placeButton(page).click();
  await question.getByRole('link', { name: 'Back to basket' }).click();
  await expect(page).toHaveURL(`/${place.slug}/basket`);
  await page.goto(`/${place.slug}/checkout`);
  expect(await ordersOf(call, place)).toHaveLength(1);
  await placeButton(page).click();
  await question.getByRole('button', { name: 'Order this as well' }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  expect(
    (await ordersOf(call, place)).map(({ orderNumber }) => orderNumber).toSorted((one, other) => one - other),
  ).toEqual([1, 2]);
});

test('a guest who loses the connection is told what is known of the order, until it is back', async ({
  page,
  context,
  openRestaurant,
  call,
  complaints,
}) => {
  complaints.expect(/ERR_INTERNET_DISCONNECTED/);
  const place = await openRestaurant();
  await readyToPlace(page, place);
  await context.setOffline(true);
  await placeButton(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You are offline. Your order was not sent, and your basket is kept.',
  );
  await context.setOffline(false);
  await expect(page.getByRole('alert')).toHaveCount(0);

  // An order whose answer was lost is not called unsent.
  await loseAnswers(page, complaints);
  await placeButton(page).click();
  const doubt = page.getByRole('alert').getByText('We cannot tell yet whether your order arrived.', { exact: false });
  await expect(doubt).toBeVisible();
  await context.setOffline(true);
  await placeButton(page).click();
  await expect(doubt).toBeVisible();
  await context.setOffline(false);
  await expect(doubt).toBeVisible();
  expect(await ordersOf(call, place)).toHaveLength(1);
});
