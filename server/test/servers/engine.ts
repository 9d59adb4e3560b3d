import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/engine/embedded.ts';
import { type Engine, foreignEngine } from '#server/db/engine/engine.ts';
import { isAlive } from '#server/db/engine/engine-process.ts';
import { applyMigrations, readMigrations } from '#server/db/migrate.ts';
import { administer, targetOf } from './database.ts';
import { testLog } from './log.ts';

const folderName = /^om-test-(\d+)-/;
/** A file system in memory, on Linux. A database is 1,000 files, which a disk takes five times as long to make and remove. */
const memoryFolder = '/dev/shm';
/** Bytes. All databases of a run had 516 MB at most, with their log. */
const memoryNeeded = 4 * 2 ** 30;

/**
 * One engine for the whole run, with one migrated database that each test file copies: the embedded one in a temporary
 * folder, or the server of `TEST_DATABASE_URL`.
 */
export default async function startEngine(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  const engine = url ? foreignEngine({ connectionString: url }) : await temporaryEngine();
  const template = `om_template_${randomBytes(6).toString('hex')}`;
  await administer(engine.target, `create database ${template}`);
  await applyMigrations(targetOf(engine.target, template), await readMigrations(), testLog);
  project.provide('engine', engine.target);
  project.provide('templateDatabase', template);
  return async () => {
    await administer(engine.target, `drop database ${template}`);
    await engine.stop();
  };
}

async function temporaryEngine(): Promise<Engine> {
  await removeAbandoned();
  // A container may forbid programs to run there, also those that the engine copies beside its data.
  const inMemory = (await hasRoomInMemory()) ? await startIn(memoryFolder).catch(() => null) : null;
  return inMemory ?? startIn(tmpdir());
}

async function startIn(base: string): Promise<Engine> {
  const folder = await mkdtemp(join(base, `om-test-${process.pid}-`));
  const engine = await startEmbedded(folder, testLog, { join: false });
  return { ...engine, stop: () => engine.stop().then(() => rm(folder, { recursive: true, force: true })) };
}

async function hasRoomInMemory(): Promise<boolean> {
  const facts = await statfs(memoryFolder).catch(() => null);
  return facts !== null && facts.bavail * facts.bsize > memoryNeeded && process.availableMemory() > memoryNeeded;
}

/** A run that was killed leaves its engine running; the next run of anybody ends it. Where two runs start at once, both try. */
async function removeAbandoned(): Promise<void> {
  const listed = [tmpdir(), memoryFolder].map(async (base) => {
    const names = await readdir(base).catch(() => []);
    return names.map((name) => ({ name, folder: join(base, name) }));
  });
  for (const { name, folder } of (await Promise.all(listed)).flat()) {
    const owner = folderName.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    try {
      // Where no engine is left, starting one would make a whole cluster first.
      if (existsSync(join(folder, 'pg18', 'postmaster.pid'))) {
        await (await startEmbedded(folder, testLog, { join: false })).stop();
      }
      await rm(folder, { recursive: true, force: true });
    } catch {
      // The other run is at it.
    }
  }
}
