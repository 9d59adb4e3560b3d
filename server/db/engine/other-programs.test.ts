/** The embedded database run by other programs than the installed ones (POSTGRES_BIN). */
import { chmod, cp, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '#server/test/servers/log.ts';
import { startEmbedded } from './embedded.ts';
import type { Engine } from './engine.ts';
import { installedFolder } from './engine-files.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'om-programs-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder whose `postgres` only says its version. */
async function programsOf(version: string): Promise<string> {
  const folder = await newFolder();
  await writeFile(join(folder, 'postgres'), `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}'\n`, { mode: 0o755 });
  return folder;
}

async function ask<Row extends object>({ target }: Engine, statement: string): Promise<Row[]> {
  const client = new Client(target);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

test('the same data is served by the programs of another folder, and by its own again', async () => {
  const data = await newFolder();
  const own = await startEmbedded(data, testLog, { join: false });
  await ask(own, 'create table dishes as select 7 as price');
  await own.stop();

  const programs = await newFolder();
  // With the links to libraries that the first start has made.
  await cp(join(installedFolder(), 'native'), programs, { recursive: true, verbatimSymlinks: true });
  const other = await startEmbedded(data, testLog, { join: false, programs: join(programs, 'bin') });
  expect(await ask(other, 'select price from dishes')).toEqual([{ price: 7 }]);
  const [pid = ''] = (await readFile(join(data, 'pg18', 'postmaster.pid'), 'utf8')).split('\n');
  if (process.platform === 'linux') expect(await readlink(`/proc/${pid}/exe`)).toBe(join(programs, 'bin', 'postgres'));
  await ask(other, 'update dishes set price = 8');
  await other.stop();

  const again = await startEmbedded(data, testLog, { join: false });
  expect(await ask(again, 'select price from dishes')).toEqual([{ price: 8 }]);
  await again.stop();
});

test.each(['15.18 (Debian 15.18-0+deb12u1)', '19devel'])(
  'programs of PostgreSQL %s are refused with a sentence, and nothing is written',
  async (version) => {
    const data = await newFolder();
    const programs = await programsOf(version);
    await expect(startEmbedded(data, testLog, { join: false, programs })).rejects.toThrow(
      /^POSTGRES_BIN holds PostgreSQL (15\.18|19); the data of this version of Order Manager needs PostgreSQL 18, any minor\./,
    );
    await expect(readFile(join(data, 'pg18', 'PG_VERSION'))).rejects.toMatchObject({ code: 'ENOENT' });
  },
);

test('a folder without programs is refused with its name', async () => {
  const data = await newFolder();
  const programs = await newFolder();
  await expect(startEmbedded(data, testLog, { join: false, programs })).rejects.toThrow(
    `POSTGRES_BIN: ${join(programs, 'postgres')} does not run`,
  );
});
