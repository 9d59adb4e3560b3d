import { expect, test } from 'vitest';
import { startApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { describeError } from './logging.ts';

test.each([
  'invalid input syntax for type uuid: "canary-value"',
  'malformed record literal: "(1,"first line\nmy name is canary-value",2)"',
  'ungültige Eingabesyntax für Typ uuid: »canary-value«',
  'syntaxe en entrée invalide pour le type uuid : « canary-value »',
])('an error of the database is described without the values it quotes: %s', (message) => {
  const error = Object.assign(new Error(message), {
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
    cause: { code: '22P02', constraint: 'users_email_key', message: expect.stringMatching(/: "\.\.\."$/) as string },
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

test('refused access and refused input is a line with its route, status and code, and a caller cannot write another line', async () => {
  const server = await startApp();
  const made = await makeRestaurant(server.db);
  const staff = await makeOwner(server.db, made.id, 'staff');
  const forged = 'x"}\n{"level":30,"msg":"forged"}';
  const headers = { authorization: `Bearer ${staff.token}`, 'x-request-id': 'not an id', 'user-agent': 'curl "}{"' };
  await server.app.inject({ url: '/api/v1/staff/get-staff', headers });
  await server.app.inject({ url: '/api/v1/order/history?from=yesterday', headers });
  await server.app.inject({ url: `/api/v1/order/history?search=${encodeURIComponent(forged)}` });
  await server.app.inject({ method: 'POST', url: '/api/v1/auth/signin', payload: { email: forged, password: forged } });
  await server.close();

  for (const line of server.log) {
    expect(line.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' });
  }
  const lines = server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({ route: '/api/v1/staff/get-staff', status: 403, code: 'auth.forbidden' }),
  );
  const history = { route: '/api/v1/order/history' };
  expect(lines).toContainEqual(expect.objectContaining({ ...history, status: 401, code: 'auth.required' }));
  expect(lines).toContainEqual(expect.objectContaining({ ...history, status: 400, code: 'request.invalid' }));
});
