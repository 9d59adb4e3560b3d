/** A courier company: connected by the owner, sent with an order by the kitchen, followed by everybody to the door (decision 102). */
import { wordsOf } from '../../storefront/words/all-words.ts';
import { startCourierCompany } from '../../scripts/courier-company/start-courier-company.ts';
import { expectAccessible } from '../support/accessible.ts';
import { readyDelivery } from '../support/drivers.ts';
import { signInGuest } from '../support/guest.ts';
import { openLiveOrders, orderDetails, orderOf, row } from '../support/kitchen.ts';
import { chooseAction } from '../support/row-menu.ts';
import { visit } from '../support/screen.ts';
import { expect, phone, test } from '../support/test.ts';

const tablet = { width: 768, height: 1024 };

test('an owner connects a courier company, and an order goes with its courier', async ({
  call,
  db,
  openRestaurant,
  openWindow,
}) => {
  test.setTimeout(300_000);
  const company = await startCourierCompany();
  try {
    const place = await openRestaurant();
    await db
      .updateTable('outlets')
      .set({ address_location: '4 Kitchen Road', address_area: 'Marina' })
      .where('id', '=', place.outletId)
      .execute();
    const office = await openWindow({ viewport: phone });
    await openLiveOrders(office, place);
    await visit(office, '/dashboard/drivers');
    await office.getByRole('link', { name: 'Courier companies' }).click();
    await expect(office.getByText('No courier company')).toBeVisible();
    await expectAccessible(office, 'no courier companies', { hasDark: true });
    await office.getByRole('button', { name: 'Connect a company' }).click();
    const dialog = office.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(dialog.getByText('Enter the secret')).toBeVisible();
    await dialog.getByLabel('Name').fill('Swift');
    await dialog.getByLabel('Address of its API').fill(company.url);
    await dialog.getByLabel('Your ID at the company').fill('harbour-1');
    await dialog.getByLabel('Client ID').fill(place.canary);
    await dialog.getByLabel('Client secret').fill('a secret of the company');
    await dialog.getByRole('switch', { name: 'Its couriers take cash and cards at the door' }).check();
    await expectAccessible(office, 'a new courier company', { hasDark: true });
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await expect(office.getByText('Takes cash and cards')).toBeVisible();

    const order = await readyDelivery(call, place);
    const kitchen = await openWindow({ viewport: tablet });
    await openLiveOrders(kitchen, place);
    const details = orderDetails(kitchen);
    const sending = kitchen.getByRole('dialog', { name: 'Send with Swift' });
    // A tablet shows the only order by itself; a phone, whose layout may have been the last, has it opened.
    const openDetails = async () => {
      await kitchen.setViewportSize(tablet);
      await expect(details.or(row(kitchen, 1)).first()).toBeVisible();
      if (!(await details.isVisible())) await row(kitchen, 1).click();
      await expect(details).toBeVisible();
    };
    const openSending = async () => {
      await openDetails();
      await details.getByRole('button', { name: 'Send with a courier' }).press('Enter');
      await kitchen.getByRole('menuitem', { name: 'Send with Swift' }).press('Enter');
      await expect(sending.getByRole('status')).toHaveText(/AED\s12\.00 · about 35 minutes to the door/);
    };
    await openSending();
    await expectAccessible(kitchen, 'the price of a courier', { hasDark: true });
    // Another layout draws the order anew, with the dialog or without.
    await kitchen.keyboard.press('Escape');
    await expect(sending).toBeHidden();
    await openSending();
    await sending.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(sending).toBeHidden();
    await openDetails();
    await expect(details.getByText('Looking for a courier')).toBeVisible();
    expect(company.deliveries).toHaveLength(1);
    const { orderId } = company.deliveries[0]!;

    company.advance(orderId, 'ASSIGNED');
    await expect(details.getByText('A courier is coming to you · Courier: Karim')).toBeVisible();
    await expect(details.getByRole('link', { name: 'Call the courier' })).toHaveAttribute('href', 'tel:+971509998877');
    // So high that the bar at the bottom lies over nothing.
    await expectAccessible(kitchen, 'a courier who comes', { hasDark: true, height: 1600 });
    await kitchen.setViewportSize(tablet);
    await openDetails();

    const guest = await openWindow({ viewport: phone, locale: 'ar', timezoneId: 'Asia/Dubai' });
    const words = wordsOf.ar;
    await signInGuest(guest, place);
    await guest.goto(`/${place.slug}/order/${order._id}?lang=ar`);
    company.advance(orderId, 'IN_TRANSIT');
    await expect(guest.getByRole('link', { name: words.way.follow })).toHaveAttribute(
      'href',
      `https://couriers.test/follow/${orderId}`,
      { timeout: 40_000 },
    );
    await expect(guest.getByText(words.way.code)).toBeHidden();
    await expectAccessible(guest, 'an order with a courier', { hasDark: true });
    await expect(details.getByText(/^Out with Swift since/)).toBeVisible();

    company.advance(orderId, 'DELIVERED');
    await expect(guest.getByRole('heading', { name: words.way.title })).toBeHidden();
    const done = await orderOf(call, place, order._id);
    expect([done.status, done.delivery?.proof, done.delivery?.courier?.fee]).toEqual(['Completed', 'courier', 12]);
    await visit(kitchen, `/dashboard/orders/${order._id}`);
    await expect(kitchen.getByText('As the courier company says')).toBeVisible();

    await office.setViewportSize(tablet);
    await chooseAction(office, 'Remove', 'Swift');
    await office.getByRole('dialog', { name: /Swift/ }).getByRole('button', { name: 'Remove' }).click();
    await expect(office.getByText('No courier company')).toBeVisible();
  } finally {
    await company.close();
  }
});
