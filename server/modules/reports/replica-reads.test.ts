/** Which calls go to the handle for reading, which is that of a replica where there is one. */
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#server/db/connect.ts';
import { foreignEngine } from '#server/db/engine/engine.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp } from '#server/test/servers/app.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { testLog } from '#server/test/servers/log.ts';

test('reports, the history and their exports are read where nothing is written', async () => {
  const database = await freshDatabase();
  const reading = await connect(foreignEngine(database.target), testLog);
  let readings = 0;
  reading.pool.on('acquire', () => readings++);
  const server = await startApp({ database: { ...database, readDb: reading.db } });
  onTestFinished(async () => {
    await reading.close();
    await server.close();
  });
  const { id } = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, id);
  const query = { from: '2026-01-01', to: '2026-12-31' };
  const calls = {
    'GET /report/sales': () => server.call('GET /report/sales', { query }, token),
    'GET /report/items': () => server.call('GET /report/items', { query }, token),
    'GET /report/service': () => server.call('GET /report/service', { query }, token),
    'GET /report/export': () =>
      rawCall(server.app, 'GET /report/export', { query: { ...query, table: 'days' } }, token),
    'GET /order/history': () => server.call('GET /order/history', { query: {} }, token),
    'GET /order/export-history': () => rawCall(server.app, 'GET /order/export-history', { query: {} }, token),
    'GET /order/get-all-orders': () => server.call('GET /order/get-all-orders', { query: {} }, token),
  };
  const counted: Record<string, number> = {};
  for (const [route, call] of Object.entries(calls)) {
    readings = 0;
    await call();
    counted[route] = readings;
  }
  expect(counted).toEqual({
    'GET /report/sales': 1,
    'GET /report/items': 1,
    'GET /report/service': 1,
    'GET /report/export': 1,
    'GET /order/history': 1,
    'GET /order/export-history': 1,
    'GET /order/get-all-orders': 0,
  });
});
