import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { healthRoutes, openReadiness } from './health.ts';
import { addOpenRoutes } from './open-routes.ts';

afterEach(closeBareServers);

type Status = 'ready' | 'recovering' | 'closed';

const clock = () => new Date('2026-08-20T09:00:00Z');
const engine = { engine: 'embedded', version: '18.4', releasedOn: '2026-05-14', releasesMissed: 1 } as const;

async function start(status: Status, schemaVersion: () => Promise<number>, isDiskLow = false) {
  const app = await startBareServer({}, {}, { isReady: false });
  const database = {
    state: () => ({ engine: 'embedded', status, isDiskLow, version: '18.4' }) as const,
    schemaVersion,
  };
  addOpenRoutes(app, healthRoutes(openReadiness(app, database, 3, clock)));
  return app;
}

async function gone(): Promise<number> {
  throw new Error('gone');
}

test('a server with a current database is ready', async () => {
  const reply = await (await start('ready', async () => 3)).inject('/readyz');
  expect([reply.statusCode, reply.json<object>()]).toEqual([
    200,
    {
      status: 'ready',
      database: { ...engine, status: 'ready', isDiskLow: false },
      migrations: { applied: 3, needed: 3 },
    },
  ]);
});

test('a proxy that names no host, as HAProxy does by HTTP/1.0, hears of the health and of nothing else', async () => {
  const app = await start('ready', async () => 3);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const statusOf = async (path: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    return (await text(socket)).match(/^HTTP\/1\.1 (\d+)/)?.[1];
  };
  expect(await Promise.all(['/readyz', '/healthz', '/api/v1/me'].map(statusOf))).toEqual(['200', '200', '400']);
});

test('a server that makes backups tells of the last one and of the log, and is ready also when they are late', async () => {
  const app = await startBareServer({}, {}, { isReady: false });
  const state = () => ({ engine: 'embedded', status: 'ready', isDiskLow: false, version: '18.4' }) as const;
  const backups = () => ({ verifiedAt: new Date('2026-03-02T02:00:00Z'), isLate: true });
  const shipping = { state: () => ({ safeAt: null, isLate: true }) };
  addOpenRoutes(
    app,
    healthRoutes(openReadiness(app, { state, schemaVersion: async () => 3 }, 3, clock, { backups, shipping })),
  );
  const reply = await app.inject('/readyz');
  const { backup, log } = reply.json<{ backup: object; log: object }>();
  expect([reply.statusCode, backup, log]).toEqual([
    200,
    { verifiedAt: '2026-03-02T02:00:00.000Z', isLate: true },
    { safeAt: null, isLate: true },
  ]);
});

const unready: [
  what: string,
  status: Status,
  schemaVersion: () => Promise<number>,
  said: Status | 'unreachable',
  applied: number | null,
][] = [
  ['whose database does not answer', 'ready', gone, 'unreachable', null],
  ['whose database is being started again', 'recovering', gone, 'recovering', null],
  ['whose database is older than itself', 'ready', async () => 2, 'ready', 2],
];
test.each(unready)('a server %s is alive but not ready', async (_, status, schemaVersion, said, applied) => {
  const app = await start(status, schemaVersion);
  const reply = await app.inject('/readyz');
  expect([reply.statusCode, reply.headers['retry-after'], reply.json<object>()]).toEqual([
    503,
    '2',
    {
      status: 'unavailable',
      database: { ...engine, status: said, isDiskLow: false },
      migrations: { applied, needed: 3 },
    },
  ]);
  const alive = await app.inject('/healthz');
  expect([alive.statusCode, alive.json<object>()]).toEqual([200, { status: 'ok' }]);
});

test('a server whose disk is too full for writes is not ready', async () => {
  const reply = await (await start('ready', async () => 3, true)).inject('/readyz');
  expect([reply.statusCode, reply.json<object>()]).toEqual([
    503,
    {
      status: 'unavailable',
      database: { ...engine, status: 'ready', isDiskLow: true },
      migrations: { applied: 3, needed: 3 },
    },
  ]);
});

test('a stopping server reports it to those who still ask', async () => {
  const app = await start('ready', async () => {
    // Stopping begins while a client still waits for an answer.
    void app.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    return 3;
  });
  const reply = await app.inject('/readyz');
  expect([reply.statusCode, reply.json<object>()]).toMatchObject([503, { status: 'stopping' }]);
});

test('a server that is asked to stop is not ready from then on, while it still answers calls', async () => {
  const app = await startBareServer({}, {}, { isReady: false });
  const stop = new AbortController();
  const state = () => ({ engine: 'embedded', status: 'ready', isDiskLow: false, version: '18.4' }) as const;
  addOpenRoutes(
    app,
    healthRoutes(openReadiness(app, { state, schemaVersion: async () => 3 }, 3, clock, { stop: stop.signal })),
  );
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  stop.abort();
  const reply = await app.inject('/readyz');
  expect([reply.statusCode, reply.json<object>()]).toMatchObject([503, { status: 'stopping' }]);
  expect((await app.inject('/healthz')).statusCode).toBe(200);
});
