import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type PaymentGateway, startPaymentGateway } from './start-payment-gateway.ts';

const form = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'aed',
  'line_items[0][price_data][unit_amount]': '1850',
  'line_items[0][price_data][product_data][name]': 'Order at <Marina>',
  'payment_intent_data[capture_method]': 'manual',
  client_reference_id: 'our payment',
  success_url: 'https://orders.test/back?paid=yes',
  cancel_url: 'https://orders.test/back?paid=no',
};

async function start() {
  const gateway = await startPaymentGateway({ random: repeatable() });
  onTestFinished(() => gateway.close());
  return gateway;
}

/** The same numbers in every run. */
function repeatable(): () => number {
  let state = 7;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

async function post({ url }: PaymentGateway, path: string, body: Record<string, string>, idempotencyKey?: string) {
  const answer = await fetch(`${url}/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_1',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: new URLSearchParams(body),
  });
  const said = (await answer.json()) as { id: string; url: string; secret: string; error?: { type: string } };
  return { status: answer.status, said, isReplayed: answer.headers.get('idempotent-replayed') === 'true' };
}

test('a key is answered once: the same again, and another request with it is refused', async () => {
  const gateway = await start();
  const first = await post(gateway, 'checkout/sessions', form, 'a');
  const again = await post(gateway, 'checkout/sessions', form, 'a');
  expect([first.status, first.isReplayed, again.status, again.isReplayed]).toEqual([200, false, 200, true]);
  expect(again.said).toEqual(first.said);
  const other = await post(gateway, 'checkout/sessions', { ...form, locale: 'en' }, 'a');
  expect([other.status, other.said.error?.type]).toEqual([400, 'idempotency_error']);
  expect(gateway.ledger()).toHaveLength(1);

  gateway.setFaults({ failing: 1 });
  expect((await post(gateway, 'checkout/sessions', form, 'b')).status).toBe(500);
  gateway.setFaults({ failing: 0 });
  const later = await post(gateway, 'checkout/sessions', form, 'b');
  expect([later.status, later.isReplayed]).toEqual([500, true]);
});

test.each([
  ['an unknown field', { statement: 'x' }, 'statement'],
  ['an amount of 0', { 'line_items[0][price_data][unit_amount]': '0' }, expect.any(String)],
  ['a last digit that is charged nowhere', kuwait('46505'), expect.any(String)],
])('%s is refused as the real gateway refuses it', async (_, change, param) => {
  const { status, said } = await post(await start(), 'checkout/sessions', { ...form, ...change });
  expect({ status, error: said.error }).toMatchObject({ status: 400, error: { type: 'invalid_request_error', param } });
});

function kuwait(amount: string) {
  return { 'line_items[0][price_data][currency]': 'kwd', 'line_items[0][price_data][unit_amount]': amount };
}

test('a guest pays on the page without a script: another card after a decline, and a question of the bank', async () => {
  const gateway = await start();
  const { said } = await post(gateway, 'checkout/sessions', form);
  const press = (fields: Record<string, string>) =>
    fetch(said.url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  const page = await (await fetch(said.url)).text();
  expect(page).toContain('AED 18.50');
  expect(page).toContain('Order at &#60;Marina&#62;');
  expect(page).toContain('href="https://orders.test/back?paid=no"');
  expect(page).not.toContain('<script');

  expect(await (await press({ card: 'declined' })).text()).toContain('Your card was declined');
  expect(await (await press({ card: 'asks' })).text()).toContain('Your bank asks');
  expect(await (await press({ bank: 'no' })).text()).toContain('Your card was declined');
  await press({ card: 'asks' });
  const paid = await press({ bank: 'yes' });
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'https://orders.test/back?paid=yes']);
  expect(await (await fetch(said.url)).text()).toContain('This page has expired');
  expect((await press({ card: 'succeeds' })).status).toBe(400);
  expect(gateway.ledger()).toEqual([
    {
      account: 'k_test_1',
      reference: 'our payment',
      sessionId: said.id,
      currency: 'AED',
      status: 'requires_capture',
      authorised: 1850,
      captured: 0,
      refunded: 0,
      released: 0,
    },
  ]);
});

test('faults are switched by a page, and notifications come signed, doubled, shuffled, late, or not at all', async () => {
  const gateway = await start();
  const received: { type: string; isSigned: boolean }[] = [];
  let secret = '';
  // The first is not taken, and comes again.
  let refusals = 1;
  const inbox = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const raw = Buffer.concat(chunks).toString();
      const [, at, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(request.headers['stripe-signature'])) ?? [];
      const expected = createHmac('sha256', secret).update(`${at}.${raw}`).digest('hex');
      received.push({ type: (JSON.parse(raw) as { type: string }).type, isSigned: signature === expected });
      response.writeHead(refusals-- > 0 ? 500 : 200).end();
    });
  });
  inbox.listen(0, '127.0.0.1');
  await once(inbox, 'listening');
  onTestFinished(() => {
    inbox.closeAllConnections();
    inbox.close();
  });
  const url = `http://127.0.0.1:${(inbox.address() as AddressInfo).port}`;
  secret = (await post(gateway, 'webhook_endpoints', { url, 'enabled_events[0]': '*' })).said.secret;
  const payAnother = async () => {
    received.length = 0;
    gateway.pay((await post(gateway, 'checkout/sessions', form)).said.url);
    await gateway.settled();
    return received.map(({ type }) => type);
  };
  const [held, completed] = ['payment_intent.amount_capturable_updated', 'checkout.session.completed'];
  expect((await payAnother()).toSorted()).toEqual([completed, held, held].toSorted());
  expect(received.every(({ isSigned }) => isSigned)).toBe(true);

  await fetch(`${gateway.url}/faults?copies=2&shuffled=1&notificationDelayMs=200`);
  expect((await payAnother()).toSorted()).toEqual([completed, completed, held, held].toSorted());
  const page = await (await fetch(`${gateway.url}/faults?dropped=1`)).text();
  expect(page).toContain('name="copies" inputmode="decimal" value="2"');
  expect(await payAnother()).toEqual([]);
});
