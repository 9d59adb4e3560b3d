import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { emptyDatabase, freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { type Database, openDatabase, type PoolClient } from './connect.ts';
import type { Target } from './engine/engine.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('the version of the schema is read while all connections are in use', async () => {
  const taken: PoolClient[] = [];
  for (let count = 0; count < 10; count++) taken.push(await database.pool.connect());
  const waiting = database.pool.connect();
  expect(database.pool.waitingCount).toBe(1);
  await expect(database.schemaVersion()).resolves.toBeGreaterThan(0);
  for (const client of taken) client.release();
  (await waiting).release();
});

test.each([
  ['drops the settings of a session', 'drop'],
  ['refuses the settings of a session', 'refuse'],
] as const)('a pooler that %s is refused before anything is done in the database', async (_, habit) => {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const databaseUrl = await startPooler(target, habit);
  const opening = openDatabase({ databaseUrl, dataDir: 'none' }, testLog);
  await expect(opening).rejects.toThrow('DATABASE_URL leads to a pooler');
  const itself = await openDatabase({ databaseUrl: await startPooler(target, 'pass'), dataDir: 'none' }, testLog);
  onTestFinished(() => itself.close());
  expect(await itself.schemaVersion()).toBeGreaterThan(0);
});

/** Stands before a database as PgBouncer does, on TCP. @returns the address for `DATABASE_URL`. */
async function startPooler(target: Target, habit: 'drop' | 'refuse' | 'pass'): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    client.once('data', (startup: Buffer) => {
      if (habit === 'refuse') return void client.end(refusal('unsupported startup parameter: options'));
      const database = connectSocket(addressOf(target));
      sockets.push(database);
      for (const socket of [client, database]) socket.on('error', () => undefined);
      database.write(habit === 'drop' ? withoutOptions(startup) : startup);
      client.pipe(database).pipe(client);
    });
    sockets.push(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { user, password, database } = partsOf(target);
  return `postgresql://${user}${password === '' ? '' : `:${password}`}@127.0.0.1:${port}/${database}`;
}

function partsOf({ connectionString, user, password, database }: Target) {
  if (!connectionString) {
    return { user: user ?? '', password: typeof password === 'string' ? password : '', database: database ?? '' };
  }
  const url = new URL(connectionString);
  return { user: url.username, password: url.password, database: url.pathname.slice(1) };
}

function addressOf({ connectionString, host, port }: Target) {
  if (!connectionString) return { path: `${host}/.s.PGSQL.${port}` };
  const url = new URL(connectionString);
  return { host: url.hostname, port: Number(url.port || 5432) };
}

/** A first message of PostgreSQL's protocol 3.0: length, version, then names and values that end with a zero each. */
function withoutOptions(startup: Buffer): Buffer {
  const words = startup.subarray(8).toString('latin1').split('\0');
  const at = words.indexOf('options');
  expect(at % 2).toBe(0);
  words.splice(at, 2);
  const rest = Buffer.from(words.join('\0'), 'latin1');
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(head.length + rest.length);
  return Buffer.concat([head, rest]);
}

function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`, 'latin1');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}
