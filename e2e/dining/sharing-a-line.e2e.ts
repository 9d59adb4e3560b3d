/** Two guests share two burgers that one of them ordered, in two languages; the owner says where guests pay online (decision 92). */
import { randomUUID } from 'node:crypto';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { wordsOf } from '../../storefront/words/all-words.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { addBurger, amountOf } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { openTables } from '../support/restaurant.ts';
import { desktop, expect, phone, test } from '../support/test.ts';

test.use({ viewport: phone });

const pathOf = (address: string) => new URL(address).pathname;

test('each guest pays one of two burgers, until the owner wants to be paid by hand', async ({
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
  const body = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await call('POST /restaurant/connect-gateway', { body }, token);
  const [table] = await openTables(call, place, ['12']);
  const omar = await openWindow({ viewport: phone, locale: 'ar' });
  await omar.goto(`${pathOf(table!.address)}?lang=ar`);
  await sara.goto(pathOf(table!.address));
  await addBurger(sara, place, 2);
  await sara.getByRole('link', { name: /^View basket/ }).click();
  await sara.getByRole('button', { name: 'Review order' }).click();
  await sara.getByRole('radio', { name: 'Cash at the table' }).check();
  await sara.getByRole('button', { name: /^Place order/ }).click();
  await expect(sara.getByText('Your order has been sent')).toBeVisible();

  // 43.75 and 5 % are 45.94.
  const { ar } = wordsOf;
  await omar.goto(`/${place.slug}/payment/table?lang=ar`);
  await omar.getByRole('radio', { name: ar.bill.choices.some }).check();
  const burgers = omar.getByRole('checkbox', { name: place.named('burger ar') });
  await expect(burgers).toHaveCount(2);
  // By keyboard alone.
  await burgers.nth(1).focus();
  await omar.keyboard.press('Space');
  await expect(burgers.nth(1)).toBeChecked();
  const pay = omar.getByRole('button', { name: /22\.97/ });
  await expectAccessible(omar, 'portions of a bill, in Arabic', { hasDark: true, widths: everyWidth });
  await omar.setViewportSize(phone);
  await pay.focus();
  await omar.keyboard.press('Enter');
  await omar.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(omar.getByText(/22\.97/)).toBeVisible();

  await sara.goto(`/${place.slug}/payment/table`);
  await expect(amountOf(sara, 'Left to pay')).toHaveText(/^AED\s22\.97$/);
  const lines = sara.getByRole('region', { name: /1$/ }).getByRole('listitem');
  await expect(lines).toHaveText([/^1 ×.*AED\s22\.97$/, /^1 ×.*Paid.*AED\s22\.97$/]);
  await expectAccessible(sara, 'a bill of which a portion is paid', { widths: everyWidth });
  await sara.setViewportSize(phone);

  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, token);
  await office.goto('/dashboard/online-payments');
  const where = office.getByRole('region', { name: 'Where guests can pay online' });
  const atTables = where.getByRole('switch', { name: new RegExp(`^${place.outletName}: At tables$`) });
  await expect(atTables).toBeChecked();
  await atTables.focus();
  await office.keyboard.press('Space');
  await expect(office.getByText('Saved')).toBeVisible();
  await expect(atTables).not.toBeChecked();
  await expectAccessible(office, 'where guests can pay online', { hasDark: true, widths: everyWidth });
  await expect(sara.getByText(wordsOf.en.bill.payWaiter)).toBeVisible();
  await expect(sara.getByRole('button', { name: /^Pay/ })).toBeHidden();
  await office.setViewportSize(desktop);
  await atTables.click();
  await expect(sara.getByRole('button', { name: /^Pay AED\s22\.97$/ })).toBeVisible();
});
