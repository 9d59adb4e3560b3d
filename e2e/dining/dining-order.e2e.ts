/** Ordering at a table: from the scanned code to the kitchen, which reads the table (decision 37). */
import { expectAccessible } from '../support/accessible.ts';
import { addWater, goToCheckout, signInGuest } from '../support/guest.ts';
import { openDevice, openLiveOrders, row, signInWithToken } from '../support/kitchen.ts';
import { openTables } from '../support/restaurant.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, tablet, test } from '../support/test.ts';

test.use({ viewport: phone });

const pathOf = (address: string) => new URL(address).pathname;

test('a guest scans the code of table 12, orders, and the kitchen reads the table', async ({
  page,
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  const kitchen = await openWindow({ viewport: desktop });
  await openLiveOrders(kitchen, place);

  await signInGuest(page, place);
  await page.goto(pathOf(table!.address));
  await expect(page.getByRole('button', { name: 'Order type: Table 12' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/${place.slug}/dine-in/${encodeURIComponent(place.outletName)}`);
  // No line begins with the dot: it is not parted from the name.
  expect(await page.getByText(/^Table 12, Terrace.+min$/).textContent()).toBe('Table 12, Terrace\u00a0· 15 - 25 min');
  await expectAccessible(page, 'menu at a table');
  await page.getByRole('button', { name: 'Call a waiter' }).click();
  await expect(page.getByText('Somebody will come to your table.')).toBeVisible();
  await expect(kitchen.getByText('Table 12, Terrace is calling')).toBeVisible();
  await kitchen.getByRole('button', { name: 'On my way' }).click();
  await expect(kitchen.getByText('Table 12, Terrace is calling')).toHaveCount(0);
  await addWater(page, place);
  await goToCheckout(page);
  await expect(page.getByRole('heading', { name: 'Table 12, Terrace' })).toBeVisible();
  await expect(page.getByText('On your table in 15 - 25 min')).toBeVisible();
  await expect(page.getByText('Delivery fee')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Card at the table' }).check();
  await expectAccessible(page, 'checkout at a table');
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('Your order has been sent')).toBeVisible();
  await page.getByRole('link', { name: 'Track order' }).click();
  await expect(page.getByText(/Table 12, Terrace.· AED.5.78.· Card at the table/)).toBeVisible();
  await expect(page.getByText('Your order is on its way to your table')).toBeVisible();

  await expect(row(kitchen, 1)).toContainText('Table 12, Terrace');
  await row(kitchen, 1).click();
  await expect(kitchen.getByRole('region', { name: 'Order details' })).toContainText('Table 12, Terrace');
  await visit(kitchen, '/dashboard/orders');
  await expect(kitchen.getByRole('cell', { name: 'Table 12, Terrace' })).toBeVisible();
  const search = kitchen.getByRole('search');
  await search.getByRole('button', { name: 'Filters' }).click();
  await search.getByLabel('Type', { exact: true }).selectOption('Dine-in');
  await search.getByRole('searchbox', { name: 'Table' }).fill('11');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(kitchen.getByRole('button', { name: 'Remove the filter Table: 11' })).toBeVisible();
  await expect(kitchen.getByRole('cell', { name: 'Table 12, Terrace' })).toHaveCount(0);
  await search.getByRole('searchbox', { name: 'Table' }).fill('12');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(kitchen.getByRole('cell', { name: 'Table 12, Terrace' })).toBeVisible();
});

test('an answered call of a table rings for no other table that has rung before', async ({
  page,
  call,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  const tables = await openTables(call, place, ['12', '14']);
  const plays = await openDevice(page, place, 'Till');
  const request = (code: string) =>
    call('POST /dining/request-service', { body: { table: code, kind: 'waiter' } }, place.siteToken);
  const before = await plays();
  await request(tables[0]!.code);
  await expect.poll(plays).toBe(before + 1);
  await request(tables[1]!.code);
  await expect.poll(plays).toBe(before + 2);
  // The newest call is answered, and the older one is the last of the list.
  await page.getByRole('button', { name: 'On my way' }).last().click();
  await expect(page.getByText('Table 14, Terrace is calling')).toHaveCount(0);
  await expect(page.getByText('Table 12, Terrace is calling')).toBeVisible();
  await request(tables[1]!.code);
  await expect(page.getByText('Table 14, Terrace is calling')).toBeVisible();
  await expect.poll(plays).toBe(before + 3);
});

test('a guest who leaves before the table has answered is not led back to it', async ({
  page,
  call,
  openRestaurant,
}) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  // The answer never comes.
  await page.route('**/dining/join-table-session', () => undefined);
  const found = page.waitForResponse(/find-table/);
  await page.goto(pathOf(table!.address));
  await found;
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('button', { name: /^Order type/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Order type: Table 12' })).toHaveCount(0);
  expect(new URL(page.url()).pathname).not.toContain('/dine-in/');
});

test('orders at tables are paused like all others, and the table reads until when', async ({
  page,
  call,
  openRestaurant,
  openWindow,
}) => {
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  const office = await openWindow({ viewport: tablet });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/settings');
  const dineIn = office.getByRole('switch', { name: `${place.outletName}, Dine-in` });
  await expect(dineIn).toBeChecked();
  await office.getByRole('button', { name: `Pause ${place.outletName}` }).click();
  await office.getByRole('menuitemradio', { name: 'Dine-in' }).click();
  await office.getByRole('menuitem', { name: '60 minutes' }).click();
  await expect(office.getByText(new RegExp(`Paused: ${place.outletName} – Dine-in until`))).toBeVisible();
  await expectAccessible(office, 'a paused dine-in');

  await signInGuest(page, place);
  await page.goto(pathOf(table!.address));
  await expect(page.getByText(/Opens again/)).toBeVisible();
  await page.goto(`${pathOf(table!.address)}?lang=ar`);
  await expect(page.getByText(/^استقبال الطلبات متوقف مؤقتًا/)).toBeVisible();

  await dineIn.click();
  await expect(dineIn).toBeChecked();
  // It moves before it is saved, after the first change, and a reload would break that off.
  const saved = office.waitForResponse(
    (answer) => answer.url().includes('/update-outlet/') && answer.request().postData()?.includes('false') === true,
  );
  await dineIn.click();
  await expect(office.getByText('Your outlet is not accepting orders')).toBeVisible();
  await saved;
  // The switch stays, so that it can be turned on again.
  await office.reload();
  await expect(dineIn).not.toBeChecked();
  await page.goto(pathOf(table!.address));
  await expect(page.getByText('لا يمكن الطلب من هذه الطاولة الآن')).toBeVisible();
});

test('a replaced or unknown code leads to an explanation and to the menu', async ({
  page,
  call,
  complaints,
  openRestaurant,
}) => {
  complaints.expect(/404|409/);
  const place = await openRestaurant();
  const [table] = await openTables(call, place, ['12']);
  await signInGuest(page, place);
  await page.goto(pathOf(table!.address));
  await addWater(page, place);
  await goToCheckout(page);
  await page.getByRole('radio', { name: 'Cash at the table' }).check();
  await call('POST /dining/new-code/:id', { params: { id: table!._id } }, place.owner.token);
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByText('The code of this table is no longer good.').first()).toBeVisible();
  await page.goto(pathOf(table!.address));
  await expect(page.getByText('You cannot order from this table now')).toBeVisible();
  await expectAccessible(page, 'void code');
  await page.getByRole('link', { name: 'Open the menu' }).click();
  await expect(page.getByRole('heading', { name: place.name, level: 1 })).toBeVisible();
  expect(await call('GET /order/get-all-orders', { query: {} }, place.owner.token)).toMatchObject({ order: [] });
});
