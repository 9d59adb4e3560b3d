import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type BackupStore, writeWhole } from './backup-store.ts';
import { type Base, baseName, markName, markOf, pieceName } from './chains.ts';
import { findRestorable } from './find-restorable.ts';
import { folderStore } from './folder-store.ts';

const segment = 16n * 2n ** 20n;
const at = (hour: string) => new Date(`2026-03-01T${hour}:00Z`);

let store: BackupStore;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-restorable-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  store = folderStore(folder);
});

/** A base in a segment of its own. */
async function writeBase(chain: string, number: bigint, finished: string): Promise<string> {
  const name = baseName(chain, at(finished));
  const start = number * segment;
  const base: Base = {
    chain,
    name,
    timeline: 1,
    start,
    end: start + 8n,
    startedAt: at(finished),
    finishedAt: at(finished),
  };
  await writeWhole(store, name, Buffer.from('x'));
  await writeWhole(store, markName(name), Buffer.from(markOf(base)));
  return name;
}

const writePiece = (chain: string, number: bigint, safe: string) =>
  writeWhole(
    store,
    pieceName(chain, {
      start: number * segment,
      end: (number + 1n) * segment,
      safeAt: at(safe),
      digest: '0123456789abcdef',
    }),
    Buffer.from('x'),
  );

const found = async (moment?: string) => {
  const { base, pieces } = await findRestorable(store, moment === undefined ? undefined : at(moment));
  return [base.name, pieces.length];
};

test('the log that reaches furthest is restored, not that of a copy with a newer base', async () => {
  const live = await writeBase('live', 1n, '01:00');
  for (const [number, safe] of [
    [1n, '01:10'],
    [2n, '12:00'],
    [3n, '18:00'],
  ] as const)
    await writePiece('live', number, safe);
  const copy = await writeBase('copy', 2n, '11:00');
  for (const [number, safe] of [
    [2n, '11:10'],
    [3n, '14:00'],
  ] as const)
    await writePiece('copy', number, safe);
  expect(await found()).toEqual([live, 3]);
  expect(await found('13:00')).toEqual([live, 3]);
  for (const [number, safe] of [[4n, '20:00']] as const) await writePiece('copy', number, safe);
  expect(await found()).toEqual([copy, 3]);
  expect(await found('10:00')).toEqual([live, 3]);
});

test('the newest base of a log is taken that is whole, has no hole behind it and is old enough', async () => {
  const [first, second, third] = [
    await writeBase('one', 1n, '01:00'),
    await writeBase('one', 2n, '02:00'),
    await writeBase('one', 3n, '03:00'),
  ];
  for (const [number, safe] of [
    [1n, '01:30'],
    [2n, '02:30'],
    [3n, '03:30'],
  ] as const)
    await writePiece('one', number, safe);
  expect(await found()).toEqual([third, 1]);
  expect(await found('02:10')).toEqual([second, 2]);
  await writeWhole(store, markName(third), Buffer.from('{"timeline":'));
  expect(await found()).toEqual([second, 2]);
  expect(await found('01:10')).toEqual([first, 3]);
  await expect(found('00:30')).rejects.toThrow('Nothing of that moment can be restored');
});
