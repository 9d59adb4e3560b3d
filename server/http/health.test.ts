import { afterEach, expect, test } from 'vitest';
import { closeBareServers, startBareServer } from '#server/test/servers/bare-server.ts';
import { healthRoutes } from './health.ts';
import { addOpenRoutes } from './open-routes.ts';

afterEach(closeBareServers);

type Status = 'ready' | 'recovering' | 'closed';

async function start(status: Status, schemaVersion: () => Promise<number>, isDiskLow = false) {
  const app = await startBareServer({}, {}, { isReady: false });
  const database = {
    state: () => ({ engine: 'embedded', status, isDiskLow, version: '18.4' }) as const,
    schemaVersion,
  };
  addOpenRoutes(app, healthRoutes(app, database, 3));
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
      database: { engine: 'embedded', status: 'ready', isDiskLow: false },
      migrations: { applied: 3, needed: 3 },
    },
  ]);
});

test('a server that makes backups tells of the last one, and is ready also when that is late', async () => {
  const app = await startBareServer({}, {}, { isReady: false });
  const state = () => ({ engine: 'embedded', status: 'ready', isDiskLow: false, version: '18.4' }) as const;
  const backups = () => ({ verifiedAt: new Date('2026-03-02T02:00:00Z'), isLate: true });
  addOpenRoutes(app, healthRoutes(app, { state, schemaVersion: async () => 3 }, 3, backups));
  const reply = await app.inject('/readyz');
  expect([reply.statusCode, reply.json<{ backup: object }>().backup]).toEqual([
    200,
    { verifiedAt: '2026-03-02T02:00:00.000Z', isLate: true },
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
      database: { engine: 'embedded', status: said, isDiskLow: false },
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
      database: { engine: 'embedded', status: 'ready', isDiskLow: true },
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
