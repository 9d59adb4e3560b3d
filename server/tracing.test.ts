/** Spans, as an SDK of OpenTelemetry gets them that the operator has loaded; and their cost where nobody has. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, propagation, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { largeBurger, pickupOrder } from './test/data/orders.ts';
import { makeCustomer, makeRestaurant } from './test/data/restaurant.ts';
import { startApp } from './test/servers/app.ts';
import { testLog } from './test/servers/log.ts';
import { httpSms } from './modules/outbound/sms.ts';
import { inTransactionSpan, traceRequest } from './tracing.ts';

/** Keeps spans as an SDK sends them on. */
function loadSdk(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  return exporter;
}

afterEach(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const sender = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

test('a request goes on with the trace of its sender, and its transactions and outgoing calls are below it', async () => {
  const received: string[] = [];
  const gateway = createServer((request, response) => {
    received.push(String(request.headers['traceparent']));
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void gateway.close());
  const exporter = loadSdk();
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`;
  const server = await startApp({ sms: httpSms({ url, authorization: undefined }, testLog) });
  const made = await makeRestaurant(server.db);
  exporter.reset();
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/v1/auth/sent-otp',
    headers: { traceparent: `00-${sender.traceId}-${sender.spanId}-01` },
    payload: { restaurantName: made.slug, number: '+971501234567' },
  });
  expect(statusCode).toBe(200);
  await server.close();

  const spans = exporter.getFinishedSpans();
  const request = spans.find(({ name }) => name === 'POST /api/v1/auth/sent-otp')!;
  expect(request.spanContext().traceId).toBe(sender.traceId);
  expect(request.parentSpanContext?.spanId).toBe(sender.spanId);
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/v1/auth/sent-otp',
    'http.response.status_code': 200,
  });
  const ofTrace = spans.filter((span) => span.spanContext().traceId === sender.traceId);
  const job = ofTrace.find(({ name }) => name === 'job sms')!;
  expect(job.parentSpanContext?.spanId).toBe(idOf(request));
  expect(ofTrace.filter(({ name }) => name === 'transaction').length).toBeGreaterThan(1);
  const call = ofTrace.find(({ name }) => name === 'POST SMS gateway')!;
  expect(received).toEqual([`00-${sender.traceId}-${idOf(call)}-01`]);
  // No span says who was written to, or what.
  const said = JSON.stringify(
    spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  for (const secret of ['501234567', made.slug, made.canary, '@']) expect(said).not.toContain(secret);
});

test('an order is traced through its batch, and an error by its kind alone', async () => {
  const exporter = loadSdk();
  const server = await startApp();
  const made = await makeRestaurant(server.db);
  const { token } = await makeCustomer(server.db, made.id);
  exporter.reset();
  await server.call('POST /order/create-order', { body: pickupOrder(made, [largeBurger(made)], 27.04) }, token);
  await inTransactionSpan(() => Promise.reject(new TypeError('canary of a person'))).catch(() => undefined);
  await server.close();
  const spans = exporter.getFinishedSpans();
  expect(spans.map(({ name }) => name)).toContain('POST /api/v1/order/create-order');
  const failed = spans.find(({ attributes }) => attributes['error.type'] === 'TypeError')!;
  expect(JSON.stringify([failed.attributes, failed.events, failed.status])).not.toContain('canary');
});

test('without an SDK a span costs less than ten microseconds, and no header is sent', async () => {
  // The quickest of several rounds: other work of the machine makes the others slow.
  const timed = async (work: () => Promise<unknown>) => {
    const rounds: number[] = [];
    for (let round = 0; round < 20; round++) {
      const began = performance.now();
      for (let n = 0; n < 1_000; n++) await work();
      rounds.push((performance.now() - began) / 1_000);
    }
    return Math.min(...rounds);
  };
  const headers = { traceparent: `00-${sender.traceId}-${sender.spanId}-01` };
  const milliseconds = await timed(() => inTransactionSpan(async () => undefined));
  const ofRequest = await timed(async () => traceRequest(headers, 'GET', '/x').end(200));
  expect([milliseconds, ofRequest].filter((cost) => cost > 0.01)).toEqual([]);
});
