/** Data folders that are damaged, and what is said of them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { testLog } from '#server/test/servers/log.ts';
import { isAlive } from './engine-process.ts';
import { startEmbedded } from './embedded.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-bad-folder-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const start = (path = folder) => startEmbedded(path, testLog, { join: false });
const claimFile = () => join(folder, 'pg18', 'postmaster.pid');

test('an empty postmaster.pid is removed, and one whose number another process has is changed in place', async () => {
  await (await start()).stop();
  await writeFile(claimFile(), '');
  await (await start()).stop();
  await expect(stat(claimFile())).rejects.toMatchObject({ code: 'ENOENT' });

  const other = spawn('sleep', ['60']);
  onTestFinished(() => void other.kill('SIGKILL'));
  const rest = `\n${join(folder, 'pg18')}\n1\n5432\n${join(folder, 'socket')}\n\n`;
  await writeFile(claimFile(), `${other.pid}${rest}`, { mode: 0o600 });
  const { uid, gid } = await stat(join(folder, 'pg18'));
  await chown(claimFile(), uid, gid);
  // An engine that refuses its settings leaves the file as it found it.
  const settings = join(folder, 'pg18', 'postgresql.conf');
  const sound = await readFile(settings, 'utf8');
  await writeFile(settings, 'no setting at all');
  await expect(start()).rejects.toThrow('PostgreSQL did not start');
  const text = await readFile(claimFile(), 'utf8');
  const number = text.slice(0, String(other.pid).length);
  expect(text).toBe(`${number}${rest}`);
  expect(Number(number)).toBeGreaterThan(0);
  expect(isAlive(Number(number))).toBe(false);
  await writeFile(settings, sound);
  await (await start()).stop();
});

test('an empty postmaster.pid stays while a process of the database works in the folder', async () => {
  await (await start()).stop();
  await writeFile(claimFile(), '');
  const orphan = spawn('sleep', ['60'], { cwd: join(folder, 'pg18') });
  onTestFinished(() => void orphan.kill('SIGKILL'));
  await expect(start()).rejects.toThrow('lock file "postmaster.pid" is empty');
  expect((await stat(claimFile())).size).toBe(0);
  orphan.kill('SIGKILL');
  await once(orphan, 'exit');
  await (await start()).stop();
});

test('a lock file that is none is named, and nothing is made beside it', async () => {
  await writeFile(
    join(folder, 'lock'),
    'this is no lock, but somebody’s text that is longer than a header of SQLite is',
  );
  await expect(start()).rejects.toThrow(
    `${join(folder, 'lock')} is not the lock of a data folder. Delete it while no server runs: it holds no data.`,
  );
  await truncate(join(folder, 'lock'));
  await rm(join(folder, 'lock'));
  await mkdir(join(folder, 'lock'));
  await expect(start()).rejects.toThrow(
    `${join(folder, 'lock')} is a folder, where a file belongs. Move it away and start again.`,
  );
  expect(await readdir(folder)).toEqual(['lock']);
});

test('a database without PG_VERSION is refused, untouched', async () => {
  await mkdir(join(folder, 'pg18', 'base'), { recursive: true });
  await expect(start()).rejects.toThrow(
    `${join(folder, 'pg18')} is not a whole database: its file PG_VERSION is missing. Restore a backup into another, empty DATA_DIR; nothing was changed here.`,
  );
  expect(await readdir(join(folder, 'pg18'))).toEqual(['base']);
  expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([]);
});

test('a file in the place of a folder, and a folder in the place of a file, are named', async () => {
  const path = join(folder, 'data');
  await writeFile(path, 'a file');
  await expect(start(path)).rejects.toThrow(
    `${path} is a file, where a folder belongs. Move it away, or set DATA_DIR to another folder.`,
  );
  expect(await readFile(path, 'utf8')).toBe('a file');
  await mkdir(join(folder, 'server.pid'));
  await expect(start()).rejects.toThrow(
    `${join(folder, 'server.pid')} is a folder, where a file belongs. Move it away and start again.`,
  );
});
