import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { testLog } from '#server/test/servers/log.ts';
import { createDevInbox, devInboxHtml } from './dev-inbox.ts';
import { consoleSms, httpSms, openSms, SmsNotSent } from './sms.ts';

const message = { to: '+971501234567', text: 'A line.\n\n@order.test #12345' };
const at = new Date('2026-03-01T10:00:00Z');

let gateway: Server | undefined;
afterEach(() => {
  gateway?.closeAllConnections();
  gateway?.close();
});

/** A gateway that answers with these statuses in turn, and the requests it received. */
async function startGateway(...statuses: number[]) {
  const received: { method?: string; headers: IncomingMessage['headers']; body: unknown }[] = [];
  gateway = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const { method, headers } = request;
      received.push({ method, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(statuses.shift() ?? 500, { location: 'http://127.0.0.1:1/elsewhere' }).end('queued');
    });
  });
  await new Promise<void>((resolve) => gateway!.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`, received };
}

test('the gateway gets the message as JSON, with the configured authorization', async () => {
  const { url, received } = await startGateway(202);
  await httpSms({ url, authorization: 'Key abc' }, testLog).send(message);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Key abc' },
    body: message,
  });
});

test.each([500, 404, 302])('a gateway that answers %i is tried once more', async (status) => {
  const { url, received } = await startGateway(status, 200);
  await httpSms({ url, authorization: undefined }, testLog).send(message);
  expect(received).toHaveLength(2);
  expect(received[1]?.headers).not.toHaveProperty('authorization');
});

test('a message that is refused twice was not sent', async () => {
  const { url, received } = await startGateway(500, 503, 200);
  await expect(httpSms({ url, authorization: undefined }, testLog).send(message)).rejects.toThrow(SmsNotSent);
  expect(received).toHaveLength(2);
});

test('a gateway that cannot be reached did not send the message', async () => {
  const sms = httpSms({ url: 'http://127.0.0.1:1/sms', authorization: undefined }, testLog);
  await expect(sms.send(message)).rejects.toThrow(SmsNotSent);
});

test('the console driver prints the message on one line and keeps it in the inbox', async () => {
  const inbox = createDevInbox();
  const printed: string[] = [];
  await consoleSms(
    inbox,
    () => at,
    (line) => printed.push(line),
  ).send(message);
  expect(printed).toEqual(['SMS to +971501234567: A line. | @order.test #12345']);
  expect(inbox.list()).toEqual([{ ...message, receivedAt: at }]);
});

test('production mode has no console driver', () => {
  const open = () => openSms({ mode: 'production', sms: { driver: 'console' } }, createDevInbox(), () => at, testLog);
  expect(open).toThrow('production mode refuses it');
});

test('the inbox keeps the newest messages, newest first', () => {
  const inbox = createDevInbox(2);
  for (const text of ['one', 'two', 'three']) inbox.add({ to: '+1', text, receivedAt: at });
  expect(inbox.list().map(({ text }) => text)).toEqual(['three', 'two']);
});

test('the page shows every message as text and refreshes itself without script', () => {
  const html = devInboxHtml([{ to: '+971501234567', text: '<script>alert(1)</script>\n"&\'', receivedAt: at }]);
  expect(html).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt;<br>&quot;&amp;&#39;</p>');
  expect(html).toContain('<meta http-equiv="refresh" content="3">');
  expect(html).toContain('10:00:00 UTC');
  expect(html).not.toContain('<script');
  expect(devInboxHtml([])).toContain('No message yet.');
});
