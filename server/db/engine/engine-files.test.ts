import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { testLog } from '#server/test/servers/log.ts';
import { canReach, engineUser, findPrograms, installedFolder } from './engine-files.ts';
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

test('programs that started the database the last time are not asked whether they run, until they change', async () => {
  const folder = await temporaryFolder(0o755);
  const installed = await installAt(folder);
  const programs = join(installed, 'native', 'bin');
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(programs, 'postgres'), '#!/bin/sh\necho no library >&2\nexit 127\n');
  const startedAt = async (seconds: number, by = programs) => {
    await writeFile(join(data, 'postmaster.opts'), `${join(by, 'postgres')} "-D" "${data}"\n`);
    await utimes(join(data, 'postmaster.opts'), seconds, seconds);
  };
  const find = async () => findPrograms(await engineUser('/nowhere'), folder, { data, installed });
  const now = Date.now() / 1000;

  await startedAt(now + 60);
  expect(await find()).toBe(programs);
  for (const link of await linkNames()) expect((await stat(join(installed, link))).size).toBeGreaterThan(0);

  const asked = /^The embedded PostgreSQL does not run here: no library\./;
  await startedAt(now - 60);
  await expect(find()).rejects.toThrow(asked);
  await startedAt(now + 60, '/usr/lib/postgresql/18/bin');
  await expect(find()).rejects.toThrow(asked);
});

test('programs are asked again after a start that failed', async () => {
  const folder = await temporaryFolder(0o755);
  const installed = await installAt(folder);
  const programs = join(installed, 'native', 'bin');
  const data = join(folder, 'data');
  await mkdir(data);
  await writeFile(join(programs, 'postgres'), '#!/bin/sh\necho no library >&2\nexit 127\n');
  // The file of a start before, since which a library has gone.
  await writeFile(join(data, 'postmaster.opts'), `${join(programs, 'postgres')} "-D" "${data}"\n`);
  const later = Date.now() / 1000 + 60;
  await utimes(join(data, 'postmaster.opts'), later, later);
  const cluster = { programs, user: undefined, home: folder, data };
  await expect(launch(cluster, testLog, { tries: 1 })).rejects.toThrow('PostgreSQL did not start: no library');
  await expect(findPrograms(await engineUser('/nowhere'), folder, { data, installed })).rejects.toThrow(
    /^The embedded PostgreSQL does not run here: no library\./,
  );
});

test('reaching a folder takes the right to pass through every folder above it', async () => {
  const folder = await temporaryFolder(0o711);
  const nobody = { uid: 65_534, gid: 65_534 };
  expect(await canReach(join(folder, 'not', 'there', 'yet'), nobody)).toBe(true);
  await chmod(folder, 0o700);
  expect(await canReach(join(folder, 'not', 'there', 'yet'), nobody)).toBe(false);
  expect(await canReach(folder, undefined)).toBe(true);
});
