/** An archive as an operator reads it in, and what a kill in the middle leaves. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { connect, type Database } from '#server/db/connect.ts';
import { foreignEngine, type Target } from '#server/db/engine/engine.ts';
import { applyMigrations, readMigrations } from '#server/db/migrate.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { findWrongSums } from '#server/modules/reports/check-sums.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';
import { makeSample } from '#server/test/data/sample-input.ts';
import { takeArchive } from '#server/test/data/take-archive.ts';
import { startApp } from '#server/test/servers/app.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';

const cli = join(import.meta.dirname, '../cli.ts');

let folder: string;
let archive: string;
let name: string;
let slug: string;
let url: string;
let target: Target;
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-read-'));
  archive = join(folder, 'restaurant.zip');
  const server = await startApp();
  const sample = await makeSample(server);
  ({ name, slug } = sample);
  const { token } = await makeOwner(server.db, sample.id);
  const dish = { params: { id: sample.items.water }, form: {}, files: { image: makePng() } };
  await server.call('POST /menu/update-items-modifier/:id', dish, token);
  const placedAt = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const { customerId } = await makeCustomer(server.db, sample.id);
  await insertPastOrders(
    server.db,
    sample,
    [40, 30].map((daysAgo) => ({ placedAt: placedAt(daysAgo), customerId, number: 900 + daysAgo })),
  );
  await takeArchive(server.db, sample.id, folder, archive);
  await server.close();
  const made = await emptyDatabase();
  ({ drop, target } = made);
  url = urlOf(target);
  await applyMigrations(made.target, await readMigrations(), testLog);
  database = await connect(foreignEngine(made.target), testLog);
});
afterAll(async () => {
  await database.close();
  await drop();
  await rm(folder, { recursive: true });
});

function run(more: Record<string, string>, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder, PUBLIC_URL: 'http://localhost:4567', ...more };
  return new Promise<{ signal: string | null; code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [cli, 'archive:read', ...args], { env }, (error, out, err) => {
      resolve({ signal: error?.signal ?? null, code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

/** The rows in every table that has rows of restaurants, and restaurants themselves. */
const countRows = () =>
  platformTransaction(database.db, 'administration', async (tx) => ({
    restaurants: await tx.selectFrom('restaurants').select(['id', 'name', 'slug', 'owner_verified_at']).execute(),
    others: [
      ...(await tx.selectFrom('restaurant_slugs').select('slug').execute()),
      ...(await tx.selectFrom('items').select('id').execute()),
      ...(await tx.selectFrom('orders').select('id').execute()),
      ...(await tx.selectFrom('pictures').select('hash').execute()),
      ...(await tx.selectFrom('jobs').select('id').execute()),
    ].length,
  }));

test('wrong usage, a missing file and a wrong one are told in a sentence', async () => {
  expect(await run({}, archive)).toMatchObject({ code: 2, err: expect.stringContaining('--owner') });
  const owner = ['--owner', 'owner@example.test'];
  expect(await run({}, join(folder, 'nowhere.zip'), ...owner)).toMatchObject({ code: 1 });
  const wrong = join(folder, 'wrong.zip');
  await writeFile(wrong, (await readFile(archive)).subarray(0, 5_000));
  const { code, err } = await run({}, wrong, ...owner);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^This archive cannot be read in: .+\. Nothing was written\.\n$/),
  ]);
});

test('a kill in the middle leaves nothing, and the archive is read in the next time', async () => {
  const hook = join(folder, 'kill.mjs');
  const pg = pathToFileURL(join(import.meta.dirname, '../../node_modules/pg/lib/index.js')).href;
  await writeFile(
    hook,
    `import pg from ${JSON.stringify(pg)};
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (...args) {
      const text = args[0]?.text ?? args[0];
      if (text.includes('insert into "order_lines"')) process.kill(process.pid, 'SIGKILL');
      return query.apply(this, args);
    };`,
  );
  const killed = await run(
    { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` },
    archive,
    '--owner',
    'owner@example.test',
  );
  expect(killed.signal).toBe('SIGKILL');
  await expect.poll(countRows).toEqual({ restaurants: [], others: 0 });

  const { code, out, err } = await run({}, archive, '--owner', 'owner@example.test');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`${name} was read in as it was at `);
  expect(out).toContain(`Its site is at /${slug}, as before.`);
  expect(out).toMatch(/http:\/\/localhost:4567\/accept-invitation\?token=[\w-]{20,}/);
  const { restaurants } = await countRows();
  expect(restaurants).toEqual([
    { id: expect.any(String) as RestaurantId, name, slug, owner_verified_at: expect.anything() },
  ]);
});

test('reports that could not be added up are said to come later, and the server adds them up', async () => {
  const owner = new Client(target);
  await owner.connect();
  await owner.query(
    `create function refuse_sums() returns trigger language plpgsql as $$ begin raise 'no sums today'; end $$`,
  );
  await owner.query(
    'create trigger refuse_sums before insert on report_sums for each row execute function refuse_sums()',
  );
  const { code, out } = await run({}, archive, '--owner', 'second@example.test');
  expect(code).toBe(0);
  expect(out.split('\n').filter((line) => line.includes('reports'))).toEqual([
    'Its reports are not added up yet (no sums today): the server does it in the background, and until then they take longer.',
  ]);
  const { rows } = await owner.query<{ id: RestaurantId }>('select id from restaurants order by id desc limit 1');
  const count = async () => {
    const sums = await owner.query<{ count: number }>(
      'select count(*)::int as count from report_sums where restaurant_id = $1',
      [rows[0]!.id],
    );
    return sums.rows[0]!.count;
  };
  expect(await count()).toBe(0);
  await owner.query('drop trigger refuse_sums on report_sums');
  // A round of the server.
  await keepSums(database.db, new Date());
  expect(await count()).toBeGreaterThan(0);
  expect(await findWrongSums(database.db)).toEqual([]);
  await owner.end();
  expect((await run({}, archive, '--owner', 'third@example.test')).out).not.toContain('added up');
});
