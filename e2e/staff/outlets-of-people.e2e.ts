/** People who work at some of the outlets (ST-03): the owner chooses them, and they see nothing of the others. */
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { placeOrder, signInWithToken } from '../support/kitchen.ts';
import { addOffer } from '../support/offers.ts';
import { visit } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('a person at one outlet sees its orders and settings, and nothing of the other', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
  complaints,
}) => {
  // 401 for the ended session, and 404 for an order of another outlet.
  complaints.expect(/status of 40[14]/);
  const place = await openRestaurant();
  const { outlet } = await call('POST /outlet/clone-outlet/:id', { params: { id: place.outletId } }, place.owner.token);
  const params = { id: outlet._id };
  await call('PUT /outlet/update-outlet/:id', { params, form: { name: place.named('Harbour') } }, place.owner.token);
  const order = await placeOrder(call, place);
  const { userId, token: before } = await makeOwner(db, place.id, 'manager');
  await db.updateTable('users').set({ first_name: 'Omar', last_name: 'Nasser' }).where('id', '=', userId).execute();

  await signInWithToken(page, place.owner.token);
  await page.goto('/dashboard/staff');
  await page.getByRole('button', { name: 'Outlets of Omar Nasser: All outlets' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where does Omar Nasser work?' });
  await dialog.getByRole('switch', { name: 'All outlets, including future ones' }).uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Choose at least one outlet')).toBeVisible();
  await dialog.getByRole('checkbox', { name: place.named('Harbour') }).check();
  await expectAccessible(page, 'the outlets of a colleague', { hasDark: true });
  await page.setViewportSize(desktop);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved: they log in again')).toBeVisible();
  await expect(page.getByRole('button', { name: `Outlets of Omar Nasser: ${place.named('Harbour')}` })).toBeVisible();
  await expectAccessible(page, 'staff with outlets', { hasDark: true });
  await page.setViewportSize(desktop);
  // An invitation offers the same choice.
  await page.getByRole('button', { name: 'Invite' }).first().click();
  const inviting = page.getByRole('dialog', { name: 'Invite a team member' });
  await inviting.getByRole('radio', { name: 'Owner' }).check();
  await expect(inviting.getByRole('switch', { name: /All outlets/ })).toHaveCount(0);
  await inviting.getByRole('radio', { name: 'Staff' }).check();
  await inviting.getByLabel('Email').fill(`mona.${place.canary}@example.test`);
  await inviting.getByRole('switch', { name: /All outlets/ }).uncheck();
  await inviting.getByRole('checkbox', { name: place.outletName }).check();
  await inviting.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Staff, ${place.outletName}, invited by Sara Khan.`)).toBeVisible();

  const member = await openWindow({ viewport: phone });
  await signInWithToken(member, before);
  await member.goto('/dashboard');
  await expect(member.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  const again = await makeOwner(db, place.id, 'manager', [outlet._id]);
  const other = await openWindow({ viewport: desktop });
  await signInWithToken(other, again.token);
  await other.goto('/dashboard/outlets');
  await expect(other.getByRole('heading', { name: 'Outlets (1)' })).toBeVisible();
  await expect(other.getByText(place.outletName)).toHaveCount(0);
  await expect(other.getByRole('link', { name: 'Add outlet' })).toHaveCount(0);
  await visit(other, '/dashboard/orders/live');
  await expect(other.getByText('Connected', { exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: `#${order.orderNumber}` })).toHaveCount(0);
  await visit(other, `/dashboard/orders/${order._id}`);
  await expect(other.getByText(place.guest.name)).toHaveCount(0);
  await visit(other, '/dashboard/items');
  await expect(other.getByRole('row').filter({ hasText: place.named('burger') })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Add item' })).toHaveCount(0);
});

test('people of one outlet read the offers, and are told whose the pages of the whole restaurant are', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  const offer = await addOffer(call, place);
  const { token } = await makeOwner(db, place.id, 'manager', [place.outletId]);
  await signInWithToken(page, token);
  await page.goto('/dashboard/offers');
  await expect(page.getByRole('cell', { name: '10% off' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^(A tenth off|Add offer)$/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /A tenth off/ })).toHaveCount(0);
  for (const address of [
    'offers/create',
    `offers/edit?id=${offer._id}`,
    'drivers/cash',
    'outlets/create/basic-info',
    'items/create',
    'menus/create',
    'modifier-lists/create',
  ]) {
    await visit(page, `/dashboard/${address}`);
    await expect(page.getByRole('heading', { level: 1, name: "You can't use this page" })).toBeVisible();
    await expect(page.getByText('It is for owners, and for managers of all outlets.')).toBeVisible();
  }
  await visit(page, '/dashboard/branding');
  await expect(page.getByText('Only owners, and managers of all outlets, can change the branding.')).toBeVisible();
});

test('people whose outlets were all deleted are told whom to ask, and not to create one', async ({
  page,
  openRestaurant,
  call,
  db,
}) => {
  const place = await openRestaurant();
  const params = { id: place.outletId };
  await call('POST /outlet/clone-outlet/:id', { params }, place.owner.token);
  const { token } = await makeOwner(db, place.id, 'manager', [place.outletId]);
  await call('DELETE /outlet/delete-outlet/:id', { params, body: { password: ownersPassword } }, place.owner.token);
  await signInWithToken(page, token);
  const orderPages = ['/orders/live', '/orders/kitchen', '/orders/new', '/settings', '/inventory'];
  for (const address of ['', '/outlets', '/printers/create', '/alarms', ...orderPages]) {
    await visit(page, `/dashboard${address}`);
    await expect(page.getByRole('heading', { name: 'You work at no outlet now' })).toBeVisible();
    await expect(page.getByText('Ask an owner to choose your outlets.')).toBeVisible();
    await expect(page.getByText(/create .* outlet/i)).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Go to Outlets' })).toHaveCount(0);
    await expect(page.getByText('No device will ring')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Sold out/ })).toHaveCount(0);
  }
});
