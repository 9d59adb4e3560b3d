import { expect, test } from 'vitest';
import { startApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { describeError } from './logging.ts';

test('an error of the database is described without the values it quotes', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "canary-value"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(canary-value) already exists.',
    constraint: 'users_email_key',
    parameters: ['canary-value'],
  });
  const described = describeError(new Error('It failed', { cause: error }));
  expect(described).toMatchObject({
    type: 'Error',
    message: 'It failed',
    cause: { code: '22P02', constraint: 'users_email_key' },
  });
  expect(JSON.stringify(described)).not.toContain('canary-value');
});

test.each(['text', null, undefined, 7, { message: 'canary' }])(
  'a thrown %j is described without its text',
  (thrown) => {
    expect(JSON.stringify(describeError(thrown))).not.toMatch(/canary|text/);
  },
);

test('nothing secret or personal is logged, whatever happens (R84)', async () => {
  const server = await startApp({ config: { logLevel: 'trace' } });
  const made = await makeRestaurant(server.db);
  const owner = await makeOwner(server.db, made.id);
  const canaries = {
    email: 'canary.mail@example.test',
    password: 'canary password 123',
    number: '+971505550123',
    otpCode: '54321',
  };
  const wrong = { body: { ...canaries, restaurantName: made.slug } };
  const token = 'canary-token-of-somebody-else';
  await server.call('POST /auth/signin', wrong).catch(() => undefined);
  await server.call('POST /auth/sent-otp', wrong);
  await server.call('POST /auth/verify-otp', wrong).catch(() => undefined);
  await server.call('GET /auth/me', {}, token).catch(() => undefined);
  await server.call('GET /auth/me', {}, owner.token);
  server.app.log.info({ password: 'canary password 123', user: { email: canaries.email, token } }, 'A careless line');
  const code = server.sms[0]!.text.slice(0, 5);
  await server.close();

  const log = server.log.join('');
  expect(server.log.length).toBeGreaterThan(5);
  expect(log).toContain('"route":"/api/v1/auth/signin"');
  expect(log).toContain('A careless line');
  for (const secret of [...Object.values(canaries), token, owner.token, '505550123', `"${code}"`])
    expect(log).not.toContain(secret);
});
