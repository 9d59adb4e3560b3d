import { afterEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { createDevInbox } from './dev-inbox.ts';
import { devInboxPage } from './routes.ts';

let app: TestApp | undefined;
afterEach(() => app?.close());

test('outside production mode anybody on this machine can read the messages as a page and as JSON', async () => {
  app = await startApp();
  const page = await app.app.inject('/dev/inbox');
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  expect(page.body).toContain('No message yet.');
  expect((await app.app.inject('/dev/inbox.json')).json()).toEqual({ messages: [] });
});

test('outside production mode there is no inbox for others, nor through a proxy on this machine', async () => {
  app = await startApp();
  for (const { url } of devInboxPage(createDevInbox())) {
    const unknown = await app.app.inject({ url: '/dev/nothing', headers: { 'x-request-id': 'the-same-one' } });
    for (const asked of [
      { remoteAddress: '10.0.0.7' },
      { headers: { host: 'shop.test' } },
      { headers: { 'x-forwarded-for': '10.0.0.7' } },
    ]) {
      const headers = { 'x-request-id': 'the-same-one', ...asked.headers };
      const answer = await app.app.inject({ url, ...asked, headers });
      expect([answer.statusCode, answer.body]).toEqual([404, unknown.body]);
    }
  }
});

test('in production mode there is no inbox', async () => {
  app = await startApp({ config: { mode: 'production' } });
  for (const { url } of devInboxPage(createDevInbox())) expect((await app.app.inject(url)).statusCode).toBe(404);
});

test('a confirmed mail is sent even when the server stops right after; the log has no link', async () => {
  app = await startApp();
  const { id } = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, id);
  const { user } = await app.call('GET /auth/me', {}, token);
  await app.call('POST /auth/forgot-password', { body: { email: user.email } });
  const { mails, log } = app;
  await app.close();
  app = undefined;
  expect(mails.map(({ to }) => to)).toEqual([user.email]);
  expect(mails[0]!.text).toContain('http://localhost/recover-password?token=');
  expect(log.join()).not.toMatch(/token=|@user\.test/);
});
