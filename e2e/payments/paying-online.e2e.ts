/** Paying online at the simulated gateway: connected by the owner, paid by guests, released when the kitchen rejects, refunded when it cooked. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { OrderId } from '#contract/base/ids.ts';
import { daysAround } from '#server/test/data/days-around.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { everyWidth, expectAccessible } from '../support/accessible.ts';
import { ordersOf } from '../support/checkout.ts';
import { addBurger, goToCheckout, openShop, shopAddress, signInGuest } from '../support/guest.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { expectWalk } from '../support/keyboard-walk.ts';
import { holdAnswers, loseAnswer, visit } from '../support/screen.ts';
import { type Call, desktop, expect, phone, type Place, test } from '../support/test.ts';

/** The kitchen can undo before money moves, so this takes half a minute of a real clock. */
const movedMs = 60_000;

test('the owner connects a gateway, a guest pays and is rejected, another is refunded in part', async ({
  openRestaurant,
  openWindow,
  call,
  complaints,
}) => {
  // A key that the gateway does not know, and a refund whose answer is lost.
  complaints.expect(/status of 409/);
  complaints.expect(/ERR_CONNECTION_RESET/);
  const place = await openRestaurant();
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await connect(office);

  const guest = await openWindow({ viewport: phone });
  await signInGuest(guest, place);
  await openShop(guest, shopAddress(place, 'pickup'));
  await expect(guest.getByText('Test mode: no money moves')).toBeVisible();
  await addBurger(guest, place);
  await goToCheckout(guest);
  await guest.getByRole('radio', { name: 'Pay online now' }).check();
  await expectAccessible(guest, 'checkout, paid online');
  const pay = guest.getByRole('button', { name: /^Pay AED/ });
  await pay.click();
  const payAtGateway = guest.getByRole('button', { name: 'Pay', exact: true });
  await expect(payAtGateway).toBeVisible();

  // Back from the gateway's page, the guest finds the way on, and the way to another order.
  await guest.goBack();
  await guest.getByRole('link', { name: 'To the payment' }).click();
  await expect(guest.getByText('Waiting for your payment')).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('link', { name: 'Go on paying' })).toBeVisible();
  await expectAccessible(guest, 'a payment that is waited for');
  await guest.getByRole('button', { name: 'Change the order' }).click();
  await expect(guest.getByRole('heading', { name: 'Your order', level: 1 })).toBeVisible();
  expect(await ordersOf(call, place)).toEqual([]);

  await pay.click();
  await payAtGateway.click();
  await expect(guest.getByText('Your order has been sent')).toBeVisible();
  const [order, ...others] = await ordersOf(call, place);
  expect(others).toEqual([]);
  expect(order!.paymentMethod).toBe('online on pickup');
  await guest.getByRole('link', { name: 'Track order' }).click();
  await expect(guest.getByText(/ is held\. You pay it when the restaurant accepts/)).toBeVisible();
  await expectAccessible(guest, 'an order whose money is held');

  const other = await otherGuestPays(call, place);
  const stranger = await openWindow({ viewport: phone });
  await stranger.goto(`/${place.slug}/payment/${other.reference}`);
  await expect(stranger.getByText(`Your order #${other.orderName} is placed`)).toBeVisible();
  await expectAccessible(stranger, 'a payment on another device');
  await stranger.goto(`/${place.slug}/payment/nonsense`);
  complaints.expect(/status of 404/);
  await expect(stranger.getByText('We do not know this payment')).toBeVisible();

  await move(call, place, order!._id, 'Cancelled');
  await move(call, place, other.orderId, 'Confirmed');
  await expect(guest.getByText(/is being released\. Nothing is charged/)).toBeVisible();
  await expect(guest.getByText(/^Nothing was charged\. .* is released\.$/)).toBeVisible({ timeout: movedMs });

  await office.goto(`/dashboard/orders/${order!._id}`);
  const payment = office.getByRole('region', { name: 'Payment', exact: true });
  await expect(payment.getByRole('status')).toContainText('Released');
  await visit(office, `/dashboard/orders/${other.orderId}`);
  await expect(payment.getByRole('listitem')).toHaveText(
    [/AED\s44\.10 held/, /AED\s44\.10 charged/, /AED\s1\.28 kept by the gateway/],
    { timeout: movedMs },
  );
  await refundInPart(office);
  await expect(payment.getByRole('status')).toContainText('Refunded in part');
  await expect(payment.getByRole('listitem').last()).toContainText('Cold soup');
  await expectAccessible(office, 'an order that was refunded in part', { hasDark: true });

  const arabic = await openWindow({ viewport: desktop, locale: 'ar-AE' });
  await signInWithToken(arabic, place.owner.token);
  await showPayout(office, arabic, other);

  await guest.goto(`/${place.slug}/order/${other.orderId}/receipt`);
  const refunds = guest.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByRole('term').first()).toHaveText(/^Refunded on \d+ \w+ \d{4}, \d\d:\d\d$/);
  await expect(refunds.getByRole('definition')).toHaveText([/^AED\s4\.10$/, /^AED\s40\.00$/]);
  await expect(refunds).toContainText('The VAT above is that of the order before refunds.');
  await expectAccessible(guest, 'a receipt with a refund');
  await guest.emulateMedia({ media: 'print' });
  await expect(refunds).toBeVisible();
});

async function connect(office: Page): Promise<void> {
  await office.goto('/dashboard/online-payments');
  const open = office.getByRole('button', { name: 'Connect a gateway' });
  await expect(open).toBeVisible();
  await expectAccessible(office, 'online payments, none connected', { hasDark: true });
  await office.setViewportSize(desktop);
  await open.click();
  const dialog = office.getByRole('dialog', { name: 'Connect a gateway' });
  const key = dialog.getByRole('textbox', { name: 'Secret key' });
  const submit = dialog.getByRole('button', { name: 'Connect', exact: true });
  await submit.click();
  await expect(dialog.getByText('Paste the secret key')).toBeVisible();
  await key.fill('pk_live_of_somebody');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(ownersPassword);
  await submit.click();
  await expect(dialog.getByText(/^Stripe does not accept this key/)).toBeVisible();
  await expectAccessible(office, 'connecting a gateway', { hasDark: true });
  await office.setViewportSize(desktop);
  await key.fill(`sk_test_${randomUUID().replaceAll('-', '')}`);
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(office.getByRole('heading', { name: 'Stripe is connected' })).toBeVisible();
  await expect(office.getByText('Test mode: guests pay online, but no money moves.')).toBeVisible();
  await expectAccessible(office, 'online payments, connected', { hasDark: true });
}

/** A guest without a window of their own pays for the special. */
async function otherGuestPays(call: Call, place: Place) {
  const order = pickupOrder(place, [{ itemId: place.items.special, quantity: 1 }], 44.1, {
    paymentMethod: 'online on pickup',
  });
  const idempotencyKey = randomUUID();
  const begun = await call('POST /order/begin-payment', { body: { order }, idempotencyKey }, place.guest.token);
  const { reference, url } = begun.payment;
  await fetch(url!, { method: 'POST', body: new URLSearchParams({ card: 'succeeds' }), redirect: 'manual' });
  const state = () => call('GET /order/payment-state/:reference', { params: { reference } }, place.guest.token);
  await expect.poll(async () => (await state()).payment.state).toBe('authorised');
  const { orderId, orderName } = (await state()).payment;
  return { reference, orderId: orderId!, orderName: orderName!, gateway: new URL(url!).origin };
}

/** The gateway transfers what it has to the bank, and the owner reads of which payments it is; in Arabic by keyboard. */
async function showPayout(
  office: Page,
  arabic: Page,
  { gateway, orderName }: { gateway: string; orderName: string },
): Promise<void> {
  await office.goto('/dashboard/reports?tab=payments&range=today');
  const payouts = office.getByRole('region', { name: 'Payouts' });
  await expect(payouts).toContainText('No payout arrives in these days.');
  await fetch(`${gateway}/payouts`, { method: 'POST', redirect: 'manual' });
  const { from, to } = daysAround(new Date().toISOString());
  const address = `/dashboard/reports?tab=payments&range=custom&from=${from}&to=${to}`;
  await office.goto(address);
  await payouts.getByRole('button', { name: /^Show payments of / }).click();
  const entries = payouts.getByRole('listitem').getByRole('listitem');
  await expect(entries).toHaveText([
    new RegExp(`^#${orderName}Paid.*AED\\s1\\.28 kept by the gateway.*AED\\s44\\.10$`),
    new RegExp(`^#${orderName}Refunded.*AED\\s4\\.10$`),
  ]);
  await expect(payouts).toContainText(/AED\s40\.00 less AED\s1\.28 of fees is AED\s38\.72\./);
  await expectAccessible(office, 'a payout with its payments', { hasDark: true, widths: everyWidth });

  await arabic.goto(address);
  const show = arabic.getByRole('button', { name: /^عرض الدفعات، / });
  await show.focus();
  await arabic.keyboard.press('Enter');
  const order = arabic.getByRole('link', { name: `#${orderName}` }).first();
  await expect(order).toBeVisible();
  await arabic.keyboard.press('Tab');
  await expect(order).toBeFocused();
  await expectWalk(arabic, 'a payout with its payments', 8);
  await expectAccessible(arabic, 'a payout with its payments, in Arabic', { hasDark: true, widths: everyWidth });
}

async function move(call: Call, place: Place, orderId: OrderId, status: 'Confirmed' | 'Cancelled'): Promise<void> {
  const reason = status === 'Cancelled' ? { reason: 'too_busy' } : {};
  await call('POST /order/update-order-status', { body: { orderId, status, ...reason } }, place.owner.token);
}

async function refundInPart(office: Page): Promise<void> {
  const open = office.getByRole('button', { name: 'Refund', exact: true });
  await open.click();
  const dialog = office.getByRole('dialog');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue('44.10');
  await amount.fill('44.11');
  await expect(dialog.getByText(/^At most AED\s44\.10 can be refunded\.$/)).toBeVisible();
  await expectAccessible(office, 'refunding', { hasDark: true });
  await office.setViewportSize(desktop);
  const refund = async () => {
    await amount.fill('4.10');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Cold soup');
    await dialog.getByRole('button', { name: /^Refund AED\s4\.10$/ }).click();
  };
  await loseAnswer(office, '**/order/refund/*');
  const goOn = await holdAnswers(office, '**/order/payment/*');
  await refund();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Network error' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  // Asked for again in another dialog, it is the same refund. What is left arrives while the dialog is open.
  await open.click();
  await expect(amount).toHaveValue('44.10');
  goOn();
  await expect(amount).toHaveValue('40.00');
  await expect(amount).toBeFocused();
  await office.keyboard.type('4.10');
  await expect(amount).toHaveValue('4.10');
  await refund();
  await expect(dialog).toBeHidden();
}
