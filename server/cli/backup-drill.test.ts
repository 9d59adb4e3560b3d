/** A drill that is broken off, or has no room, leaves no readable database behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { takeBackup } from '#server/db/backup/take-backup.ts';
import { isAlive } from '#server/db/engine/engine-process.ts';
import { freshDatabase, targetOf } from '#server/test/servers/database.ts';
import { inDrillFolder } from './drill-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-drill-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('by %s it ends with its engine, and its folder is gone', async (signal, status) => {
  const database = await freshDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  const [backups, temporary] = [join(folder, 'backups'), join(folder, 'temporary')];
  await mkdir(temporary, { mode: 0o711 });
  const target = targetOf(inject('engine'), rows[0]!.name);
  const keep = { days: 1, weeks: 0 };
  await takeBackup({ target, folder: backups, takenAt: new Date(), sealing: undefined, keep });
  await database.close();
  const drill = spawn(process.execPath, [join(import.meta.dirname, '../cli.ts'), 'backup:drill'], {
    env: { ...process.env, BACKUP_DIR: backups, DATA_DIR: join(folder, 'data'), TMPDIR: temporary },
  });
  const said = text(drill.stderr);
  const pid = await vi.waitUntil(
    async () => {
      for (const name of await readdir(temporary)) {
        const claim = join(temporary, name, 'pg18', 'postmaster.pid');
        if (existsSync(claim)) return Number.parseInt(readFileSync(claim, 'utf8'), 10);
      }
      return undefined;
    },
    { timeout: 60_000, interval: 10 },
  );
  expect(isAlive(pid)).toBe(true);
  drill.kill(signal);
  expect(await once(drill, 'exit')).toEqual([status, null]);
  expect(await readdir(temporary)).toEqual([]);
  expect(isAlive(pid)).toBe(false);
  expect(await said).toBe('The drill was broken off, and what it had restored is removed.\n');
});

test('it does not begin where the disk lacks the room, and says how much it needs', async () => {
  const readSpace = async () => ({ free: 12e9, size: 100e9 });
  const means = { readSpace, exit: () => undefined };
  const work = vi.fn(async (place: string) => place);
  await expect(inDrillFolder(9.9e9, work, means)).rejects.toThrow(
    `There is not enough room in ${tmpdir()}: the database needs 9.9 GB, 2.1 GB have to stay free, and 12.0 GB are. ` +
      'Set TMPDIR to a folder of another disk.',
  );
  expect(work).not.toHaveBeenCalled();
  const used = await inDrillFolder(9.8e9, work, means);
  expect(existsSync(used)).toBe(false);
});

test('it ends, with all that it has made, when the disk fills up meanwhile', async () => {
  const ended = Promise.withResolvers<number>();
  let free = 12e9;
  const means = { readSpace: async () => ({ free, size: 100e9 }), exit: ended.resolve };
  const work = async (place: string) => {
    await mkdir(join(place, 'pg18'));
    free = 2e9;
    expect(await ended.promise).toBe(1);
    return place;
  };
  expect(existsSync(await inDrillFolder(0, work, means))).toBe(false);
});
