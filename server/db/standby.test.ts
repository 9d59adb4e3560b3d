/** A pool whose address leads to a standby for a while, as that of a proxy does while two databases change places. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { administer } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { connect, openDatabase } from './connect.ts';
import { startEmbedded } from './engine/embedded.ts';
import { foreignEngine } from './engine/engine.ts';
import { newId } from './new-id.ts';
import { openStandingConnection } from './standing-connection.ts';
import { transaction } from './transaction.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const migrations = [{ number: 1, name: 'tickets', sql: 'create table tickets (number bigint primary key)' }];

test('calls are refused and nothing is read while the address leads to a standby, and go on when it is promoted', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'om-standby-'));
  await chmod(dataDir, 0o711);
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const primary = await openDatabase({ dataDir, databaseUrl: undefined }, testLog, { migrations });
  const database = await connect(foreignEngine(primary.target), testLog);
  onTestFinished(() => database.close());
  const read = () =>
    transaction(database.db, newId<RestaurantId>(), (tx) => sql`select from tickets`.execute(tx), { readOnly: true });
  await read();

  await primary.close();
  await writeFile(join(dataDir, 'pg18', 'standby.signal'), '');
  const standby = await startEmbedded(dataDir, testLog, { join: false });
  onTestFinished(() => standby.stop());
  const standing = openStandingConnection(database.pool, testLog);
  onTestFinished(() => standing.close());
  for (let n = 0; n < 3; n++) await expect(read()).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(database.schemaVersion()).rejects.toThrow('The database is a standby');
  await expect(connect(foreignEngine(standby.target), testLog)).rejects.toThrow('The database is a standby');
  expect(await standing.takeLock('of a leader')).toBeNull();

  await administer(standby.target, 'select pg_promote()');
  await read();
  await expect.poll(() => standing.takeLock('of a leader'), { timeout: 10_000 }).not.toBeNull();
});
