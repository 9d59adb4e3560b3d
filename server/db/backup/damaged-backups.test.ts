/** Damaged backups: refused in words, without a value of any row. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { emptyDatabase, freshDatabase, targetOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';
import type { Target } from '../engine/engine.ts';
import { makeKey } from '../encryption.ts';
import { readMigrations } from '../migrate.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const migrations = await readMigrations();
let folder: string;
let source: Target;
let target: Target;
let close: () => Promise<unknown>;
let customerId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-damaged-'));
  const database = await freshDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  source = targetOf(inject('engine'), rows[0]!.name);
  ({ customerId } = await makeCustomer(database.db, (await makeRestaurant(database.db)).id));
  const empty = await emptyDatabase();
  target = empty.target;
  close = () => Promise.all([database.close(), empty.drop()]);
});
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

async function complaintOf(bytes: Buffer, key?: string): Promise<string> {
  const path = join(folder, 'damaged.omb');
  await writeFile(path, bytes);
  return restore(target, path, migrations, testLog, key).then(
    () => 'restored',
    (error: unknown) => (error as Error).message,
  );
}

const cutOff = 'The backup is cut off: its end is missing';
const cannotBeUnpacked = 'The backup is damaged: it cannot be unpacked';

test('wherever a backup is cut off or changed, the sentence is ours', async () => {
  const path = join(folder, 'sound.omb');
  await backUp(source, path, new Date());
  const bytes = await readFile(path);
  for (const share of [0.3, 0.5, 0.7, 0.9]) {
    expect(await complaintOf(bytes.subarray(0, Math.floor(bytes.length * share)))).toBe(cutOff);
    const changed = Buffer.from(bytes);
    changed.fill(0xff, Math.floor(bytes.length * share), Math.floor(bytes.length * share) + 40);
    expect(await complaintOf(changed)).toMatch(/^The backup is (damaged|cut off): /);
  }
  const wrongSum = Buffer.from(bytes);
  wrongSum[wrongSum.length - 6]! ^= 0xff;
  expect([cannotBeUnpacked, 'The backup is damaged: rows differ from what was written']).toContain(
    await complaintOf(wrongSum),
  );
});

test('a value that PostgreSQL refuses is not repeated', async () => {
  const path = join(folder, 'values.omb');
  await backUp(source, path, new Date());
  const text = gunzipSync(await readFile(path)).toString('latin1');
  expect(text).toContain(customerId);
  const withValue = (value: string) => gzipSync(Buffer.from(text.replaceAll(customerId, value), 'latin1'));
  expect(await complaintOf(withValue('01a2-secret-of-a-guest'))).toBe(
    'The backup is damaged: a row of customers is not what was written',
  );
  const heading = gzipSync(Buffer.from(text.replace('{"table":"users"', '{"table:"users-secret"'), 'latin1'));
  expect(await complaintOf(heading)).toBe('The backup is damaged: it cannot be read where a table begins');
});

test('a sealed backup that was cut off or changed is refused in words too', async () => {
  const path = join(folder, 'sealed.omb');
  const { key, recipient } = await makeKey();
  await backUp(source, path, new Date(), { recipients: [recipient], secret: undefined });
  const bytes = await readFile(path);
  expect(await complaintOf(bytes.subarray(0, bytes.length / 2), key)).toMatch(/^The backup is (damaged|cut off): /);
  const changed = Buffer.from(bytes);
  changed[Math.floor(bytes.length / 2)]! ^= 1;
  expect(await complaintOf(changed, key)).toBe(cannotBeUnpacked);
});
