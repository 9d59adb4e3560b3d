/**
 * The adapter against bodies that are written down by hand from Open Delivery 2.0.0-rc, reference/v2/logistics.openapi.yaml, and not made
 * by this product: a mistake in its own types would pass every test against the simulated company.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { DeliveryId } from '#contract/base/ids.ts';
import type { CourierFailed, CourierTrip } from './courier.ts';
import { openDeliveryService } from './open-delivery.ts';

interface Call {
  line: string;
  headers: IncomingHttpHeaders;
  body: string;
}

let calls: Call[] = [];
/** The answers in their order, by the call: a status, and the body as it is on the wire. */
let script: [line: string, status: number, body: string][] = [];

const server = createServer((request, response) => {
  void request.toArray().then((parts) => {
    const line = `${request.method} ${request.url}`;
    calls.push({ line, headers: request.headers, body: Buffer.concat(parts).toString() });
    const at = script.findIndex(([expected]) => expected === line);
    const [, status, body] = at === -1 ? ['', 599, '{}'] : script.splice(at, 1)[0]!;
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());

const id = '0197c1a4-6f5e-7c3a-9d21-4b8e52a7c001' as DeliveryId;
const token = '{"access_token":"eyJhbGciOi.J9.x","token_type":"Bearer","expires_in":3600,"scope":"od.logistics"}';
const [signIn, price, create, look, ready, cancel] = [
  'POST /v2/oauth/token',
  'POST /v2/logistics/availability',
  'POST /v2/logistics/delivery',
  `GET /v2/logistics/delivery/${id}`,
  `POST /v2/logistics/delivery/${id}/ready-for-pickup`,
  `POST /v2/logistics/delivery/${id}/cancel`,
] as const;

let account = 0;
/** Each has a client of its own, so that none finds the token of another. */
function open() {
  account += 1;
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/`;
  const clientId = `client-${account}`;
  return openDeliveryService(
    { apiUrl, merchantId: 'merchant-550e8400', clientId, clientSecret: 's3cr&t=' },
    { mode: 'development' },
  );
}

const trip: CourierTrip = {
  from: {
    street: 'Rua das Flores, 42',
    complement: '',
    area: 'Bela Vista',
    postcode: '01310-100',
    country: 'BR',
    pin: { latitude: -23.5614, longitude: -46.6559 },
  },
  to: {
    street: 'Av. Paulista, 1000',
    complement: 'Apto 12',
    area: 'Bela Vista',
    postcode: '',
    country: 'BR',
    pin: null,
  },
};

beforeEach(() => {
  calls = [];
  script = [[signIn, 200, token]];
});

test('the token is asked for with the keys in a form, and carried by every call until it ends', async () => {
  const service = open();
  script.push([look, 404, '{"code":"DELIVERY_NOT_FOUND","message":"No delivery found for order \'order-abc123\'"}']);
  script.push([look, 404, '{"code":"DELIVERY_NOT_FOUND","message":"No delivery found for order \'order-abc123\'"}']);
  expect([await service.look(id), await service.look(id)]).toEqual([null, null]);
  expect(calls.map(({ line }) => line)).toEqual([signIn, look, look]);
  expect(calls[0]!.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(Object.fromEntries(new URLSearchParams(calls[0]!.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'od.logistics',
    client_id: `client-${account}`,
    client_secret: 's3cr&t=',
  });
  expect(calls.slice(1).map(({ headers }) => headers.authorization)).toEqual(Array(2).fill('Bearer eyJhbGciOi.J9.x'));
});

test('a price is asked for with two addresses, and read in minor units', async () => {
  script.push([
    price,
    200,
    '{"available":true,"estimatedDeliveryMinutes":35,"deliveryFee":{"value":500,"currency":"BRL"},"provider":"x"}',
  ]);
  expect(await open().quote(trip)).toEqual({
    isAvailable: true,
    fee: { amount: 500, currency: 'BRL' },
    minutes: 35,
  });
  expect(JSON.parse(calls[1]!.body)).toEqual({
    merchantId: 'merchant-550e8400',
    origin: {
      street: 'Rua das Flores, 42',
      neighborhood: 'Bela Vista',
      city: 'Bela Vista',
      state: '',
      country: 'BR',
      postalCode: '01310-100',
      coordinates: { latitude: -23.5614, longitude: -46.6559 },
    },
    destination: {
      street: 'Av. Paulista, 1000',
      complement: 'Apto 12',
      neighborhood: 'Bela Vista',
      city: 'Bela Vista',
      state: '',
      country: 'BR',
      postalCode: '',
    },
  });
});

test.each([
  ['{"available":true}', { isAvailable: true, fee: null, minutes: null }],
  ['{"available":true,"deliveryFee":{"value":500}}', { isAvailable: true, fee: null, minutes: null }],
  ['{"available":true,"deliveryFee":{"value":5.5,"currency":"BRL"}}', { isAvailable: true, fee: null, minutes: null }],
  ['{"available":true,"deliveryFee":{"value":-1,"currency":"BRL"}}', { isAvailable: true, fee: null, minutes: null }],
  ['{"available":true,"deliveryFee":{"value":0,"currency":"XXXX"}}', { isAvailable: true, fee: null, minutes: null }],
  ['{"available":true,"estimatedDeliveryMinutes":1e9}', { isAvailable: true, fee: null, minutes: null }],
  [
    '{"available":true,"estimatedDeliveryMinutes":10000,"deliveryFee":{"value":100000000,"currency":"BRL"}}',
    { isAvailable: true, fee: { amount: 100_000_000, currency: 'BRL' }, minutes: 10_000 },
  ],
  [
    '{"available":true,"estimatedDeliveryMinutes":10001,"deliveryFee":{"value":100000001,"currency":"BRL"}}',
    { isAvailable: true, fee: null, minutes: null },
  ],
  ['{"available":false,"unavailableReason":"OUT_OF_COVERAGE"}', { isAvailable: false, fee: null, minutes: null }],
])('the availability %s', async (body, quote) => {
  script.push([price, 200, body]);
  expect(await open().quote(trip)).toEqual(quote);
});

test('a delivery is requested under our id, with the guest and what the courier has to know', async () => {
  script.push([create, 202, '{"deliveryId":"log-778"}']);
  const guest = { name: 'Ana', phone: '+5511999990000' };
  await open().order({ ...trip, deliveryId: id, guest, note: '#12' });
  const { merchantId, orderId, origin, destination, customer, observations, ...more } = JSON.parse(
    calls[1]!.body,
  ) as Record<string, unknown>;
  expect([merchantId, orderId, customer, observations, more]).toEqual(['merchant-550e8400', id, guest, '#12', {}]);
  expect([origin, destination]).toMatchObject([{ postalCode: '01310-100' }, { street: 'Av. Paulista, 1000' }]);
});

test.each([
  ['{"orderId":"o","status":"PENDING"}', { state: 'pending', name: null, phone: null, trackingUrl: null }],
  [
    '{"orderId":"o","deliveryId":"log-778","status":"ASSIGNED","courier":{"name":"João S.","phone":"+5511988887777","vehicleType":"MOTORCYCLE"},"estimatedDeliveryAt":"2026-03-26T18:40:00Z"}',
    { state: 'assigned', name: 'João S.', phone: '+5511988887777', trackingUrl: null },
  ],
  [
    '{"orderId":"o","status":"IN_TRANSIT","courier":{"name":"João S.","trackingUrl":"https://log.example/t/778"},"pickedUpAt":"2026-03-26T18:20:00Z"}',
    { state: 'collected', name: 'João S.', phone: null, trackingUrl: 'https://log.example/t/778' },
  ],
  [
    '{"orderId":"o","status":"DELIVERED","courier":null,"deliveredAt":"2026-03-26T18:41:12Z"}',
    { state: 'delivered', name: null, phone: null, trackingUrl: null },
  ],
  ['{"orderId":"o","status":"CANCELLED"}', { state: 'cancelled', name: null, phone: null, trackingUrl: null }],
  ['{"orderId":"o","status":"FAILED","courier":{}}', { state: 'failed', name: '', phone: null, trackingUrl: null }],
  [
    '{"orderId":"o","status":"ASSIGNED","courier":{"name":7,"phone":["1"],"trackingUrl":"javascript:alert(1)"}}',
    { state: 'assigned', name: '', phone: null, trackingUrl: null },
  ],
])('a look at %s', async (body, view) => {
  script.push([look, 200, body]);
  expect(await open().look(id)).toEqual(view);
});

test.each([
  ['of a later version', 200, '{"orderId":"o","status":"RETURNING"}', 'silent'],
  ['without a status', 200, '{"orderId":"o"}', 'silent'],
  ['that is no JSON', 200, '<html>Bad gateway</html>', 'silent'],
  ['that is a list', 200, '[]', 'silent'],
  ['that is null', 200, 'null', 'silent'],
  ['longer than any', 200, `{"orderId":"o","status":"PENDING","x":"${'x'.repeat(600_000)}"}`, 'silent'],
  ['of a gateway', 502, 'Bad gateway', 'silent'],
  ['that asks to wait', 429, '{"code":"RATE_LIMITED","message":"Slow down"}', 'silent'],
  ['that the scope does not cover', 403, '{"code":"FORBIDDEN","message":"Insufficient scope"}', 'not_allowed'],
] as const)('an answer %s to a look changes nothing', async (_, status, body, kind) => {
  script.push([look, status, body]);
  expect(await failureOf(open().look(id))).toBe(kind);
});

test.each([
  [202, '', null],
  [202, '{}', null],
  [409, '{"code":"INVALID_STATE","message":"Already in transit"}', null],
  [404, '{"code":"DELIVERY_NOT_FOUND","message":"No delivery found"}', 'refused'],
  [501, '', 'refused'],
  [503, '', 'silent'],
] as const)('ready, answered %i %s', async (status, body, kind) => {
  script.push([ready, status, body]);
  expect(await failureOf(open().sayReady(id))).toBe(kind);
});

test('a token that is not accepted any more is renewed once, and a call that is refused with a new one is not allowed', async () => {
  const service = open();
  const error = '{"code":"UNAUTHORIZED","message":"Missing or invalid credentials"}';
  script.push([look, 200, '{"orderId":"o","status":"PENDING"}']);
  await service.look(id);
  script.push([ready, 401, error], [signIn, 200, token], [ready, 202, '']);
  expect(await failureOf(service.sayReady(id))).toBeNull();
  script.push([ready, 401, error], [signIn, 200, token], [ready, 401, error]);
  expect(await failureOf(service.sayReady(id))).toBe('not_allowed');
  script.push([look, 401, error], [signIn, 401, '{"error":"invalid_client"}']);
  expect(await failureOf(service.look(id))).toBe('keys');
});

test.each([
  [202, '{}', true],
  [404, '{"code":"DELIVERY_NOT_FOUND","message":"No delivery found"}', true],
  [409, '{"code":"INVALID_STATE","message":"Already in transit"}', false],
  [422, '{"code":"INVALID_STATE","message":"Already in transit"}', false],
] as const)('a cancellation, answered %i', async (status, body, isCancelled) => {
  script.push([cancel, status, body]);
  expect(await open().cancel(id)).toBe(isCancelled);
  expect(JSON.parse(calls[1]!.body)).toMatchObject({ cancellationCode: 'MERCHANT_REQUEST' });
});

test('a notification is read by the signature of its bytes, and only for the id', () => {
  const service = open();
  const read = (body: string, signature = createHmac('sha256', 's3cr&t=').update(body).digest('hex')) =>
    service.readNotification(Buffer.from(body), { 'x-app-signature': signature });
  expect(read(`{"eventId":"e1","eventType":"delivery.assigned","orderId":"${id}","status":"ASSIGNED"}`)).toBe(id);
  expect(read(`{ "orderId" : "${id}" }`)).toBe(id);
  expect(read('{"orderId":"order-abc123"}')).toBeNull();
  expect(read('no JSON')).toBeNull();
  expect(() => read(`{"orderId":"${id}"}`, '00'.repeat(32))).toThrow();
});

/** The kind of the failure; null where there is none. */
async function failureOf(work: Promise<unknown>): Promise<CourierFailed['kind'] | null> {
  return work.then(
    () => null,
    (error: CourierFailed) => error.kind,
  );
}
