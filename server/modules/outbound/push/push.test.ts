import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { startPushService, type Subscriber, type TestPushService } from '#server/test/servers/push-service.ts';
import { openPush, PushNotSent } from './push.ts';
import { openPushKeys } from './push-keys.ts';

let app: TestApp;
let service: TestPushService;
beforeAll(async () => {
  service = await startPushService();
  app = await startApp();
});
afterAll(async () => {
  service.close();
  await app.close();
});

const configWith = (change: object) => ({ ...testConfig, pushServices: [service.origin], ...change });
const depsWith = (change: object) => ({ db: app.db, clock: app.clock.now, config: configWith(change) });
const signal = AbortSignal.timeout(60_000);
const send = ({ subscription }: Pick<Subscriber, 'subscription'>, change: object = {}) =>
  openPush(depsWith(change)).send(
    { subscription, payload: { title: 'New order #5' }, topic: 'a'.repeat(32), ttlSeconds: 600 },
    signal,
  );

test('a message is encrypted for the browser and signed for its push service', async () => {
  const browser = await service.subscribe();
  expect(await send(browser, { publicUrl: 'https://order.example.com' })).toBe('sent');
  const [{ headers, body, text, claims, publicKey }] = browser.received as [Subscriber['received'][number]];
  expect(JSON.parse(text)).toEqual({ title: 'New order #5' });
  expect(body.toString('latin1')).not.toContain('order');
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '600',
    urgency: 'high',
    topic: 'a'.repeat(32),
  });
  expect(claims).toMatchObject({ aud: service.origin, sub: 'https://order.example.com' });
  const ahead = claims.exp - app.clock.now().getTime() / 1000;
  expect(ahead).toBeGreaterThan(60);
  expect(ahead).toBeLessThanOrEqual(24 * 3600);
  expect(publicKey).toBe((await openPushKeys(depsWith({}))).publicKey);
});

test('an installation without https gives the sender of its mails as its contact', async () => {
  const browser = await service.subscribe();
  await send(browser, { mail: { smtpUrl: undefined, from: 'Kitchen <orders@example.com>' } });
  expect(browser.received[0]!.claims.sub).toBe('mailto:orders@example.com');
});

test('all servers of a database have one pair of keys, which no other secret opens', async () => {
  const [one, other] = await Promise.all([openPushKeys(depsWith({})), openPushKeys(depsWith({}))]);
  expect(one.publicKey).toBe(other.publicKey);
  const [row] = await app.db.selectFrom('push_keys').selectAll().execute();
  const der = one.privateKey.export({ type: 'pkcs8', format: 'der' });
  expect(row!.sealed.includes(der.subarray(-32))).toBe(false);
  const elsewhere = { ...depsWith({ secret: 'another secret, which sealed nothing' }), db: app.db.withoutPlugins() };
  await expect(openPushKeys(elsewhere)).rejects.toThrow();
});

test.each([404, 410])('a subscription that is answered with %i is gone', async (status) => {
  const browser = await service.subscribe();
  browser.answers.push(status);
  expect(await send(browser)).toBe('gone');
});

test.each([
  ...[400, 401, 403, 413].map((status) => [status, 'for good', true] as const),
  ...[429, 500, 503, 302].map((status) => [status, 'for now', false] as const),
])('a message that is answered with %i was not sent, %s', async (status, _, isFinal) => {
  const browser = await service.subscribe();
  browser.answers.push(status);
  const error = await send(browser).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PushNotSent);
  expect(error).toMatchObject({ isFinal });
  expect(browser.received).toHaveLength(1);
});

test('a service that the settings no longer name, or whose name leads inside, is not called', async () => {
  const browser = await service.subscribe();
  await expect(send(browser, { pushServices: ['fcm.googleapis.com'] })).rejects.toThrow('not in PUSH_SERVICES');
  const endpoint = 'https://localhost/push/1';
  const inside = { subscription: { ...browser.subscription, endpoint } };
  await expect(send(inside, { pushServices: ['localhost'] })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('private address') as string },
  });
  expect(browser.received).toEqual([]);
});
