import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { OpenWaits } from '../open-waits.ts';
import { ArchiveReader, ArchiveWriter } from './archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** More than the compression takes without a pause. */
const makePiece = () => Buffer.from(`${randomBytes(48 * 1024).toString('base64')}\n`);

function watchWaits() {
  const waiting = vi.spyOn(OpenWaits.prototype, 'waitFor');
  onTestFinished(() => waiting.mockRestore());
  return { waiting, kept: () => (waiting.mock.contexts as OpenWaits[]).map(({ count }) => count) };
}

test('a piece is waited for by itself, and leaves nothing behind in a file of millions of pieces', async () => {
  const { waiting, kept } = watchWaits();
  const racing = vi.spyOn(Promise, 'race');
  onTestFinished(() => racing.mockRestore());
  const path = join(folder, 'long.omb');
  const pieces = Array.from({ length: 20 }, makePiece);
  const archive = new ArchiveWriter(path, undefined);
  for (const piece of pieces) await archive.writeRows(piece);
  expect(racing).not.toHaveBeenCalled();
  await archive.endTable();
  await archive.finish();
  expect(waiting).toHaveBeenCalledTimes(20);
  expect(new Set(kept())).toEqual(new Set([0]));
  const rows = await Array.fromAsync(new ArchiveReader(path, undefined).rows());
  expect(Buffer.concat(rows).equals(Buffer.concat(pieces))).toBe(true);
});

test('a piece that waits for room hears that the file has failed', async () => {
  const { kept } = watchWaits();
  const archive = new ArchiveWriter(join(folder, 'no-such-folder', 'failed.omb'), undefined);
  await expect(archive.writeRows(makePiece())).rejects.toMatchObject({ code: 'ENOENT' });
  expect(kept()).toEqual([0]);
  await archive.abandon();
});
