/** Two phones at one table pay their own dishes online, and the staff see what is paid (docs/decisions/0082). */
import { randomUUID } from 'node:crypto';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { addBurger, addWater, amountOf } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { openTables } from '../support/restaurant.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const pathOf = (address: string) => new URL(address).pathname;

test('two phones pay a table, each their own dishes', async ({
  page: sara,
  call,
  complaints,
  openRestaurant,
  openWindow,
}) => {
  // The gateway's page has no icon.
  complaints.expect(/favicon/);
  const place = await openRestaurant();
  const { token } = place.owner;
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  await call(
    'POST /restaurant/connect-gateway',
    { body: { kind: 'stripe', secretKey, password: ownersPassword } },
    token,
  );
  await call('POST /restaurant/update-settings', { body: { tipModes: ['dine-in'], tipPercents: [10] } }, token);
  const [table] = await openTables(call, place, ['12']);
  const omar = await openWindow({ viewport: phone });
  await sara.goto(pathOf(table!.address));
  await addBurger(sara, place);
  await omar.goto(pathOf(table!.address));
  await addWater(omar, place);
  await omar.getByRole('link', { name: /^View basket/ }).click();
  await omar.getByRole('button', { name: 'Review order' }).click();
  await omar.getByRole('radio', { name: 'Cash at the table' }).check();
  await omar.getByRole('button', { name: /^Place order/ }).click();
  await expect(omar.getByText('Your order has been sent')).toBeVisible();

  // Omar pays his water, with a tip of a tenth.
  await omar.getByRole('link', { name: 'See and pay the bill' }).click();
  await expect(amountOf(omar, 'Left to pay')).toHaveText(/^AED\s32\.81$/);
  await omar.getByRole('radio', { name: /^My dishes/ }).check();
  const tips = omar.getByRole('radiogroup', { name: 'Tip' });
  await tips.getByRole('radio', { name: 'Other amount' }).check();
  const own = omar.getByRole('textbox', { name: 'Tip in AED' });
  await own.fill('1,250');
  await omar.getByRole('button', { name: /^Pay AED/ }).click();
  await expect(own).toBeFocused();
  await expect(own).toHaveAccessibleDescription('Use an amount such as 5.00');
  await tips.getByRole('radio', { name: /^10%/ }).check();
  await expectAccessible(omar, 'the bill of a table', { hasDark: true });
  await omar.setViewportSize(phone);
  await omar.getByRole('button', { name: /^Pay AED\s6\.35$/ }).click();
  await expect(omar.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();

  // Sara sees that he is paying, and cannot pay his water meanwhile.
  await sara.goto(`/${place.slug}/payment/table`);
  const order = sara.getByRole('region', { name: /1$/ });
  await expect(order.getByRole('listitem').filter({ hasText: 'Being paid' })).toContainText(place.named('water'));
  await expect(sara.getByRole('radio', { name: /^Everything that is open/ })).toBeChecked();
  await omar.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(omar.getByText(/^AED\s6\.35 is paid\. Thank you!$/)).toBeVisible();
  await expectAccessible(omar, 'a payment at a table');
  await expect(amountOf(sara, 'Paid online')).toHaveText(/^AED\s5\.77$/);

  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, token);
  await office.goto(`/dashboard/outlets/edit/ordering-services/contactless-dining?id=${place.outletId}`);
  await expect(office.getByText(/^AED\s5\.77 of AED\s32\.81 paid online\./)).toBeVisible();
  await office.getByRole('button', { name: 'Clear table 12', exact: true }).click();
  const asked = office.getByRole('dialog', { name: 'Clear table 12?' });
  await expect(asked).toContainText(/AED\s27\.04 of AED\s32\.81 is not paid online\./);
  await asked.getByRole('button', { name: 'Cancel' }).click();

  // Sara ticks her burger, which is all that is left, changes her mind at the gateway, and pays.
  await sara.getByRole('radio', { name: 'Let me choose' }).check();
  await expect(sara.getByRole('button', { name: 'Choose what you pay' })).toBeDisabled();
  await sara.getByRole('checkbox', { name: place.named('burger') }).check();
  await sara.getByRole('button', { name: /^Pay AED\s27\.04$/ }).click();
  await expect(sara.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  await sara.goto(`/${place.slug}/payment/table`);
  await expect(sara.getByText(/^You have begun to pay AED\s27\.04\.$/)).toBeVisible();
  await expectAccessible(sara, 'a bill that is being paid');
  await sara.getByRole('button', { name: 'Choose again' }).click();
  await sara.getByRole('button', { name: /^Pay AED\s27\.04$/ }).click();
  await sara.getByRole('button', { name: 'Pay', exact: true }).click();
  await sara.getByRole('link', { name: 'Back to the bill' }).click();
  await expect(sara.getByText('Everything is paid. Thank you!')).toBeVisible();
  await expect(office.getByText(/^AED\s32\.81 of AED\s32\.81 paid online\./)).toBeVisible();
});
