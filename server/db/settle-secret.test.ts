/** The secret of an installation: stored whole, bound to its database, and never replaced without a word. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import type { Database } from './connect.ts';
import { settleSecret } from './settle-secret.ts';
import { freshDatabase } from '#server/test/servers/database.ts';

let database: Database;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'om-secret-'));
  await database.db.deleteFrom('installation').execute();
});
afterEach(() => rm(dataDir, { recursive: true }));

const start = (environment: Record<string, string> = {}) =>
  settleSecret(database.db, readConfig({ DATA_DIR: dataDir, ...environment }));
const problemOf = (environment?: Record<string, string>) =>
  start(environment).then(
    () => null,
    (error: unknown) => (error instanceof ConfigError ? error.problems : error),
  );
const wayOut = 'Put it back, or give it up with npm run cli -- secret:replace, which says what becomes void';
const one = 'the one secret of a server, which is long enough';
const other = 'the other secret of a server, also long enough';

test('the generated secret is stored whole, and only its owner can read it', async () => {
  const { secret } = await start();
  expect(Buffer.byteLength(secret)).toBe(43);
  expect((await start()).secret).toBe(secret);
  expect(await readdir(dataDir)).toEqual(['secret']);
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(secret);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

test('reading the configuration alone stores nothing', async () => {
  readConfig({ DATA_DIR: dataDir });
  expect(await readdir(dataDir)).toEqual([]);
});

test.each([
  ['empty', ''],
  ['cut short', 'half of a sec'],
])('a file that is %s is refused and not replaced', async (_, text) => {
  await start();
  await writeFile(join(dataDir, 'secret'), text);
  expect(await problemOf()).toEqual([`The secret in ${join(dataDir, 'secret')} is empty or cut short. ${wayOut}`]);
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(text);
});

test('a missing file is refused and not made anew where the database is used with a secret', async () => {
  const { secret } = await start();
  await rm(join(dataDir, 'secret'));
  expect(await problemOf()).toEqual([
    `SECRET is not set and ${join(dataDir, 'secret')} is missing: the database is used with a secret that is not here. ${wayOut}`,
  ]);
  expect(await readdir(dataDir)).toEqual([]);
  expect((await start({ SECRET: secret })).secret).toBe(secret);
});

test('another secret is refused, and a file that lost its last letters is another', async () => {
  const { secret } = await start();
  expect(await problemOf({ SECRET: one })).toEqual([`SECRET is not the one that the database is used with. ${wayOut}`]);
  await writeFile(join(dataDir, 'secret'), secret.slice(0, 40));
  expect(await problemOf()).toEqual([
    `The secret in ${join(dataDir, 'secret')} is not the one that the database is used with. ${wayOut}`,
  ]);
});

test('only servers of one secret start, where servers with different ones start together on a new database', async () => {
  const starts = await Promise.all([one, other, one, other].map((SECRET) => problemOf({ SECRET })));
  const refused = [`SECRET is not the one that the database is used with. ${wayOut}`];
  expect(starts).toEqual(starts[0] === null ? [null, refused, null, refused] : [refused, null, refused, null]);
});

test('servers that start together on a new folder share one secret', async () => {
  const settled = await Promise.all([1, 2, 3].map(() => start()));
  expect(new Set(settled.map(({ secret }) => secret)).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['secret']);
});

test('a server that looked for the file before another stored and bound its secret takes that one', async () => {
  const early = readConfig({ DATA_DIR: dataDir });
  const { secret } = await start();
  expect((await settleSecret(database.db, early)).secret).toBe(secret);
});
