import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  type PaymentGateway,
  type PaymentGatewayOptions,
  startPaymentGateway,
} from '../../../scripts/payment-gateway/start-payment-gateway.ts';
import { startApp, type TestApp } from './app.ts';

export type { PaymentGateway } from '../../../scripts/payment-gateway/start-payment-gateway.ts';

/** The product with a simulated gateway, for the tests of one file. */
export async function startPayingApp(
  options: PaymentGatewayOptions = {},
  of: Parameters<typeof startApp>[0] = {},
): Promise<{ app: TestApp; gateway: PaymentGateway; close: () => Promise<void> }> {
  const gateway = await startPaymentGateway(options);
  const app = await startApp({ ...of, config: { payments: { stripeApiUrl: gateway.url } } });
  return {
    app,
    gateway,
    close: async () => {
      await app.close();
      await gateway.close();
    },
  };
}

/** A simulated gateway for one test, and a key for an account that nobody else has. */
export async function openPaymentGateway(
  options: PaymentGatewayOptions = {},
): Promise<PaymentGateway & { newKey(): string }> {
  const gateway = await startPaymentGateway(options);
  onTestFinished(() => gateway.close());
  return { ...gateway, newKey: () => `sk_test_${randomBytes(8).toString('hex')}` };
}

/** A notification as it came in. */
interface ReceivedNotification {
  raw: Buffer;
  headers: Record<string, string | undefined>;
}

/** Takes the notifications of a gateway for one test. */
export async function openNotificationInbox(): Promise<{ url: string; received: ReceivedNotification[] }> {
  const received: ReceivedNotification[] = [];
  const server = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      received.push({ raw: Buffer.concat(chunks), headers: singleHeaders(request.headers) });
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`, received };
}

function singleHeaders(headers: IncomingHttpHeaders): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
