/** The money after the order: one payment is taken and stands in the report, the other is lost at the gateway and told above every page. */
import { randomUUID } from 'node:crypto';
import { pickupOrder } from '#server/test/data/orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { expectAccessible } from '../support/accessible.ts';
import { signInWithToken } from '../support/kitchen.ts';
import { visit } from '../support/screen.ts';
import { type Call, desktop, expect, type Place, test } from '../support/test.ts';

/** The kitchen can undo before money moves, so this takes half a minute of a real clock. */
const movedMs = 60_000;

test('a payment that was taken is in the report with its fee, and one that is lost is told until somebody has read it', async ({
  openRestaurant,
  openWindow,
  call,
}) => {
  const place = await openRestaurant();
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const connecting = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await call('POST /restaurant/connect-gateway', { body: connecting }, place.owner.token);
  const office = await openWindow({ viewport: desktop });
  await signInWithToken(office, place.owner.token);
  await office.goto('/dashboard/reports?tab=payments&range=today');
  await expect(office.getByText('No money in these days')).toBeVisible();
  await expectAccessible(office, 'a report of payments without any', { hasDark: true });
  await office.setViewportSize(desktop);

  const [taken, lost] = [await pay(call, place), await pay(call, place)];
  await loseAtGateway(lost.url, secretKey, async () => {
    for (const { orderId } of [taken, lost])
      await call('POST /order/update-order-status', { body: { orderId, status: 'Confirmed' } }, place.owner.token);
  });
  const payment = async () =>
    (await call('GET /order/payment/:id', { params: { id: taken.orderId } }, place.owner.token)).payment;
  await expect.poll(async () => (await payment())!.captured, { timeout: movedMs }).toBe(44.1);
  const problems = async () => (await call('GET /order/payment-problems', {}, place.owner.token)).problems;
  await expect
    .poll(async () => (await problems()).map(({ orderId }) => orderId), { timeout: movedMs })
    .toEqual([lost.orderId]);

  await office.reload();
  const row = office.getByRole('row').nth(1);
  await expect(row.getByRole('cell')).toHaveText(['0.00', '0.00', '44.10', '0.00', '0.00', '1.28', '42.82']);
  await expect(office.getByText(/^Some of this money went through a gateway in test mode/)).toBeVisible();
  const figure = row.getByRole('button', { name: /^Online, .*44\.10$/ });
  // The underline of the other reports: colour alone does not mark what opens a list.
  await expect(figure).toHaveCSS('text-decoration-line', 'underline');
  await figure.click();
  const behind = office.getByRole('region', { name: /^Online, / });
  await expect(behind.getByRole('listitem')).toHaveText([/^#1.*AED\s44\.10$/]);
  await expectAccessible(office, 'a report of payments', { hasDark: true, widths: [375, 768, 1280] });
  await office.setViewportSize(desktop);
  await behind.getByRole('link', { name: '#1' }).click();
  await expect(office.getByRole('region', { name: 'Payment', exact: true })).toContainText(
    /AED\s1\.28 kept by the gateway/,
  );

  const band = office.getByRole('alert').filter({ hasText: 'Order #2 was accepted' });
  await expect(band).toContainText(/no longer holds its AED\s44\.10\. The guest has not paid\./);
  await band.getByRole('link', { name: 'Show order' }).click();
  await expect(office.getByText(/^The gateway no longer holds this money/)).toBeVisible();
  await expectAccessible(office, 'an order whose money is lost', { hasDark: true });
  await office.setViewportSize(desktop);
  await visit(office, '/dashboard/record');
  const entry = office.getByRole('listitem').filter({ hasText: 'the money of an accepted order is gone' });
  await entry.getByRole('link', { name: 'Open the order' }).click();
  await expect(office.getByRole('heading', { name: /#2/, level: 1 })).toBeVisible();
  await band.getByRole('button', { name: 'Got it' }).click();
  await expect(band).toBeHidden();
});

/** @returns the order, and the gateway's page where it was paid. */
async function pay(call: Call, place: Place) {
  const items = [{ itemId: place.items.special, quantity: 1 }];
  const order = pickupOrder(place, items, 44.1, { paymentMethod: 'online on pickup' });
  const idempotencyKey = randomUUID();
  const begun = await call('POST /order/begin-payment', { body: { order }, idempotencyKey }, place.guest.token);
  const { reference, url } = begun.payment;
  await fetch(url!, { method: 'POST', body: new URLSearchParams({ card: 'succeeds' }), redirect: 'manual' });
  const state = () => call('GET /order/payment-state/:reference', { params: { reference } }, place.guest.token);
  await expect.poll(async () => (await state()).payment.state).toBe('authorised');
  return { orderId: (await state()).payment.orderId!, url: url! };
}

/** Accepts the orders, and has the gateway let the money of one go before it is taken. */
async function loseAtGateway(page: string, secretKey: string, accept: () => Promise<void>): Promise<void> {
  const { origin, pathname } = new URL(page);
  const headers = { authorization: `Bearer ${secretKey}` };
  const sessionId = pathname.slice('/pay/'.length);
  const session = await (await fetch(`${origin}/v1/checkout/sessions/${sessionId}`, { headers })).json();
  await accept();
  const { payment_intent: intent } = session as { payment_intent: string };
  await fetch(`${origin}/v1/payment_intents/${intent}/cancel`, { method: 'POST', headers });
}
