/** An owner closes the restaurant and reopens it: the views of owner, guests and platform (AC-09). */
import { readFile } from 'node:fs/promises';
import { makeOffboardingOwner } from '#server/test/data/offboarding.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeAdmin, ownersPassword } from '#server/test/data/restaurant.ts';
import { filesOf } from '#server/test/data/zip-files.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInGuest, openShop, shopAddress } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { giveProof } from '../support/proof.ts';
import { toastWith } from '../support/screen.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: desktop });

test('a restaurant is closed, its data exported, and opened again', async ({
  page,
  openRestaurant,
  openWindow,
  call,
  db,
  complaints,
}) => {
  // 400 for refusals, 410 for the closed restaurant.
  complaints.expect(/status of (400|410)/);
  const place = await openRestaurant();
  const owner = await makeOffboardingOwner(db, place.id);
  const body = pickupOrder(place, [{ itemId: place.items.water, quantity: 1 }], 5.78);
  const { order } = await call('POST /order/create-order', { body }, place.guest.token);

  await signInWithToken(page, owner.token);
  await page.goto('/dashboard/account');
  await page.getByRole('link', { name: 'Close the restaurant' }).click();
  await expect(page.getByRole('heading', { name: 'Close the restaurant', level: 1 })).toBeFocused();
  await expect(page.getByText('1 order is still open.')).toBeVisible();
  await expectAccessible(page, 'closing with an open order');
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) {
    await call('POST /order/update-order-status', { body: { orderId: order._id, status } }, owner.token);
  }
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByLabel('Name of the restaurant').fill('Another Kitchen');
  await page.getByRole('textbox', { name: 'Your password' }).fill(ownersPassword);
  await page.getByRole('button', { name: `Close ${place.name}` }).click();
  await expect(page.getByText(`Type ${place.name}`)).toHaveClass(/Mui-error/);
  await expectAccessible(page, 'closing', { hasDark: true });
  await page.setViewportSize(desktop);
  await page.getByLabel('Name of the restaurant').fill(place.name);
  await page.getByRole('button', { name: `Close ${place.name}` }).click();
  const isClosed = page.getByRole('heading', { name: `${place.name} is closed`, level: 1 });
  await expect(isClosed).toBeVisible();

  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  const gone = await guest.goto(`/${place.slug}/menu`);
  expect(gone!.status()).toBe(410);
  await expect(guest.getByRole('heading', { name: `${place.name} is closed` })).toBeVisible();
  await expectAccessible(guest, 'site of a closed restaurant');
  await guest.goto(`/${place.slug}/menu?lang=ar`);
  await expect(guest.getByRole('heading', { name: `${place.name} مغلق` })).toBeVisible();
  await expectAccessible(guest, 'site of a closed restaurant in Arabic');
  await guest.goto(`/${place.slug}/order/${order._id}?lang=en`);
  await expect(guest.getByText('Your order has been collected').first()).toBeVisible();

  const admin = await openWindow({ viewport: desktop });
  await signInWithToken(admin, (await makeAdmin(db)).token, 'admin');
  await admin.goto(`/dashboard/resturants?search=${place.canary}`);
  await expect(admin.getByRole('row').filter({ hasText: place.name })).toContainText('By its owner. Erased on ');

  // A sign-in leads to that page alone.
  const office = await openWindow({ viewport: phone });
  await office.goto('/login');
  await office.getByLabel('Email').fill(owner.email);
  await office.getByRole('textbox', { name: 'Password' }).fill(ownersPassword);
  await office.getByRole('button', { name: 'Log in' }).click();
  await expect(office.getByRole('heading', { name: `${place.name} is closed`, level: 1 })).toBeVisible();
  await expectAccessible(office, 'closed restaurant', { hasDark: true });
  const download = office.waitForEvent('download');
  await office.getByRole('button', { name: 'Export everything' }).click();
  await giveProof(office, 'Export');
  const file = await download;
  expect(file.suggestedFilename()).toBe(`${place.slug}.zip`);
  const files = filesOf(await readFile(await file.path()));
  expect([...files.keys()]).toEqual(expect.arrayContaining(['restaurant.json', 'orders.csv', 'items.jsonl']));
  expect(files.get('orders.jsonl')).toContain(order._id);

  await office.getByRole('button', { name: 'Open it again' }).click();
  await expect(toastWith(office, 'The restaurant is open again')).toBeVisible();
  await expect(office.getByRole('heading', { name: 'Get Started', level: 1 })).toBeVisible();
  await page.reload();
  await expect(isClosed).toBeHidden();
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByRole('main').getByRole('link', { name: place.named('water') })).toBeVisible();
  const again = await call('POST /order/create-order', { body }, place.guest.token);
  expect(again.order.status).toBe('New');
});
