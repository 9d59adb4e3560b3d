/** The file through which an export passes goes away whatever happens, and takes no room that orders need. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Spool } from './spool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  expect(await readdir(folder)).toEqual([]);
});

async function* bytesOf(...sizes: number[]) {
  for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index + 1);
  yield Buffer.alloc(64);
}

async function read(spool: Spool): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of spool.pieces()) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('a file is read as it was written, with the hash of everything before it at its end', async () => {
  const spool = await Spool.open(folder);
  await spool.fill(bytesOf(300_000, 5, 40));
  const whole = await read(spool);
  const content = Buffer.concat([Buffer.alloc(300_000, 1), Buffer.alloc(5, 2), Buffer.alloc(40, 3)]);
  expect(whole.subarray(0, -64).equals(content)).toBe(true);
  expect(whole.subarray(-64).toString()).toBe(createHash('sha256').update(content).digest('hex'));
  expect(spool.isClosed).toBe(true);
});

test('a reader follows the writer, and waits for it', async () => {
  const spool = await Spool.open(folder);
  const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* slow() {
    yield Buffer.alloc(1_000, 1);
    await first.promise;
    yield Buffer.alloc(1_000, 2);
    await rest.promise;
    yield Buffer.alloc(64);
  }
  const filled = spool.fill(slow());
  const pieces = spool.pieces();
  expect((await pieces.next()).value?.length).toBe(936);
  first.resolve();
  expect((await pieces.next()).value?.length).toBe(1_000);
  const last = pieces.next();
  rest.resolve();
  await filled;
  expect((await last).value!.length).toBeGreaterThan(0);
  await pieces.return(undefined);
  expect(spool.isClosed).toBe(true);
});

test('a failure on the way breaks the reading off', async () => {
  const spool = await Spool.open(folder);
  async function* failing() {
    yield Buffer.alloc(100);
    throw new Error('The database is gone');
  }
  await expect(spool.fill(failing())).rejects.toThrow('The database is gone');
  await expect(read(spool)).rejects.toThrow('The database is gone');
  expect(spool.isClosed).toBe(true);
});

test('a disk that is nearly full, or gets so, refuses the file', async () => {
  const size = 100 * 2 ** 30;
  await expect(Spool.open(folder, async () => ({ free: 2 ** 30, size }))).rejects.toMatchObject({
    code: 'export.no_room',
  });
  let free = 10 * 2 ** 30;
  const spool = await Spool.open(folder, async () => ({ free, size }));
  async function* many() {
    for (;;) {
      free -= 2 ** 30;
      yield Buffer.alloc(2 ** 20);
    }
  }
  await expect(spool.fill(many())).rejects.toMatchObject({ code: 'export.no_room' });
  await spool.close();
});

test('a writer whose reader has gone ends', async () => {
  const spool = await Spool.open(folder);
  async function* endless() {
    for (;;) yield Buffer.alloc(1_000);
  }
  const filled = expect(spool.fill(endless())).rejects.toThrow('Nobody waits');
  const pieces = spool.pieces();
  await pieces.next();
  await pieces.return(undefined);
  await filled;
});

test('a server that is killed leaves no file', () => {
  const program = `
    const { Spool } = await import(${JSON.stringify(join(import.meta.dirname, 'spool.ts'))});
    const spool = await Spool.open(${JSON.stringify(folder)});
    void spool.fill((async function* () { for (;;) { yield Buffer.alloc(100_000, 1); await new Promise((done) => setTimeout(done, 1)); } })());
    const pieces = spool.pieces();
    await pieces.next();
    process.kill(process.pid, 'SIGKILL');`;
  expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })).toThrow(
    /Command failed/,
  );
});
