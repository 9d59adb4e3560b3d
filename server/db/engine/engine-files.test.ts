import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '#server/test/servers/log.ts';
import { canReach, engineUser, findPrograms, installedFolder, lastStartFile } from './engine-files.ts';
import { launch } from './engine-process.ts';

async function temporaryFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'om-engine-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, mode);
  return folder;
}

/** The package as npm leaves it when it refuses the install script: without the links between the libraries. */
async function installAt(folder: string): Promise<string> {
  const installed = join(folder, 'package');
  await cp(installedFolder(), installed, { recursive: true, verbatimSymlinks: true });
  for (const link of await linkNames()) await rm(join(installed, link), { force: true });
  return installed;
}

async function linkNames(): Promise<string[]> {
  const text = await readFile(join(installedFolder(), 'native', 'pg-symlinks.json'), 'utf8');
  return (JSON.parse(text) as { target: string }[]).map(({ target }) => target);
}

test('the installed package runs in place, once its links are made', async () => {
  const installed = await installAt(await temporaryFolder(0o755));
  const programs = await findPrograms(await engineUser('/nowhere'), '/nowhere', { installed });
  expect(programs).toBe(join(installed, 'native', 'bin'));
  for (const link of await linkNames()) expect((await stat(join(installed, link))).size).toBeGreaterThan(0);
});

test('a package that the engine’s user cannot reach, or that cannot be changed, runs from a copy', async () => {
  const locked = await temporaryFolder(0o700);
  const installed = await installAt(locked);
  // The first mode excludes the user whom root runs the engine as; the second stops an ordinary user from making the
  // links.
  await chmod(join(installed, 'native', 'lib'), 0o500);
  onTestFinished(() => chmod(join(installed, 'native', 'lib'), 0o700));
  const stage = await temporaryFolder(0o755);
  const programs = await findPrograms(await engineUser('/nowhere'), stage, { installed });
  const [copy] = await readdir(stage);
  expect(copy).toMatch(/^engine-18\./);
  expect(programs).toBe(join(stage, copy!, 'native', 'bin'));

  const made = (await stat(programs)).ctimeMs;
  await findPrograms(await engineUser('/nowhere'), stage, { installed });
  expect((await stat(programs)).ctimeMs).toBe(made);
});

/** Installed programs that do not run for lack of a library, and a folder of data with the file of a start. */
async function brokenPrograms() {
  const folder = await temporaryFolder(0o755);
  const installed = await installAt(folder);
  const programs = join(installed, 'native', 'bin');
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(programs, 'postgres'), '#!/bin/sh\necho no library >&2\nexit 127\n');
  return {
    cluster: { programs, user: undefined, home: folder, data },
    installed,
    /** The last start was so many seconds from now. */
    startedIn: async (seconds: number, by = programs) => {
      await writeFile(lastStartFile(data), `${join(by, 'postgres')} "-D" "${data}"\n`);
      const at = Date.now() / 1000 + seconds;
      await utimes(lastStartFile(data), at, at);
    },
    find: async () => findPrograms(await engineUser('/nowhere'), folder, { data, installed }),
  };
}

const doNotRun = /^The embedded PostgreSQL does not run here: no library\./;

test('programs that started the database the last time are not asked whether they run, until they change', async () => {
  const { cluster, installed, startedIn, find } = await brokenPrograms();
  await startedIn(60);
  expect(await find()).toBe(cluster.programs);
  for (const link of await linkNames()) expect((await stat(join(installed, link))).size).toBeGreaterThan(0);

  await startedIn(-60);
  await expect(find()).rejects.toThrow(doNotRun);
  await startedIn(60, '/usr/lib/postgresql/18/bin');
  await expect(find()).rejects.toThrow(doNotRun);
});

test('programs are asked again after a start that failed', async () => {
  const { cluster, startedIn, find } = await brokenPrograms();
  // A start before, since which the library has gone.
  await startedIn(60);
  await expect(launch(cluster, testLog, { tries: 1 })).rejects.toThrow('PostgreSQL did not start: no library');
  await expect(find()).rejects.toThrow(doNotRun);
});

test('reaching a folder takes the right to pass through every folder above it', async () => {
  const folder = await temporaryFolder(0o711);
  const nobody = { uid: 65_534, gid: 65_534 };
  expect(await canReach(join(folder, 'not', 'there', 'yet'), nobody)).toBe(true);
  await chmod(folder, 0o700);
  expect(await canReach(join(folder, 'not', 'there', 'yet'), nobody)).toBe(false);
  expect(await canReach(folder, undefined)).toBe(true);
});
