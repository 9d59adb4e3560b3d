import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Currency } from '#contract/base/currency-digits.ts';
import type { PaymentId, RefundId, RestaurantId } from '#contract/base/ids.ts';
import { fromMajor, minorUnits } from '#contract/base/money.ts';
import { NotGenuine, type PaymentRequest } from '../gateway.ts';
import { connectTap, tapGateway } from './tap.ts';

const key = 'sk_test_kitchen';

interface Call {
  method: string;
  path: string;
  language: string | undefined;
  // The scripted server reads what it needs of any body.
  body: Record<string, unknown> & {
    reference?: { idempotent?: string };
    source?: { id: string };
  };
}

/** A scripted Tap with one authorisation, whose guest a test lets pay. */
async function startTap() {
  const calls: Call[] = [];
  const made = new Map<string, object>();
  const authorisation: Record<string, unknown> = { id: 'auth_TS01', status: 'INITIATED', customer: { id: 'cus_1' } };
  const charges: Record<string, unknown>[] = [];
  const refunds: Record<string, unknown>[] = [];
  const routes: Record<string, (call: Call) => object> = {
    'POST /v2/authorize': ({ body }) =>
      Object.assign(authorisation, body, {
        customer: { id: 'cus_1' },
        transaction: { url: 'https://tap.test/page', created: '1763900000000' },
      }),
    'GET /v2/authorize/auth_TS01': () => authorisation,
    'POST /v2/authorize/auth_TS01/void': () => Object.assign(authorisation, { status: 'VOID' }),
    'POST /v2/charges': ({ body }) => {
      charges.push({ id: 'chg_1', status: 'CAPTURED', ...body });
      return charges.at(-1)!;
    },
    'POST /v2/charges/list': () => ({ charges }),
    'POST /v2/refunds': ({ body }) => {
      refunds.push({ id: `re_${refunds.length}`, status: 'PENDING', ...body });
      return refunds.at(-1)!;
    },
    'POST /v2/refunds/list': () => ({ refunds }),
  };
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const send = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
      if (request.headers.authorization !== `Bearer ${key}`) return send(401, { errors: [{ code: '2101' }] });
      const call: Call = {
        method: request.method ?? '',
        path: request.url ?? '',
        language: request.headers['lang_code'] as string | undefined,
        body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Call['body'],
      };
      calls.push(call);
      const once = call.body.reference?.idempotent;
      const answer = (once === undefined ? undefined : made.get(once)) ?? routes[`${call.method} ${call.path}`]?.(call);
      if (once !== undefined && answer !== undefined) made.set(once, answer);
      return answer === undefined ? send(404, { errors: [{ code: '1143' }] }) : send(200, answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const place = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  return { calls, charges, refunds, place, pay: () => Object.assign(authorisation, { status: 'AUTHORIZED' }) };
}

const request: PaymentRequest = {
  restaurantId: randomUUID() as RestaurantId,
  paymentId: randomUUID() as PaymentId,
  amount: minorUnits(46_505),
  currency: 'KWD',
  description: 'Order at Marina Kitchen',
  language: 'ar',
  email: 'guest@example.test',
  returnUrl: 'https://orders.test/marina/payment/abc',
  notifyUrl: 'https://orders.test/notify',
};
const { paymentId, amount, currency } = request;

test('a payment lives from the page to its refund, and each call may be repeated', async () => {
  const tap = await startTap();
  const { keys, isTest } = await connectTap(key, tap.place);
  expect(isTest).toBe(true);
  const gateway = tapGateway(keys, tap.place);
  const begun = await gateway.begin(request);
  expect(begun).toEqual({ gatewayId: 'auth_TS01', url: 'https://tap.test/page' });
  expect(await gateway.begin(request)).toEqual(begun);
  expect(tap.calls.find(({ path }) => path === '/v2/authorize')).toMatchObject({
    language: 'ar',
    body: {
      amount: 46.505,
      currency: 'KWD',
      source: { id: 'src_all' },
      auto: { type: 'VOID', time: 168 },
      reference: { transaction: paymentId, order: paymentId },
      post: { url: request.notifyUrl },
      redirect: { url: request.returnUrl },
    },
  });
  const payment = { paymentId, gatewayId: begun.gatewayId, amount, currency };
  const none = { refunds: [], failedRefunds: [], fee: null, isDisputed: false };
  const nothing = { currency: 'KWD', authorised: 0, captured: 0, ...none };
  expect(await gateway.look(payment)).toEqual({ ...nothing, stage: 'open' });
  await gateway.release(payment);

  tap.pay();
  expect(await gateway.look(payment)).toEqual({ ...nothing, stage: 'authorised', authorised: amount });
  await gateway.capture(payment);
  await gateway.capture(payment);
  expect(tap.charges).toMatchObject([{ amount: 46.505, source: { id: 'auth_TS01' } }]);

  const refund = { refundId: randomUUID() as RefundId, amount: minorUnits(1005) };
  await gateway.refund(payment, refund);
  await gateway.refund(payment, refund);
  expect(tap.refunds).toMatchObject([{ charge_id: 'chg_1', amount: 1.005, currency: 'KWD' }]);
  expect(await gateway.look(payment)).toEqual({
    ...nothing,
    stage: 'captured',
    authorised: amount,
    captured: amount,
    refunds: [refund],
  });
  Object.assign(tap.refunds[0]!, { status: 'FAILED' });
  expect(await gateway.look(payment)).toMatchObject({ refunds: [], failedRefunds: [refund.refundId] });
  await expect(gateway.refund(payment, refund)).rejects.toThrow('has failed');
  expect(tap.refunds).toHaveLength(1);
  await expect(gateway.release(payment)).rejects.toThrow('refunded');
});

test('money that is held is given back, as often as asked', async () => {
  const tap = await startTap();
  const gateway = tapGateway({ secretKey: key, notifications: key }, tap.place);
  const { gatewayId } = await gateway.begin(request);
  tap.pay();
  const payment = { paymentId, gatewayId, amount, currency };
  await gateway.release(payment);
  await gateway.release(payment);
  expect((await gateway.look(payment)).stage).toBe('closed');
  expect(tap.calls.filter(({ path }) => path.endsWith('/void'))).toHaveLength(1);
});

test('a refused key, an unknown payment and a gateway that is gone are failures without the key', async () => {
  const tap = await startTap();
  await expect(connectTap('sk_test_wrong', tap.place)).rejects.toMatchObject({ isKeyRefused: true });
  for (const other of ['pk_test_published', 'rk_test_kitchen'])
    await expect(connectTap(other, tap.place)).rejects.toMatchObject({ isKeyRefused: true });
  const gateway = tapGateway({ secretKey: key, notifications: key }, tap.place);
  await expect(gateway.look({ paymentId, gatewayId: 'auth_other', amount, currency })).rejects.toMatchObject({
    name: 'GatewayFailed',
    message: 'tap refused GET /v2/authorize/:id: 404 1143',
    isKeyRefused: false,
    isUnknown: true,
  });
  const nowhere = tapGateway({ secretKey: key, notifications: key }, { url: 'http://127.0.0.1:9' });
  await expect(nowhere.begin(request)).rejects.toMatchObject({
    message: expect.stringMatching(/^tap did not answer POST \/v2\/authorize: \w+$/),
    isUnknown: false,
  });
});

/** Written by hand: the amount as it stands in the signed text. */
test.each<[currency: Currency, amount: number, signed: string]>([
  ['AED', 18.5, '18.50'],
  ['KWD', 46.5, '46.500'],
])('a notification of %s %d is genuine with %s in its signature alone', async (currency, amount, signed) => {
  const about = {
    id: 'auth_TS01',
    amount,
    currency,
    status: 'AUTHORIZED',
    reference: { gateway: 'gw', payment: 'py', transaction: paymentId },
    transaction: { created: '1763900000000' },
  };
  const text = `x_idauth_TS01x_amount${signed}x_currency${currency}x_gateway_referencegwx_payment_referencepyx_statusAUTHORIZEDx_created1763900000000`;
  const hashstring = createHmac('sha256', key).update(text).digest('hex');
  const gateway = tapGateway({ secretKey: key, notifications: key }, { url: null });
  const read = (body: object, headers: Record<string, string>) =>
    gateway.readNotification(Buffer.from(JSON.stringify(body)), headers);
  expect(await read(about, { hashstring })).toBe(paymentId);
  expect(await read({ ...about, reference: { gateway: 'gw', payment: 'py' } }, { hashstring })).toBeNull();
  for (const forged of [{ ...about, status: 'CAPTURED' }, { ...about, amount: amount + 1 }, {}, []]) {
    await expect(read(forged, { hashstring })).rejects.toThrow(NotGenuine);
  }
  await expect(read(about, {})).rejects.toThrow(NotGenuine);
  await expect(gateway.readNotification(Buffer.from('{'), { hashstring })).rejects.toThrow(NotGenuine);
});

test('a currency that Tap does not take is not offered, and each digit of one that it takes moves', () => {
  const gateway = tapGateway({ secretKey: key, notifications: key }, { url: null });
  expect(gateway.canMove(fromMajor('46.505', 'KWD'), 'KWD')).toBe(true);
  expect(gateway.canMove(fromMajor('100', 'JPY'), 'JPY')).toBe(false);
  expect(gateway.canMove(minorUnits(0), 'AED')).toBe(false);
});
