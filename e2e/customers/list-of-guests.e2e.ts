/** The restaurant's list of its guests, the page of one with notes, and the guest's own consent (decision 79). */
import { readFile } from 'node:fs/promises';
import type { CustomerId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { signInGuest } from '../support/guest.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, type Place, tablet, test } from '../support/test.ts';

test.use({ viewport: desktop });

/** The guest of the place as Sara, with two completed orders, and eleven others who have only registered. */
async function makeGuests(db: Db, place: Place): Promise<void> {
  const others: CustomerId[] = [];
  for (let n = 0; n < 11; n++) others.push((await makeCustomer(db, place.id)).customerId);
  await platformTransaction(db, 'seed', async (tx) => {
    const rename = (id: typeof place.guest.customerId, name: string) =>
      tx.updateTable('customers').set({ name }).where('id', '=', id).execute();
    await rename(place.guest.customerId, 'Sara Haddad');
    for (const [n, id] of others.entries()) await rename(id, `Visitor ${String(n + 1).padStart(2, '0')}`);
  });
  await insertPastOrders(db, place, [
    { placedAt: '2026-03-01T10:00:00Z', customerId: place.guest.customerId, total: 2000 },
    { placedAt: '2026-03-04T10:00:00Z', customerId: place.guest.customerId, total: 3550 },
  ]);
}

test('guests are found, sorted and exported, and a note is read with their order', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
  complaints,
}) => {
  test.slow();
  complaints.expect(/ERR_FAILED/);
  const place = await openRestaurant();
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard');
  await makeGuests(db, place);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click();
  const rows = page.getByRole('table', { name: 'Customers' }).locator('tbody').getByRole('row');
  const names = page.getByRole('rowheader');
  await expect(names).toHaveCount(10);
  await expect(rows.first().getByRole('cell')).toHaveText([
    place.guest.phone,
    '2',
    '55.50',
    '4 Mar 2026',
    'Not agreed',
  ]);
  await expect(page.getByRole('columnheader', { name: 'Last visit' })).toHaveAttribute('aria-sort', 'descending');
  await expectAccessible(page, 'customers', { hasDark: true, widths: everyWidth });
  await page.setViewportSize(tablet);
  await expect(page.getByRole('columnheader').filter({ visible: true })).toHaveText([
    'Name',
    'Orders',
    'Spend (AED)',
    'Last visit',
  ]);
  await page.setViewportSize(desktop);

  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/customers?sort=name');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(names).toHaveText(['Visitor 10', 'Visitor 11']);
  const search = page.getByRole('searchbox', { name: 'Search by name or phone' });
  await search.fill('٠٠٠٠٠٠٠٠٠٠');
  await expect(page.getByRole('heading', { name: /^No results/ })).toBeVisible();
  // The digits of the number, as an Arabic keyboard has them.
  const digits = place.guest.phone.slice(-7);
  await search.fill(digits.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))));
  await expect(names).toHaveText(['Sara Haddad']);
  // One call of those that follow the letters gets no answer.
  await page.route('**/customer/get-all-customers?*', (route) => route.abort(), { times: 1 });
  await search.fill('Visitor 1');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(search).toBeFocused();
  await page.keyboard.type('1');
  await expect(names).toHaveText(['Visitor 11']);
  // A number as the contacts of a phone copy it, between marks of direction.
  await search.fill(`\u202a${place.guest.phone}\u202c`);
  await expect(names).toHaveText(['Sara Haddad']);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain(`Sara Haddad,'${place.guest.phone},`);
  await expect(page.getByText('1 customer exported')).toBeVisible();

  await page.getByRole('link', { name: 'Sara Haddad' }).click();
  await expect(page.getByRole('heading', { name: 'Sara Haddad', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add note' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a note' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field is required')).toBeVisible();
  await expectAccessible(page, 'a note with an error', { hasDark: true });
  await page.setViewportSize(desktop);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Allergic to peanuts');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('checkbox', { name: 'This is an allergy' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const note = page.getByRole('listitem').filter({ hasText: 'Allergic to peanuts' });
  await expect(note).toContainText('Allergy');
  await expect(note).toContainText('Sara Khan');
  await expectAccessible(page, 'a customer', { hasDark: true, widths: everyWidth });
  await page.setViewportSize(desktop);

  const staff = await makeOwner(db, place.id, 'staff');
  const order = await placeOrder(call, place);
  const till = await openWindow({ viewport: phone });
  await signInWithToken(till, staff.token);
  await till.goto(`/dashboard/orders/${order._id}`);
  await expect(till.getByText('Allergic to peanuts')).toBeVisible();
  await expect(till.getByRole('link', { name: 'Open customer' })).toHaveCount(0);
  await expectAccessible(till, 'an order with a note about the guest', { hasDark: true });
  await visit(till, '/dashboard/customers');
  await expect(till.getByRole('heading', { name: 'Customers are for owners and managers' })).toBeVisible();

  await note.getByRole('button', { name: /^Delete the note/ }).click();
  await page.getByRole('dialog', { name: 'Delete this note?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Nothing noted yet')).toBeVisible();
  const moved = { orderId: order._id, status: 'Cancelled', reason: 'Too busy' } as const;
  await call('POST /order/update-order-status', { body: moved }, place.owner.token);
  await page.getByRole('button', { name: 'Erase customer' }).click();
  const asking = page.getByRole('dialog', { name: 'Erase Sara Haddad?' });
  await asking.getByRole('button', { name: 'Erase customer' }).click();
  await expect(page.getByText('The customer is erased')).toBeVisible();
  await expect(names).toHaveCount(10);
  await expect(page.getByText('Sara Haddad')).toHaveCount(0);
});

test('a restaurant without guests says how they come, also in Arabic', async ({ page, openRestaurant, db }) => {
  const place = await openRestaurant();
  await platformTransaction(db, 'seed', (tx) =>
    tx.updateTable('customers').set({ phone: null }).where('restaurant_id', '=', place.id).execute(),
  );
  await page.addInitScript(() => localStorage.setItem('order-manager-language', 'ar'));
  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/customers');
  await expect(page.getByRole('heading', { name: 'لا عملاء بعد' })).toBeVisible();
  await expectAccessible(page, 'no customers, in Arabic', { hasDark: true });
  await makeGuests(db, place);
  await platformTransaction(db, 'seed', (tx) =>
    tx.updateTable('customers').set({ phone: '+971501234567' }).where('id', '=', place.guest.customerId).execute(),
  );
  await page.setViewportSize(desktop);
  await page.reload();
  await page.getByRole('link', { name: 'Sara Haddad' }).click();
  await expect(page.getByRole('heading', { name: 'الملاحظات' })).toBeVisible();
  await expectAccessible(page, 'a customer, in Arabic', { hasDark: true, widths: everyWidth });
});

test('a guest agrees to offers by ticking an empty box, and takes it back with one tap', async ({
  page,
  openRestaurant,
  call,
}) => {
  const place = await openRestaurant();
  await page.setViewportSize(phone);
  await signInGuest(page, place);
  await page.goto(`/${place.slug}/orders`);
  const box = page.getByRole('checkbox', { name: /^Tell me about offers/ });
  await expect(box).not.toBeChecked();
  await box.check();
  const isGiven = async () => (await call('GET /auth/consent', {}, place.guest.token)).isGiven;
  await expect.poll(isGiven).toBe(true);
  await expectAccessible(page, 'my data with consent');
  await page.reload();
  await expect(box).toBeChecked();
  await box.uncheck();
  await expect.poll(isGiven).toBe(false);
});
