/** Two phones at a table do something in the same moment, or the network drops: nothing that a guest chose is lost. */
import { creating, ordersOf, placeButton } from '../support/checkout.ts';
import { addWater, goToCheckout, joinTable, signInGuest } from '../support/guest.ts';
import { openTables } from '../support/restaurant.ts';
import { expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const pathOf = (address: string) => new URL(address).pathname;

test('portions that the table has not heard of when another phone orders stay, and a name can be taken back', async ({
  page: sara,
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  await signInGuest(sara, place);
  await joinTable(sara, pathOf(table!.address));
  const omar = await openWindow({ viewport: phone });
  await joinTable(omar, pathOf(table!.address));
  await addWater(omar, place);
  await omar.getByRole('link', { name: /^View basket/ }).click();
  await sara.getByRole('link', { name: 'View basket, 1 item, AED 5.78' }).click();
  const name = omar.getByRole('textbox', { name: 'Your name at the table' });
  await name.fill('Omar');
  await expect(sara.getByRole('region', { name: 'Omar' })).toContainText('1 ×');
  await name.fill('');
  await expect(sara.getByRole('region', { name: 'Guest 2' })).toContainText('1 ×');

  await sara.getByRole('button', { name: 'Review order' }).click();
  await sara.getByRole('radio', { name: 'Cash at the table' }).check();
  const isOrdered = Promise.withResolvers<void>();
  await omar.route('**/dining/share-lines', async (route) => {
    await isOrdered.promise;
    await route.continue();
  });
  const told = omar.waitForRequest('**/dining/share-lines');
  await omar.getByRole('button', { name: 'Increase' }).click();
  await omar.getByRole('button', { name: 'Increase' }).click();
  await told;
  await placeButton(sara).click();
  await expect(sara.getByText('Your order has been sent')).toBeVisible();
  isOrdered.resolve();
  await expect(omar.getByText('Guest 1 has sent the order of your table: #1.')).toBeVisible();
  await expect(omar.getByRole('button', { name: /^Review order/ })).toContainText('11.55');
  expect((await ordersOf(call, place)).map(({ totalPrice }) => totalPrice)).toEqual([5.78]);
});

test('an order whose answers are all lost leads to its page, because the table has it', async ({
  page,
  call,
  openRestaurant,
  complaints,
}) => {
  complaints.expect(/ERR_CONNECTION_RESET/);
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  await signInGuest(page, place);
  await joinTable(page, pathOf(table!.address));
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash at the table' }).check();
  await page.route(creating, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await placeButton(page).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  const [order, ...others] = await ordersOf(call, place);
  expect(others).toEqual([]);
  await expect(page).toHaveURL(`/${place.slug}/checkout/${order!._id}`);
  await page.getByRole('link', { name: 'Back to menu' }).click();
  await addWater(page, place);
  await page.getByRole('link', { name: /^View basket/ }).click();
  await expect(page.getByRole('button', { name: /^Review order/ })).toContainText('5.78');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
