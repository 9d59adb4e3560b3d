import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeWhole } from './backup-store.ts';
import { type Base, baseName, filesOf, markName, markOf, pieceName } from './chains.ts';
import { folderStore } from './folder-store.ts';
import { pruneChains, superfluousBases } from './take-base.ts';

test('bases are kept for every moment of so many days, and some in any case', () => {
  const base = (day: string) => ({ name: day, finishedAt: new Date(`${day}T02:00:00Z`) }) as Base;
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'].map(base);
  expect(superfluousBases(days, 2).map(({ name }) => name)).toEqual(['2026-03-01']);
  expect(superfluousBases(days, 1).map(({ name }) => name)).toEqual(['2026-03-02', '2026-03-01']);
  // A clock that was years ahead costs nothing.
  expect(superfluousBases([...days.slice(0, 3), base('2029-01-01')], 2).map(({ name }) => name)).toEqual([
    '2026-03-01',
  ]);
});

test('the log before the oldest base goes, and chains without a base, but for the last day of other servers', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-prune-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = folderStore(folder);
  const write = (name: string) => writeWhole(store, name, Buffer.from('x'));
  const [old, now] = [new Date('2026-03-01T02:00:00Z'), new Date()];
  const segment = 16n * 2n ** 20n;
  const piece = (chain: string, at: bigint, safeAt: Date) =>
    pieceName(chain, { start: at, end: at + segment, safeAt, digest: '0123456789abcdef' });
  const base: Base = {
    chain: 'own',
    name: baseName('own', old),
    timeline: 1,
    start: 2n * segment + 40n,
    end: 2n * segment + 80n,
    startedAt: old,
    finishedAt: old,
  };
  const needed = [
    base.name,
    piece('own', 2n * segment, old),
    piece('own', 3n * segment, now),
    // A server that has just begun, and takes its first base.
    piece('another', segment, now),
    baseName('another', now),
  ];
  const mark = markName(base.name);
  await writeWhole(store, mark, Buffer.from(markOf(base)));
  const gone = [piece('own', segment, old), piece('another', 0n, old), baseName('gone', old)];
  for (const name of [...needed, ...gone]) await write(name);

  await pruneChains(store, 'own', 7);
  expect((await store.list(filesOf())).toSorted()).toEqual([...needed, mark].toSorted());
});
