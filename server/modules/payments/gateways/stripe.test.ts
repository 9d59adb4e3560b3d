import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Currency } from '#contract/base/currency-digits.ts';
import type { PaymentId, RefundId, RestaurantId } from '#contract/base/ids.ts';
import { fromMajor, minorUnits } from '#contract/base/money.ts';
import { openNotificationInbox, openPaymentGateway } from '#server/test/servers/payment-gateway.ts';
import { type Gateway, GatewayFailed, NotGenuine, type PaymentAtGateway, type PaymentRequest } from '../gateway.ts';
import { connectStripe, stripeGateway } from './stripe.ts';

const returnUrl = 'https://orders.test/marina/payment/abc';

function requestOf(change: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    restaurantId: randomUUID() as RestaurantId,
    paymentId: randomUUID() as PaymentId,
    amount: minorUnits(1850),
    currency: 'AED',
    description: 'Order at Marina Kitchen',
    language: 'en',
    email: 'guest@example.test',
    returnUrl,
    notifyUrl: 'https://orders.test/api/v1/payments/notify',
    ...change,
  };
}

async function open(options?: { isStrict?: boolean }) {
  const simulator = await openPaymentGateway(options);
  const place = { url: simulator.url };
  const secretKey = simulator.newKey();
  const gateway = stripeGateway({ secretKey, notifications: '' }, place);
  return { simulator, place, gateway, secretKey };
}

async function beginAt(gateway: Gateway, request = requestOf()): Promise<{ url: string; payment: PaymentAtGateway }> {
  const { gatewayId, url } = await gateway.begin(request);
  const { paymentId, amount, currency } = request;
  return { url, payment: { paymentId, gatewayId, amount, currency } };
}

const refundOf = (amount: number) => ({ refundId: randomUUID() as RefundId, amount: minorUnits(amount) });

test('a payment lives from the page to its last refund, and each call may be repeated', async () => {
  const { simulator, gateway } = await open();
  const request = requestOf();
  const { url, payment } = await beginAt(gateway, request);
  expect(await gateway.begin(request)).toEqual({ gatewayId: payment.gatewayId, url });
  const none = { refunds: [], failedRefunds: [], fee: null, isDisputed: false };
  const nothing = { currency: 'AED', authorised: 0, captured: 0, ...none };
  expect(await gateway.look(payment)).toEqual({ ...nothing, stage: 'open' });

  simulator.pay(url, 'declined');
  expect(await gateway.look(payment)).toEqual({ ...nothing, stage: 'open' });
  simulator.pay(url, 'asks');
  expect(await gateway.look(payment)).toEqual({ ...nothing, stage: 'authorised', authorised: 1850 });

  await gateway.capture(payment);
  await gateway.capture(payment);
  // 29 per mille, as the simulator takes it.
  const captured = { ...nothing, stage: 'captured', authorised: 1850, captured: 1850, fee: 54 };
  expect(await gateway.look(payment)).toEqual(captured);

  const [first, second] = [refundOf(850), refundOf(1000)];
  await gateway.refund(payment, first);
  await gateway.refund(payment, first);
  expect(await gateway.look(payment)).toEqual({ ...captured, refunds: [first] });
  await gateway.refund(payment, second);
  const view = await gateway.look(payment);
  expect(view.refunds).toHaveLength(2);
  expect(view.refunds).toEqual(expect.arrayContaining([first, second]));
  await expect(gateway.refund(payment, refundOf(1))).rejects.toThrow(GatewayFailed);
  expect(simulator.ledger()).toMatchObject([
    { reference: payment.paymentId, authorised: 1850, captured: 1850, refunded: 1850, released: 0 },
  ]);
});

test('a refund that the bank returns has failed, and another one can be made', async () => {
  const { simulator, gateway, secretKey } = await open();
  const { url, payment } = await beginAt(gateway);
  simulator.pay(url);
  await gateway.capture(payment);
  const [first, second] = [refundOf(1850), refundOf(1850)];
  await gateway.refund(payment, first);
  simulator.returnRefunds(secretKey);
  expect(await gateway.look(payment)).toMatchObject({ refunds: [], failedRefunds: [first.refundId] });
  await expect(gateway.refund(payment, first)).rejects.toThrow('has failed');
  await gateway.refund(payment, second);
  expect(await gateway.look(payment)).toMatchObject({ refunds: [second], failedRefunds: [first.refundId] });
});

test('a page that nobody has paid at is closed, as often as asked', async () => {
  const { simulator, gateway } = await open();
  const { url, payment } = await beginAt(gateway);
  await gateway.release(payment);
  await gateway.release(payment);
  expect((await gateway.look(payment)).stage).toBe('closed');
  expect(() => simulator.pay(url)).toThrow('expired');
  await expect(gateway.capture(payment)).rejects.toThrow(GatewayFailed);
});

test('money that is held is given back, as often as asked; captured money is not released', async () => {
  const { simulator, gateway } = await open();
  const [held, taken] = [await beginAt(gateway), await beginAt(gateway)];
  simulator.pay(held.url);
  await gateway.release(held.payment);
  await gateway.release(held.payment);
  expect(await gateway.look(held.payment)).toMatchObject({ stage: 'closed', authorised: 0, captured: 0 });

  simulator.pay(taken.url);
  await gateway.capture(taken.payment);
  await expect(gateway.release(taken.payment)).rejects.toThrow('refunded');
  expect(simulator.ledger()).toMatchObject([
    { captured: 0, released: 1850 },
    { captured: 1850, released: 0 },
  ]);
});

test('the call says amount, holding, language and ids, in the pinned version', async () => {
  const { simulator, gateway } = await open();
  const { payment } = await beginAt(gateway);
  const arabic = requestOf({ language: 'ar', email: null });
  await beginAt(gateway, arabic);
  const [call, second] = simulator.calls;
  expect(call).toMatchObject({
    path: '/v1/checkout/sessions',
    idempotencyKey: `${payment.paymentId}:begin`,
    version: '2026-10-28.endive',
    form: {
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'aed',
      'line_items[0][price_data][unit_amount]': '1850',
      'payment_intent_data[capture_method]': 'manual',
      'payment_intent_data[metadata][payment_id]': payment.paymentId,
      'metadata[payment_id]': payment.paymentId,
      client_reference_id: payment.paymentId,
      locale: 'en',
      customer_email: 'guest@example.test',
      success_url: returnUrl,
      cancel_url: returnUrl,
    },
  });
  expect(second!.form).toMatchObject({ locale: 'auto' });
  expect(second!.form).not.toHaveProperty('customer_email');
});

/** Written by hand: an amount as people say it, the gateway's own number for it, and a fee of 29 per mille in our minor units. */
test.each<[currency: Currency, said: string, charged: number, fee: number | null]>([
  ['AED', '18.50', 1850, 54],
  ['KWD', '46.500', 46_500, 1350],
  ['JPY', '1000', 1000, 29],
  // 43.50 crowns, of which there is no half.
  ['ISK', '1500', 150_000, null],
])('%s %s goes over the wire as %i and comes back', async (currency, said, charged, fee) => {
  const { simulator, gateway } = await open();
  const amount = fromMajor(said, currency);
  const { url, payment } = await beginAt(gateway, requestOf({ amount, currency }));
  simulator.pay(url);
  await gateway.capture(payment);
  await gateway.refund(payment, refundOf(amount));
  expect(await gateway.look(payment)).toMatchObject({ currency, authorised: amount, captured: amount, fee });
  expect(simulator.ledger()).toMatchObject([{ currency, authorised: charged, captured: charged, refunded: charged }]);
});

test('an amount that cannot be moved to its last digit is begun at no gateway', async () => {
  const { simulator, gateway } = await open();
  const impossible = [requestOf({ amount: minorUnits(0) }), requestOf({ amount: minorUnits(1505), currency: 'KWD' })];
  for (const request of impossible) {
    expect(gateway.canMove(request.amount, request.currency)).toBe(false);
    await expect(gateway.begin(request)).rejects.toThrow(GatewayFailed);
  }
  expect(gateway.canMove(minorUnits(1500), 'KWD')).toBe(true);
  expect(simulator.calls).toEqual([]);
});

test('an answer that was cut is asked for again, and the work is done once', async () => {
  const { simulator, gateway } = await open();
  const cutOnce = async (call: () => Promise<unknown>) => {
    simulator.setFaults({ cut: 1 });
    await expect(call()).rejects.toThrow(GatewayFailed);
    simulator.setFaults({ cut: 0 });
    await call();
  };
  const request = requestOf();
  await cutOnce(() => gateway.begin(request));
  const { url, payment } = await beginAt(gateway, request);
  simulator.pay(url);
  const refund = refundOf(500);
  await cutOnce(() => gateway.capture(payment));
  await cutOnce(() => gateway.refund(payment, refund));
  const other = await beginAt(gateway);
  simulator.pay(other.url);
  await cutOnce(() => gateway.release(other.payment));
  expect(simulator.ledger()).toMatchObject([
    { captured: 1850, refunded: 500, released: 0 },
    { captured: 0, refunded: 0, released: 1850 },
  ]);
});

test('a fault of the gateway is not remembered for a day', async () => {
  const { simulator, gateway } = await open();
  const { url, payment } = await beginAt(gateway);
  simulator.pay(url);
  const refund = refundOf(500);
  for (const call of [() => gateway.capture(payment), () => gateway.refund(payment, refund)]) {
    simulator.setFaults({ failing: 1 });
    await expect(call()).rejects.toThrow(GatewayFailed);
    simulator.setFaults({ failing: 0 });
    await call();
  }
  expect(simulator.ledger()).toMatchObject([{ captured: 1850, refunded: 500 }]);
});

test('a guest who pays while the page is closed has it closed or paid', async () => {
  const { simulator, gateway } = await open();
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginAt(gateway)));
  await Promise.all(
    begun.map(async ({ url, payment }, index) => {
      const releasing = gateway.release(payment);
      if (index % 2 === 0) await gateway.look(payment);
      try {
        simulator.pay(url);
      } catch {
        // The page was closed first.
      }
      await releasing;
    }),
  );
  for (const { captured, authorised, released } of simulator.ledger()) {
    expect({ captured, held: authorised - released }).toEqual({ captured: 0, held: 0 });
  }
});

test('another account sees nothing, and a refused key is said to be one', async () => {
  const { simulator, place, gateway } = await open();
  const { payment } = await beginAt(gateway);
  const other = stripeGateway({ secretKey: simulator.newKey(), notifications: '' }, place);
  const unknown = { name: 'GatewayFailed', isKeyRefused: false, isUnknown: true };
  await expect(other.look(payment)).rejects.toMatchObject(unknown);
  simulator.setFaults({ readFailing: 1 });
  await expect(other.look(payment)).rejects.toMatchObject({ ...unknown, isUnknown: false });
  simulator.setFaults({ readFailing: 0 });

  const secretKey = 'sk_live_nobody_knows_this';
  const refused = stripeGateway({ secretKey, notifications: '' }, place);
  const error = await refused.begin(requestOf()).catch((reason: unknown) => reason as Error);
  expect(error).toMatchObject({ name: 'GatewayFailed', isKeyRefused: true, isForbidden: false });
  expect(String((error as Error).stack)).not.toMatch(/nobody_knows_this|guest@example/);
  expect(error).not.toHaveProperty('cause');
});

test('a key that lacks one right is not said to be refused', async () => {
  const { simulator, gateway, secretKey } = await open();
  simulator.restrictKey(secretKey, 'POST /v1/checkout/sessions');
  const forbidden = { name: 'GatewayFailed', isKeyRefused: false, isForbidden: true };
  await expect(gateway.begin(requestOf())).rejects.toMatchObject(forbidden);
});

test('an amount below the minimum is said to be refused for that', async () => {
  const { simulator, gateway } = await open();
  simulator.setFaults({ minimum: 1850 });
  await expect(gateway.begin(requestOf({ amount: minorUnits(1849) }))).rejects.toMatchObject({
    name: 'GatewayFailed',
    isAmountRefused: true,
    isKeyRefused: false,
  });
  expect((await gateway.begin(requestOf())).url).toContain(simulator.url);
});

test('a gateway that is gone fails without the key', async () => {
  const { place, gateway, simulator } = await open();
  await simulator.close();
  const error = await gateway.begin(requestOf()).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'GatewayFailed', isKeyRefused: false });
  expect(String(error)).not.toContain('guest@example');
  const connecting = connectStripe('sk_test_abc', place, 'https://orders.test/notify');
  await expect(connecting).rejects.toThrow(GatewayFailed);
});

test('notifications of an account that is connected name the payment, whatever they are about', async () => {
  const { simulator, place } = await open();
  const inbox = await openNotificationInbox();
  const { keys, isTest } = await connectStripe(simulator.newKey(), place, inbox.url);
  expect({ isTest, secret: keys.notifications }).toEqual({ isTest: true, secret: expect.stringMatching(/^whsec_/) });
  const gateway = stripeGateway(keys, place);
  const { url, payment } = await beginAt(gateway);
  simulator.pay(url);
  await gateway.capture(payment);
  await gateway.refund(payment, refundOf(500));
  await simulator.settled();
  const told = await Promise.all(inbox.received.map(({ raw, headers }) => gateway.readNotification(raw, headers)));
  expect(told).toEqual([...Array(5).keys()].map(() => payment.paymentId));
  // Connected again, notifications come by both secrets until the older endpoint for the address is ended.
  const again = await connectStripe(keys.secretKey, place, inbox.url);
  const bySecret = async (amount: number) => {
    inbox.received.length = 0;
    await gateway.refund(payment, refundOf(amount));
    await simulator.settled();
    const genuine = async (reader: Gateway) => {
      const read = inbox.received.map(({ raw, headers }) => reader.readNotification(raw, headers));
      return (await Promise.allSettled(read)).filter(({ status }) => status === 'fulfilled').length;
    };
    return [await genuine(gateway), await genuine(stripeGateway(again.keys, place))];
  };
  expect(await bySecret(100)).toEqual([2, 2]);
  await again.endOlder();
  await again.endOlder();
  expect(await bySecret(50)).toEqual([0, 2]);
});

test('forged, old, altered and unsigned notifications are not genuine', async () => {
  const { simulator, place } = await open();
  const inbox = await openNotificationInbox();
  const { keys } = await connectStripe(simulator.newKey(), place, inbox.url);
  const gateway = stripeGateway(keys, place);
  simulator.setFaults({ forged: 1, old: 1, dropped: 1 });
  const { url } = await beginAt(gateway);
  simulator.pay(url);
  await simulator.settled();
  // One beside the page, two beside each of two notifications.
  expect(inbox.received).toHaveLength(5);
  for (const { raw, headers } of inbox.received) {
    await expect(gateway.readNotification(raw, headers)).rejects.toThrow(NotGenuine);
  }

  inbox.received.length = 0;
  simulator.setFaults({ forged: 0, old: 0, dropped: 0 });
  simulator.pay((await beginAt(gateway)).url);
  await simulator.settled();
  const [{ raw, headers } = { raw: Buffer.of(), headers: {} }] = inbox.received;
  const altered = Buffer.from(raw.toString().replace('"livemode":false', '"livemode":true'));
  await expect(gateway.readNotification(altered, headers)).rejects.toThrow(NotGenuine);
  await expect(gateway.readNotification(raw, {})).rejects.toThrow(NotGenuine);
  const deaf = stripeGateway({ ...keys, notifications: '' }, place);
  await expect(deaf.readNotification(raw, headers)).rejects.toThrow(NotGenuine);
  expect(await gateway.readNotification(raw, headers)).toEqual(expect.any(String));
});

test('an address that the gateway cannot reach leaves an account without notifications', async () => {
  const { simulator, place } = await open({ isStrict: true });
  const { keys } = await connectStripe(simulator.newKey(), place, 'http://localhost:3000/notify');
  expect(keys.notifications).toBe('');
  await expect(connectStripe('pk_test_published', place, 'https://orders.test/notify')).rejects.toMatchObject({
    isKeyRefused: true,
  });
});
