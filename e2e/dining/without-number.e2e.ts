/** A guest at a table gives no number, unless the outlet asks for one (decision 54). */
import { addWater, goToCheckout, newPhone, shopAddress, signUp } from '../support/guest.ts';
import { openLiveOrders, row, signInWithToken } from '../support/kitchen.ts';
import { openTables } from '../support/restaurant.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const pathOf = (address: string) => new URL(address).pathname;

test('a guest at a table orders in five taps from the menu and types nothing; elsewhere a number is asked', async ({
  page,
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  const kitchen = await openWindow({ viewport: desktop });
  await openLiveOrders(kitchen, place);
  await page.goto(pathOf(table!.address));
  await expect(page.getByRole('button', { name: 'Order type: Table 12' })).toBeVisible();
  await page.getByRole('button', { name: `Add ${place.named('water')}` }).click();
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash at the table' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  await expect(row(kitchen, 1)).toContainText('Table 12, Terrace');
  await page.getByRole('link', { name: 'Track order' }).click();
  await expect(page.getByRole('heading', { name: 'Track your order' })).toBeVisible();
  await page.goto(`/${place.slug}/orders`);
  await expect(page.getByText(/Order #1/)).toBeVisible();

  await page.goto(shopAddress(place, 'pickup'));
  await page.getByRole('button', { name: 'Switch' }).or(page.getByRole('main')).first().waitFor();
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash on pickup' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible();
  await signUp(page, newPhone(), 'Noor');
  await expect(page.getByText('Your order has been sent')).toBeVisible();
});

test('where the outlet asks for numbers, a guest at a table signs in before the order goes out', async ({
  page,
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto(`/dashboard/outlets/edit/ordering-services/contactless-dining?id=${place.outletId}`);
  const asks = office.getByRole('switch', { name: 'Ask guests at tables for their number' });
  await expect(asks).not.toBeChecked();
  await asks.click();
  await expect(office.getByText('Outlet details was updated')).toBeVisible();
  await office.reload();
  await expect(asks).toBeChecked();

  await page.goto(pathOf(table!.address));
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash at the table' }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { name: 'Log in or sign up' })).toBeVisible();
  await signUp(page, newPhone(), 'Noor');
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  // The kitchen reads the name of the sign-in at the dish.
  await page.getByRole('link', { name: 'Track order' }).click();
  await expect(page.getByRole('main').getByText('Noor').first()).toBeVisible();
});
